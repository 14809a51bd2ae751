"""Holding a lesson back now and then, so that its worth can be measured.

Which sessions go without it follows from the lesson and the session alone: a session that was
not told stays so, and the next one has its own turn.
"""

from __future__ import annotations

from blackboard.digests import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from blackboard.delivery.choice import Choice

ONE_IN = 20
"""A lesson is withheld from one session of so many."""

ENOUGH_DELIVERED = 5
"""A lesson is delivered so often before it is ever withheld."""


def withheld(choices: Sequence[Choice], session: str | None) -> tuple[list[Choice], list[Choice]]:
    """The choices held back from a session, and those that are left.

    Never held back is what a person said, what is severe or about security, and what has been
    delivered too seldom to be measured.
    """
    held = [choice for choice in choices if session and _is_held(choice, session)]
    return held, [choice for choice in choices if choice not in held]


def _is_held(choice: Choice, session: str) -> bool:
    row, account = choice.candidate.row, choice.candidate.account
    if row["severity"] == "high" or row["trust"] == "human" or row["category"] == "security":
        return False
    if account is None or account["injected"] < ENOUGH_DELIVERED:
        return False
    draw = sha256(f"{row['id']}\n{session}".encode()).digest()
    return int.from_bytes(draw[:4], "big") % ONE_IN == 0
