"""Of two lessons that contradict each other an agent is shown the stronger one, or neither.

What a person has not decided yet is no reason to show an agent both, nor to guess. One's own rule
comes first, then what a repository's default branch holds, then what a colleague approved, then
all that only waits; among one's own the approved one, else the one from the better source.
Between equals none is shown. A sentence from elsewhere never silences one's own rule, nor that of
the default branch.
"""

from __future__ import annotations

from blackboard.actors import is_repository

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

_MINE, _BRANCH, _COLLEAGUES, _PROPOSED = 3, 2, 1, 0


def strength(row: Mapping[str, Any]) -> tuple[int, int, int]:
    """How far a lesson is to be believed: whose it is, whether approved, then where it is from."""
    return _whose(row), int(row["status"] == "approved"), _TRUST.get(row["trust"], 0)


def _whose(row: Mapping[str, Any]) -> int:
    """Whose rule a lesson is; what its author has not approved, and no one else, is a proposal."""
    author, is_approved = row.get("author") or "", row["status"] == "approved"
    is_own = not (author or row.get("signed_by"))
    is_decided = is_approved and row["trust"] != "team"
    if row["trust"] == "approved" or (is_own and (is_decided or row["trust"] == "human")):
        return _MINE
    if is_approved and is_repository(author):
        return _BRANCH
    return _COLLEAGUES if is_approved else _PROPOSED


def kept_back(row: Mapping[str, Any], other: Mapping[str, Any], delivered: Collection[str]) -> str:
    """Why a lesson is not shown beside one that contradicts it; empty when it is.

    Args:
        row: the lesson, with its id, status, trust, author and signer.
        other: what contradicts it, or seems to, and is offered.
        delivered: the ids of what the session was shown already.
    """
    against = f"it contradicts {other['id']}"
    is_above = _whose(row) >= _BRANCH and _whose(row) > _whose(other)
    if other["id"] in delivered and not is_above:
        return f"{against}, which the session was shown"
    if strength(other) > strength(row):
        return f"{against}, which is stronger"
    if strength(other) == strength(row):
        return f"{against}, and neither is stronger; a person decides"
    return ""
