"""Workflows by what somebody intends: any of the words counts, and what means the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt

from blackboard.search.document import Document
from blackboard.search.ranking import indexed, score
from blackboard.search.words import words_and_parts
from blackboard.views.rows import WorkflowRow
from lessonboard.parts.recordings.views.workflows import WORKFLOWS

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]
"""A vector for each text."""

LEAST_ALIKE = 0.35
"""Cosine below which two texts mean something else."""

_STOP_WORDS = frozenset(
    "a an and at by do for from i in into is it me my of on or please that the this to us we with "
    "you your".split()
)
_MEANING = 4.0
"""What it is worth, beside rare words in common, that two texts mean the same."""


def by_intent(
    rows: Sequence[WorkflowRow], intent: str, embed: Embed | None = None
) -> list[WorkflowRow]:
    """The workflows that fit an intent, best first; all of them for an empty one.

    Args:
        rows: the workflows.
        intent: what somebody wants to do, in his words.
        embed: knows which texts mean the same; None compares words alone.
    """
    documents = [_document(row) for row in rows]
    wanted = [word for word in words_and_parts(intent) if word not in _STOP_WORDS]
    if not wanted:
        return list(rows)
    held = [set(" ".join(indexed(document)).split()) for document in documents]
    weights = {word: log(1 + len(rows) / (0.5 + sum(word in each for each in held)))
               for word in set(wanted)}  # fmt: skip
    alike = _alike(intent, documents, embed)
    scores = [score(document, weights) / 127 + _MEANING * near * (near >= LEAST_ALIKE)
              for document, near in zip(documents, alike, strict=True)]  # fmt: skip
    ranked = sorted(range(len(rows)), key=lambda number: -scores[number])
    return [rows[number] for number in ranked if scores[number] > 0]


def _document(row: WorkflowRow) -> Document:
    """What a workflow is found by: also the names of its parameters, and of their fields."""
    assert WORKFLOWS.document is not None
    found = WORKFLOWS.document(dict(row))
    assert found is not None
    names = " ".join(str(each.get("name", "")).replace("_", " ") for each in row["task_params"])
    return found._replace(rest=f"{found.rest}\n{names}")


def _alike(intent: str, documents: Sequence[Document], embed: Embed | None) -> list[float]:
    """How near in meaning the intent is to each document, from -1 to 1."""
    if embed is None or not documents:
        return [0.0] * len(documents)
    wanted, *vectors = embed([intent, *(f"{each.head}. {each.middle}" for each in documents)])
    return [_cosine(wanted, vector) for vector in vectors]


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    size = sqrt(sum(value * value for value in one) * sum(value * value for value in other))
    return sum(a * b for a, b in zip(one, other, strict=True)) / size if size else 0.0
