"""Of two lessons that contradict each other an agent is shown the stronger one, or neither.

What a person has not decided yet is no reason to show an agent both, nor to guess: the approved one
is shown, else the one from the better source. Between equals none is.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

_TRUST = {
    "imported": 0,
    "model": 0,
    "repository": 1,
    "tool": 2,
    "team": 3,
    "approved": 4,
    "human": 4,
}
"""A lesson that a person approved and a rule that a person stated are equals; a colleague's
approval is less."""


def strength(row: Mapping[str, Any]) -> tuple[int, int]:
    """How far a lesson is to be believed: whether it is approved, then where it comes from."""
    return int(row["status"] == "approved"), _TRUST.get(row["trust"], 0)


def kept_back(row: Mapping[str, Any], other: Mapping[str, Any], delivered: Collection[str]) -> str:
    """Why a lesson is not shown beside one that contradicts it; empty when it is.

    Args:
        row: the lesson, with its id, status and trust.
        other: what contradicts it, or seems to, and is offered.
        delivered: the ids of what the session was shown already.
    """
    against = f"it contradicts {other['id']}"
    if other["id"] in delivered:
        return f"{against}, which the session was shown"
    if strength(other) > strength(row):
        return f"{against}, which is stronger"
    if strength(other) == strength(row):
        return f"{against}, and neither is stronger; a person decides"
    return ""
