"""When a lesson that a model proposed may be shown, by what structure proves of it.

The table of part 7 of the design: a model's conclusion is shown before the act only where two
sessions with different sources bear it out, whatever confidence was stated.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from blackboard.delivery.candidates import Candidate
    from blackboard.delivery.situation import Situation

FEWEST_SOURCES = 2
"""Independent sources before a conclusion or a fix is shown before the act."""

_AT_ITS_KEY = ("before", "after", "failed")
"""The steps at which only what is bound to the command, file or error comes up."""


def is_unconfirmed(row: dict[str, Any]) -> bool:
    """Whether a model proposed a lesson and no person stands behind it yet."""
    return bool(row.get("proof")) and row["status"] != "approved" and row["trust"] == "model"


def may_be_shown(candidate: Candidate, situation: Situation) -> bool:
    """Whether a candidate may be shown at a step, by its proof; lessons of other sources always.

    What one session showed comes up at its exact key alone: at its error where it has one, for
    its command is mostly run for other reasons.
    """
    row = candidate.row
    if situation.asked or not is_unconfirmed(row) or row["proof"] == "person":
        return True
    if row["sources"] >= FEWEST_SOURCES:
        return True
    is_same_error = any(kind == "signature" for kind, _ in candidate.keys)
    return situation.step in _AT_ITS_KEY and (is_same_error or not row["measurable"])
