"""Harm: which lessons do more ill than good, by their accounts. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from blackboard.events.lesson import LessonRetired
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow
from reflect.accounts.account import Account
from reflect.curator.policy import Decision, may_decide
from reflect.curator.settings import CuratorSettings

PREFIX = "harmful: "
"""How the reason of each such decision begins."""


def harmful(
    books: Iterable[tuple[LessonRow, Account]], settings: CuratorSettings
) -> list[Decision]:
    """Standing lessons that are retired because they harm.

    Safety lessons and the words of a human are only reported: an agent that fails to obey a
    warning, or argues with it, must not be able to take it away.
    """
    return [
        Decision(row["id"], LessonRetired(lesson=row["id"], reason=f"{PREFIX}{why}"))
        for row, account in books
        if row["status"] in ACTIVE_STATUSES
        and not is_kept(row)
        and may_decide(row, LessonRetired.type)
        and (why := why_harmful(account, settings))
    ]


def is_kept(row: LessonRow) -> bool:
    """Whether only a person may take the lesson away."""
    is_safety = row["severity"] == "high" and row["category"] == "security"
    return bool(is_safety or row["trust"] == "human")


def why_harmful(account: Account, settings: CuratorSettings) -> str:
    """What the account shows against a lesson, in words; empty when that is not enough."""
    proof = account.proof(settings.evidence_sessions)
    if proof is not None and proof.harms:
        return (
            f"its failure came back in {proof.shown.part} of {proof.shown.total} sessions with "
            f"it, in {proof.other.part} of {proof.other.total} without it"
        )
    if account.disputed >= settings.harm_disputes:
        return f"disputed in {account.disputed} sessions"
    if (
        account.injected >= settings.harm_injections
        and account.recurred >= settings.harm_recurrence * account.injected
        and not account.obeyed
    ):
        return (
            f"shown in {account.injected} sessions, its failure came back in "
            f"{account.recurred} of them, and it was never obeyed"
        )
    return ""
