"""Who worded a lesson or insight, as far as its events prove it: a kind, and mostly a name.

`person`, `model`, `agent`, `note`, `file PATH`, `reviewer NAME`, `written PATH` (by an agent);
empty where a rule of the board concluded it. `delivery.voice` says how each is shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from blackboard.actors import role
from blackboard.event import Event

_OWN_WORDS = ("model", "agent")
"""Whose words are in the event that makes the lesson."""

_BY_ACTOR = {"agent": "agent", "import": "note", "rule-files": "file"}
"""The writers of those whose older events name none, by who appended them."""


def worded(event: Event, rule: str) -> dict[str, str]:
    """The columns `writer`, and `said`: the rule in the writer's very words, empty if it is not.

    Args:
        event: makes the lesson or insight, or shows it once more; its first evidence is what it
            was made of.
        rule: what the lesson says.
    """
    payload: Mapping[str, Any] = event.payload or {}
    if payload.get("proof") and payload.get("trust") == "model":
        return {"writer": "model", "said": _proving_words(payload)}
    given = str(payload.get("writer") or "")
    writer = given or _writer(payload, role(event.actor))
    if given in _OWN_WORDS or writer == "agent":
        return {"writer": writer, "said": rule}
    quote = next((str(each.get("quote", "")) for each in payload.get("evidence", [])), "")
    return {"writer": writer, "said": very_words(rule, quote) if writer else ""}


def reworded(event: Event, row: Mapping[str, Any], rule: str) -> dict[str, str]:
    """The columns after a revision: a person's words are theirs; all others quote no one."""
    if role(event.actor) == "human":
        return {"writer": "person", "said": rule}
    return {"writer": str(row["writer"]), "said": str(row["said"]) if row.get("proof") else ""}


def very_words(rule: str, text: str) -> str:
    """The words of a rule as they are in a text, but for white space; empty if they do not.

    A sentence may begin with a small letter there, and end with another mark.

    >>> very_words("Use `make`.", "please, use  `make` here"), very_words("Use it.", "reuse it")
    ('use  `make`', '')
    >>> very_words("Use uv. If it fails, ask.", "use uv. if it fails, ask!")
    'use uv. if it fails, ask'
    """
    words = rule.rstrip(".:;, ").split()
    if not words:
        return ""
    begins = [True, *(word[-1] in ".!?" for word in words[:-1])]
    parts = [_in_any_case(word) if is_first else re.escape(word)
             for word, is_first in zip(words, begins, strict=True)]  # fmt: skip
    found = re.search(r"(?<!\w)" + r"\s+".join(parts) + r"(?!\w)", text)
    return found[0] if found else ""


def _in_any_case(word: str) -> str:
    """The pattern of a word whose first letter may be small or large."""
    return f"(?:{re.escape(word[:1])}|{re.escape(word[:1].swapcase())}){re.escape(word[1:])}"


def _writer(payload: Mapping[str, Any], actor: str) -> str:
    """The writer of an event that names none, by its trust and who appended it."""
    trust = payload.get("trust", "tool")
    if trust == "human" and actor not in ("rule-files", "import"):
        return "person"
    return "model" if trust == "model" else _BY_ACTOR.get(actor, "")


def _proving_words(payload: Mapping[str, Any]) -> str:
    """What is shown to prove a lesson: the calls of a fix, else the quotation."""
    if payload.get("proof") == "fix":
        return f"{payload.get('symptom', '')}; {payload.get('resolution', '')}"
    return next((str(each.get("quote", "")) for each in payload.get("evidence", [])), "")
