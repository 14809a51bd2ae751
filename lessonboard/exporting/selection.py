"""Which lessons are written into files that others read: those that somebody stands behind."""

from __future__ import annotations

from collections.abc import Sequence

from blackboard import Board
from blackboard.redaction.redact import redact
from blackboard.views.view import Row

_SEVERITY = ("high", "medium", "low")
_TRUSTED = ("human", "approved", "tool")
_WORDS = ("constraint", "symptom", "root_cause", "resolution")


def select(
    board: Board,
    projects: Sequence[str] | None,
    statuses: Sequence[str],
    *,
    most: int | None = None,
    with_global: bool = False,
) -> list[Row]:
    """The lessons of some projects, what matters most first; the same for the same board.

    Lessons of little trust are left out unless they were approved, those that hold what looks
    like a secret always, and those that hold everywhere unless they are asked for: they may have
    been learnt in a project that whoever reads the file must not know.

    Args:
        board: where they are.
        projects: whose lessons; None for those of all.
        statuses: their standings.
        most: at most so many.
        with_global: also lessons of other projects that hold everywhere.
    """
    rows = board.view("lessons", where={"status": list(statuses)}, order="id")
    fitting = [row for row in rows if _is_meant(row, projects, with_global) and may_leave(row)]
    return sorted(fitting, key=_rank)[:most]


def may_leave(row: Row) -> bool:
    """Whether a lesson may be shown to others."""
    trusted = row["trust"] in _TRUSTED or row["status"] == "approved"
    return trusted and not any(redact(row[name]).secrets for name in _WORDS)


def _is_meant(row: Row, projects: Sequence[str] | None, with_global: bool) -> bool:
    if projects is None or row["project"] in projects:
        return True
    return with_global and row["scope"] == "global"


def _rank(row: Row) -> tuple[int, int, str]:
    return _SEVERITY.index(row["severity"]), -row["seen"], row["id"]
