"""Append what comparing sessions shows of a lesson, whenever that changes.

Hooks read it off the view `accounts`: what is decided is held back less often.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from blackboard import Board
from blackboard.event import Event, NewEvent
from blackboard.events.payload import new
from blackboard.events.use import LessonMeasured
from blackboard.views.rows import LessonRow
from reflect.accounts.account import Account
from reflect.accounts.ledger import accounts
from reflect.accounts.verdict import total
from reflect.deciding import append_decided


def measure(board: Board, lessons: Collection[str], actor: str) -> list[Event]:
    """Compare the sessions of some lessons, and append each verdict that is not the known one."""
    if not lessons:
        return []
    return append_decided(
        board, lambda: list(_changed(board, sorted(lessons), actor)), by=[LessonMeasured.type]
    )


def _changed(board: Board, lessons: list[str], actor: str) -> Iterator[NewEvent]:
    rows = board.view("lessons", where={"id": lessons}, order="id")
    known = board.view("accounts", where={"lesson": lessons})
    before = {row["lesson"]: row["verdict"] for row in known}
    for row, account in zip(rows, accounts(board, rows), strict=True):
        payload = measured(row, account)
        if payload.verdict != before.get(row["id"], ""):
            yield new(payload, project=row["project"], actor=actor)


def measured(row: LessonRow, account: Account) -> LessonMeasured:
    """What an account shows, as an event."""
    shown = total(pair.shown for pair in account.pairs)
    other = total(pair.other for pair in account.pairs)
    return LessonMeasured(
        lesson=row["id"],
        verdict=account.verdict or "",
        failed=shown.part,
        sessions=shown.total,
        failed_without=other.part,
        sessions_without=other.total,
        low=round(account.difference.low, 4),
        high=round(account.difference.high, 4),
    )
