"""Find workflows by intent: any of the words counts."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from blackboard.search.document import Document
from blackboard.search.ranking import indexed, score
from blackboard.search.words import words_and_parts
from blackboard.views.rows import WorkflowRow
from lessonboard.parts.recordings.views.workflows import WORKFLOWS

_STOP_WORDS = frozenset(
    "a an and at by do for from i in into is it me my of on or please that the this to us we with "
    "you your".split()
)


def by_intent(rows: Sequence[WorkflowRow], intent: str) -> list[WorkflowRow]:
    """The workflows that fit an intent, best first; all of them for an empty one.

    Args:
        rows: the workflows.
        intent: what the user wants to do, in their words.
    """
    documents = [_document(row) for row in rows]
    wanted = [word for word in words_and_parts(intent) if word not in _STOP_WORDS]
    if not wanted:
        return list(rows)
    held = [set(" ".join(indexed(document)).split()) for document in documents]
    weights = {word: log(1 + len(rows) / (0.5 + sum(word in each for each in held)))
               for word in set(wanted)}  # fmt: skip
    scores = [score(document, weights) for document in documents]
    ranked = sorted(range(len(rows)), key=lambda number: -scores[number])
    return [rows[number] for number in ranked if scores[number] > 0]


def _document(row: WorkflowRow) -> Document:
    """What a workflow is found by: also the names of its parameters, and of their fields."""
    assert WORKFLOWS.document is not None
    found = WORKFLOWS.document(dict(row))
    assert found is not None
    names = " ".join(str(each.get("name", "")).replace("_", " ") for each in row["task_params"])
    return found._replace(rest=f"{found.rest}\n{names}")
