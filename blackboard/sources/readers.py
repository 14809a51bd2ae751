"""The readers of all formats that can be imported; a new one is a line here."""

from __future__ import annotations

from blackboard.plugins import contents
from blackboard.sources.claude_code import ClaudeCode
from blackboard.sources.codex import Codex
from blackboard.sources.messages import Messages
from blackboard.sources.source import Reader

SOURCES: tuple[type[Reader], ...] = (ClaudeCode, Codex, Messages)

_METHODS = ("recognises", "read", "waiting", "state", "usage")


def added_sources() -> list[type[Reader]]:
    """The readers that plug-ins add."""
    return contents.values("source", {source.name for source in SOURCES}, _wrong)


def _wrong(reader: object) -> str:
    missing = [name for name in _METHODS if not callable(getattr(reader, name, None))]
    return f"has no method {missing[0]!r} of `blackboard.Reader`" if missing else ""
