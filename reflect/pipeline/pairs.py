"""Pairs of lessons that contradict each other, found again after words were changed or merged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from blackboard import Board
from blackboard.events.payload import new
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow, RuleRow
from reflect.pipeline.contradictions import as_pair, pair_id
from reflect.pipeline.known import Neighbour, beside

ACTOR = "curator"


def note_pairs(board: Board, row: LessonRow) -> list[Neighbour]:
    """Record what contradicts a lesson, or may, and return it."""
    return record_pairs(board, row, beside(board, row))


def record_pairs(board: Board, row: LessonRow, near: Iterable[Neighbour]) -> list[Neighbour]:
    """Record those of a lesson's neighbours that contradict it, or may, and return them.

    A pair that is known adds nothing; one that a person has reconciled comes again only when one
    of the two has other words.
    """
    against = [each for each in near if each.says != "same"]
    board.append([
        new(
            as_pair(row["id"], each),
            stream=f"lesson:{row['id']}",
            project=row["project"],
            actor=ACTOR,
            id=pair_id(row["id"], row["constraint"], each),
        )
        for each in against
    ])  # fmt: skip
    return against


def undecided(board: Board, rows: Iterable[LessonRow]) -> dict[str, list[tuple[RuleRow, str]]]:
    """What each lesson contradicts that is still offered, with the verdict; all others left out."""
    found: dict[str, list[tuple[RuleRow, str]]] = {}
    for row in rows:
        verdicts = {each["other"]: each["verdict"] for each in row["contradicts"]}
        for other in _offered(board, list(verdicts)):
            if "statement" in other or _names(other, row["id"]):
                found.setdefault(row["id"], []).append((other, verdicts[other["id"]]))
    return found


def _offered(board: Board, names: list[str]) -> list[RuleRow]:
    where = {"id": names, "status": ACTIVE_STATUSES}
    if not names:
        return []
    return [*board.view("lessons", where=where), *board.view("insights", where=where)]


def _names(row: RuleRow, lesson: str) -> bool:
    """Whether a lesson names another as its opposite; with new words it names nothing yet."""
    pairs = cast("Mapping[str, Any]", row).get("contradicts", [])
    return any(each["other"] == lesson for each in pairs)
