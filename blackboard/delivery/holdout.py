"""Holding a lesson back from some sessions, to compare those with it and those without it.

Which sessions go without it follows from the lesson, the session and the odds alone. The odds
follow from the lesson's account: one session in three until its effect is known, then seldom.
"""

from __future__ import annotations

from blackboard.digests import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from blackboard.delivery.candidates import Candidate
    from blackboard.delivery.choice import Choice

WHILE_UNDECIDED = 3
"""An undecided lesson is held back from one session in so many: a third without it says nearly as
much as a half, and costs less.
"""

ONCE_DECIDED = 20
"""A decided lesson is held back so seldom; what was proved once may stop being true."""

FIRST_SHOWN = 2
"""A lesson is always shown so often first, so that people see what they have just taught work."""


def why_never(row: Mapping[str, Any], *, has_failure: bool) -> str:
    """Why a lesson is never held back, in words; empty if it may be.

    Args:
        row: the lesson.
        has_failure: whether it is known by what error its failure shows; if not, nothing could be
            compared.
    """
    if row["pinned"]:
        return "a person pinned it"
    if row["trust"] == "human" or row.get("proof") in ("person", "message"):
        return "a person said it"
    if row["severity"] == "high" or row["category"] == "security":
        return "it is severe or about security"
    return "" if has_failure else "no error is known by which its failure could be recognised"


def may_be_held(candidate: Candidate) -> bool:
    """Whether chance may decide about a lesson: by what it is, and once people saw it work."""
    row, account = candidate.row, candidate.account or {"injected": 0}
    is_shown = account["injected"] >= FIRST_SHOWN
    return is_shown and not why_never(row, has_failure=row["measurable"])


def one_in(choice: Choice) -> int:
    """The odds: a lesson is held back from one session in so many, or never where this is 0.

    What the session has by another way, or was shown before its context was cleared, it cannot go
    without.
    """
    candidate, account = choice.candidate, choice.candidate.account or {}
    if candidate.is_known or candidate.was_shown or not may_be_held(candidate):
        return 0
    return ONCE_DECIDED if account["verdict"] else WHILE_UNDECIDED


def odds(choices: Iterable[Choice]) -> dict[str, int]:
    """The odds of each lesson that may be held back."""
    found = {choice.candidate.id: one_in(choice) for choice in choices}
    return {lesson: number for lesson, number in found.items() if number}


def withheld(choices: Sequence[Choice], session: str | None) -> tuple[list[Choice], list[Choice]]:
    """The choices that are held back from a session, and those that are left."""
    held = [choice for choice in choices if session and _is_held(choice, session)]
    return held, [choice for choice in choices if choice not in held]


def _is_held(choice: Choice, session: str) -> bool:
    number = one_in(choice)
    return bool(number) and is_drawn(choice.candidate.id, session, number)


def is_drawn(lesson: str, session: str, number: int) -> bool:
    """Whether a session is among the one in `number` that go without a lesson.

    A session that goes without it at one in twenty also does at one in three.
    """
    draw = int.from_bytes(sha256(f"{lesson}\n{session}".encode()).digest()[:4], "big")
    return draw * number < 1 << 32
