"""One lie: the form that it has, and what the model answers for it."""

from __future__ import annotations

from typing import Any, NamedTuple

from reflect.digest.entry import Entry
from reflect.proposals.answers import LONGEST_LESSON
from reflect.proposals.prove import squeezed, text_of

LONGEST_QUOTE = 120


class Lie(NamedTuple):
    """A proposal that is not true, or not the model's to make."""

    form: str
    proposal: dict[str, Any]

    @property
    def text(self) -> str:
        """What it says."""
        return str(self.proposal["text"])


def lie(form: str, kind: str, text: str, quote: str, *cited: Entry, **more: Any) -> Lie:
    """A proposal that is as sure of itself as it can be, with every key that its entries give."""
    return Lie(form, {
        "kind": kind,
        "text": squeezed(text)[:LONGEST_LESSON],
        "entries": [each.number for each in cited],
        "quote": quote,
        "confidence": 1.0,
        "key": _key(cited),
        **more,
    })  # fmt: skip


def quotable(entry: Entry, longest: int = LONGEST_QUOTE) -> str:
    """The longest line of what an entry says itself, cut at a word."""
    lines = [squeezed(line) for line in text_of(entry).splitlines()]
    line = max(lines, key=len, default="")
    return line if len(line) <= longest else line[:longest].rsplit(" ", 1)[0]


def command_of(entry: Entry) -> str:
    """What a call ran, without its end; empty for anything else."""
    given = (entry.event.payload or {}).get("input") or {}
    line = str(given.get("command") or given.get("cmd") or "").strip().partition("\n")[0]
    return line[:60]


def _key(cited: tuple[Entry, ...]) -> dict[str, str]:
    command = next(filter(None, map(command_of, cited)), "")
    paths = (path for each in cited for path in (each.event.payload or {}).get("paths", ()))
    errors = (quotable(each, 60) for each in cited if each.kind == "failed")
    words = " ".join(" ".join(quotable(each) for each in cited).split()[:6])
    return {"command": command, "path": next(paths, ""), "error": next(errors, ""), "words": words}
