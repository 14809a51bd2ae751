"""The weekly report for a board: its lessons with their accounts, and why some were retired."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from blackboard import Board
from blackboard.events.lesson import LessonRetired
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow
from reflect.accounts.account import Account
from reflect.accounts.digest import Digest, Span, digest
from reflect.accounts.ledger import accounts, worked
from reflect.accounts.pool import Entry
from reflect.curator.harm import PREFIX, is_kept, why_harmful
from reflect.curator.settings import CuratorSettings


def report(
    board: Board, span: Span, projects: Collection[str] | None, settings: CuratorSettings
) -> Digest:
    """What lessons did in a time span, in some projects or in all."""
    where = {} if projects is None else {"project": list(projects)}
    lessons = board.view("lessons", where=where, order="id")
    lessons.sort(key=lambda row: -len(row["sessions"]))
    sessions = worked(board)
    ledger = zip(lessons, accounts(board, lessons, sessions), strict=True)
    entries = [Entry(row, account) for row, account in ledger]
    here = [session for session in sessions if projects is None or session["project"] in projects]
    return digest(entries, here, span, partial(_harm, span=span, settings=settings))


def _harm(row: LessonRow, account: Account, *, span: Span, settings: CuratorSettings) -> str:
    """Why a lesson was retired in this time, or would be if the policy were allowed to."""
    for decision in row["decisions"]:
        is_harm = decision["type"] == LessonRetired.type and decision["reason"].startswith(PREFIX)
        if is_harm and span.since <= decision["at"] <= span.until:
            return f"retired: {decision['reason'].removeprefix(PREFIX)}"
    why = why_harmful(account, settings) if row["status"] in ACTIVE_STATUSES else ""
    if why and is_kept(row):
        return f"{why}; it stays until a person decides"
    return why
