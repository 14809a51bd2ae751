"""Decide which lessons do more harm than good, by their accounts. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from blackboard.events.lesson import LessonRetired
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow
from reflect.accounts.account import Account
from reflect.accounts.words import compared
from reflect.curator.policy import Decision, may_decide
from reflect.curator.settings import CuratorSettings

PREFIX = "harmful: "
"""The prefix of such a decision's reason."""


def harmful(
    ledger: Iterable[tuple[LessonRow, Account]], settings: CuratorSettings
) -> list[Decision]:
    """Retire active lessons that do harm.

    Safety lessons and a person's own words are only reported: an agent that disobeys a warning, or
    disputes it, must not be able to remove it.
    """
    return [
        Decision(row["id"], LessonRetired(lesson=row["id"], reason=f"{PREFIX}{why}"))
        for row, account in ledger
        if row["status"] in ACTIVE_STATUSES
        and not is_kept(row)
        and may_decide(row, LessonRetired.type)
        and (why := why_harmful(account, settings))
    ]


def is_kept(row: LessonRow) -> bool:
    """Whether only a person may retire the lesson."""
    is_safety = row["severity"] == "high" and row["category"] == "security"
    return bool(is_safety or row["trust"] == "human" or row["pinned"])


def why_harmful(account: Account, settings: CuratorSettings) -> str:
    """The evidence against a lesson, in words; empty if insufficient.

    How often its failure comes back is none: only that it does so more often than without it. What
    agents say of a lesson counts while comparisons show nothing better.
    """
    if account.verdict == "harms":
        return compared(account.pairs)
    if account.verdict != "helps" and account.disputed >= settings.harm_disputes:
        return f"disputed in {account.disputed} sessions"
    return ""
