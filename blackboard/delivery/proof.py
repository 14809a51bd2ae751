"""When an unconfirmed lesson may be shown, by what structure proves of it.

The table of part 7 of the design: a person's sentence is shown until it fitted nowhere in ten
sessions; a model's conclusion before the act only where two sessions with different sources bear it
out, whatever confidence was stated.
"""

from __future__ import annotations

from blackboard.unapproved import is_offered, is_proven

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from blackboard.delivery.candidates import Candidate
    from blackboard.delivery.situation import Situation

FEWEST_SOURCES = 2
"""Independent sources before a conclusion or a fix is shown before the act."""

FEWEST_OF_A_PROCEDURE = 3
"""Independent sessions that must have taken a way before it is shown at all."""

SESSIONS_UNFIT = 10
"""Sessions of a project in which an unconfirmed sentence did not fit, after which it ends."""

_FAILED = ("after", "failed")

_AT_ITS_KEY = ("before", "after", "failed")
"""The steps at which only what is bound to the command, file or error comes up."""


def is_said_once(row: Mapping[str, Any]) -> bool:
    """Whether a lesson is an unconfirmed sentence of this board's person.

    Found by rule in a message that structure proves theirs, or proposed by a model that quotes
    one.
    """
    if row["status"] != "candidate" or row.get("signed_by"):
        return False
    if row.get("proof"):
        return row["proof"] in ("person", "message") and is_proven(row)
    by_hand = row["learned_from"] in ("rule-files", "by-hand") or bool(row.get("author"))
    is_his = row["trust"] == "human" and row["writer"] == "person" and bool(row["said"])
    return is_his and not by_hand


def is_unconfirmed(row: dict[str, Any]) -> bool:
    """Whether a model or a rule proved a lesson that no person confirmed yet."""
    return bool(row.get("proof")) and row["status"] != "approved" and row["trust"] != "human"


def is_remedy_of_one(row: Mapping[str, Any]) -> bool:
    """Whether a lesson is what one session did about its error: no one is asked about it yet."""
    is_fix = row["proof"] == "fix" and row["trust"] == "tool" and row["status"] == "candidate"
    return bool(is_fix and row["sources"] < FEWEST_SOURCES)


def may_be_shown(candidate: Candidate, situation: Situation) -> bool:
    """Whether a candidate may be shown at a step, by its trust and proof; confirmed ones always.

    A procedure comes up before the act from its third session on, and at the failure of what it
    warns of. What one session showed comes up at its exact key alone: at its error where it has
    one, for its command is mostly run for other reasons. Its remedy no longer comes up once it was
    shown and the error came back all the same.
    """
    row = candidate.row
    if situation.asked:
        return True
    if not is_offered(row):
        return False
    if is_said_once(row):
        return bool(row["unfit"] < SESSIONS_UNFIT)
    if row["proof"] == "procedure" and situation.step in _FAILED:
        return _is_dead_end(candidate)
    if not is_unconfirmed(row):
        return True
    if row["proof"] == "procedure":
        return bool(row["sources"] >= FEWEST_OF_A_PROCEDURE)
    if row["sources"] >= FEWEST_SOURCES:
        return True
    if is_remedy_of_one(row) and candidate.account and candidate.account["recurred_injected"]:
        return False
    is_same_error = any(kind == "signature" for kind, _ in candidate.keys)
    is_at_key = situation.step in _AT_ITS_KEY and (is_same_error or not row["measurable"])
    return is_at_key or candidate.was_shown


def _is_dead_end(candidate: Candidate) -> bool:
    """Whether a procedure names what was run as one that never passed; a red check is none."""
    symptom = candidate.row["symptom"]
    return any(kind == "command" and f"`{value}" in symptom for kind, value in candidate.keys)
