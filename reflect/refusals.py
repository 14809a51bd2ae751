"""Which insights of a look were refused, and by whom: a look records all that it found."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from blackboard import Board
from blackboard.views.rows import CritiqueRow
from reflect.finding import insight_name
from reflect.looks import Look

_REFUSED = ("vetoed", "discarded", "not_good_enough")
UNFIT = "it was not sure or general enough to be kept"


def refusals(board: Board, looks: Iterable[Look]) -> dict[str, str]:
    """Why each refused insight of some looks was refused, by `key_of`.

    What is on the board, or is evidence for something that does, was not refused.
    """
    found = {key_of(look, each): (each, insight_name(each["statement"], look.project))
             for look in looks for each in look.insights}  # fmt: skip
    if not found:
        return {}
    names = [name for _, name in found.values()]
    critiques = {row["recommendation"]: row
                 for row in board.view("critiques", where={"recommendation": names})}  # fmt: skip
    kept = {row["id"] for row in board.view("insights", where={"id": names})}
    cited = _cited(board)
    reasons = {}
    for key, (insight, name) in found.items():
        judged = critiques.get(name)
        if name in kept:
            continue
        if judged is not None and judged["status"] in _REFUSED:
            reasons[key] = _reason(judged)
        elif not cited & {each["event_id"] for each in insight.get("evidence", [])}:
            reasons[key] = UNFIT
    return reasons


def key_of(look: Look, insight: Mapping[str, Any]) -> str:
    """What names an insight of a look."""
    return hashlib.sha256(f"{look.subject}\n{insight['statement']}".encode()).hexdigest()


def _cited(board: Board) -> set[str]:
    """The events that lessons and insights on the board rest on."""
    rows = [*board.view("insights"), *board.view("lessons")]
    return {each["event_id"] for row in rows for each in row["evidence"] if each.get("event_id")}


def _reason(judged: CritiqueRow) -> str:
    status = judged["status"].replace("_", " ")
    why = judged["veto_reason"] or judged["refinement_suggestions"] or ""
    return f"{status} by the critic{f': {why}' if why else ''}"
