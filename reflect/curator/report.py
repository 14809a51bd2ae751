"""The weekly report over a board: its lessons with their accounts, and why some were let go."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from blackboard import Board
from blackboard.events.lesson import LessonRetired
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow
from reflect.accounts.account import Account
from reflect.accounts.digest import Digest, Entry, Span, digest
from reflect.accounts.ledger import accounts, worked
from reflect.curator.harm import PREFIX, is_kept, why_harmful
from reflect.curator.settings import CuratorSettings


def report(
    board: Board, span: Span, projects: Collection[str] | None, settings: CuratorSettings
) -> Digest:
    """What lessons did in a span of time, in some projects or in all."""
    where = {} if projects is None else {"project": list(projects)}
    lessons = board.view("lessons", where=where, order="id")
    lessons.sort(key=lambda row: -len(row["sessions"]))
    sessions = worked(board)
    books = zip(lessons, accounts(board, lessons, sessions), strict=True)
    entries = [Entry(row, account) for row, account in books]
    here = [each for each in sessions if projects is None or each["project"] in projects]
    return digest(entries, here, span, partial(_harm, span=span, settings=settings))


def _harm(row: LessonRow, account: Account, *, span: Span, settings: CuratorSettings) -> str:
    """Why a lesson was let go in this time, or would be if a policy might decide."""
    for each in row["decisions"]:
        told = each["type"] == LessonRetired.type and each["reason"].startswith(PREFIX)
        if told and span.since <= each["at"] <= span.until:
            return f"retired: {each['reason'].removeprefix(PREFIX)}"
    why = why_harmful(account, settings) if row["status"] in ACTIVE_STATUSES else ""
    if why and is_kept(row):
        return f"{why}; it stays until a person decides"
    return why
