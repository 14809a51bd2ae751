"""Read the accounts of many lessons at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from blackboard import Board
from blackboard.views.rows import ExposureRow, LessonRow, SessionRow
from reflect.accounts.account import Account, account
from reflect.accounts.commands import form


def accounts(
    board: Board, lessons: Sequence[LessonRow], sessions: Iterable[SessionRow]
) -> list[Account]:
    """The accounts of lessons, in order.

    Args:
        board: the board with their exposures.
        lessons: rows of the view `lessons`.
        sessions: the rows of the sessions that count, from `worked`.
    """
    exposures: dict[str, list[ExposureRow]] = defaultdict(list)
    for names in _chunks([row["id"] for row in lessons]):
        for row in board.view("exposures", where={"lesson": names}):
            exposures[row["lesson"]].append(row)
    ended: dict[str | None, list[tuple[int, int]]] = defaultdict(list)
    judged: set[str] = set()
    for session in sessions:
        ended[session["project"]].append((session["started_at"], session["last_at"]))
        judged.add(session["id"])
    return [
        account(
            row["id"],
            exposures[row["id"]],
            frozenset(judged),
            _ended_since(row, ended) if exposures[row["id"]] else (),
            has_form=bool(row["signatures"]) and form(row["constraint"]) is not None,
        )
        for row in lessons
    ]


def worked(board: Board) -> list[SessionRow]:
    """The sessions of people's agents, without those that this program started."""
    return board.view("sessions", where={"child": 0})


def _ended_since(row: LessonRow, ended: dict[str | None, list[tuple[int, int]]]) -> list[int]:
    """When the sessions ended that began after a lesson was learnt, in its scope."""
    projects = list(ended) if row["scope"] == "global" else [row["project"]]
    return [
        last
        for project in projects
        for started, last in ended.get(project, ())
        if started > row["created_at"]
    ]


def _chunks(names: Sequence[str], size: int = 500) -> Iterator[Sequence[str]]:
    """Chunks small enough for one SQL statement."""
    return (names[start : start + size] for start in range(0, len(names), size))
