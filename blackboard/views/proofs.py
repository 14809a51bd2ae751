"""How many sources confirm a lesson that a model proposed; pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from blackboard.unapproved import PROVES_NOTHING


def proven(made: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of what proves a lesson, and how often; of somebody else's text nothing does.

    Args:
        made: the event that makes it.
    """
    proof = made.get("proof", "") if made.get("trust", "tool") not in PROVES_NOTHING else ""
    return {
        "proof": proof,
        "asked": made.get("asked", "") if proof else "",
        "sources": sources(proof, made.get("evidence", [])),
    }


def sources(proof: str, evidence: Iterable[Mapping[str, Any]]) -> int:
    """The independent sessions that show a lesson; 0 for lessons that no model proposed.

    A conclusion or a person's words count once for each quotation: what is the same verbatim
    in two sessions, as a page or a pasted text is, is one source. A fix is confirmed by
    each session in which its calls failed and passed, a procedure by each in which its steps
    passed. A session and its subagents are one.

    >>> page = [{"session": "a", "quote": "Run it."}, {"session": "b", "quote": "Run it."}]
    >>> sources("conclusion", page), sources("fix", page), sources("", page)
    (1, 2, 0)
    """
    if not proof:
        return 0
    first: dict[str, str] = {}
    for each in evidence:
        if each.get("session"):
            words = " ".join(str(each.get("quote", "")).lower().split())
            first.setdefault(str(each["session"]).split("/", 1)[0], words)
    return len(first) if proof in ("fix", "procedure") else len(set(first.values()))


def is_shown_by(row: Mapping[str, Any], again: Mapping[str, Any]) -> bool:
    """Whether another sight is evidence for a lesson; for a procedure only calls that passed are.

    That a model saw it again, or finds that another lesson says the same, shows no steps.
    """
    return row["proof"] != "procedure" or again.get("trust") == "tool"
