"""Read the accounts of many lessons together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from blackboard import Board
from blackboard.views.rows import ExposureRow, RuleRow, SessionRow
from reflect.accounts.account import Account, account, pairs
from reflect.accounts.intervals import Pair


def accounts(
    board: Board, lessons: Sequence[RuleRow], sessions: Iterable[SessionRow] | None = None
) -> list[Account]:
    """The accounts of lessons, in order.

    Args:
        board: the board with their exposures.
        lessons: rows of the view `lessons`, or of `insights`.
        sessions: the rows of the sessions that count, from `worked`; without them the sessions of
            these lessons are looked up.
    """
    exposures: dict[str, list[ExposureRow]] = defaultdict(list)
    for names in _chunks([row["id"] for row in lessons]):
        for row in board.view("exposures", where={"lesson": names}):
            exposures[row["lesson"]].append(row)
    if sessions is None:
        names = sorted({row["session"] for rows in exposures.values() for row in rows})
        sessions = (
            session
            for some in _chunks(names)
            for session in board.view("sessions", where={"id": some, "child": 0})
        )
    judged = frozenset(session["id"] for session in sessions)
    return [account(row["id"], exposures[row["id"]], judged) for row in lessons]


def compared_pairs(board: Board, names: Sequence[str] | None = None) -> dict[str, list[Pair]]:
    """The sessions in which chance decided, by lesson or insight; the others are left out.

    Args:
        board: the board with their exposures.
        names: their ids; all where none are given.
    """
    where = {} if names is None else {"lesson": list(names)}
    drawn = board.view("exposures", where={**where, "one_in>=": 1})
    sessions = sorted({row["session"] for row in drawn})
    judged = {row["id"] for some in _chunks(sessions)
              for row in board.view("sessions", where={"id": some, "child": 0})}  # fmt: skip
    by_lesson: dict[str, list[ExposureRow]] = defaultdict(list)
    for row in drawn:
        if row["session"] in judged:
            by_lesson[row["lesson"]].append(row)
    found = ((name, pairs(rows)) for name, rows in by_lesson.items())
    return {name: some for name, some in found if some}


def worked(board: Board) -> list[SessionRow]:
    """The sessions of people's agents, without those that this program started."""
    return board.view("sessions", where={"child": 0})


def _chunks(names: Sequence[str], size: int = 500) -> Iterator[Sequence[str]]:
    """Chunks small enough for one SQL statement."""
    return (names[start : start + size] for start in range(0, len(names), size))
