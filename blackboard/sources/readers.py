"""The readers of all formats that can be imported; a new one is a line here."""

from __future__ import annotations

from blackboard.sources.claude_code import ClaudeCode
from blackboard.sources.codex import Codex
from blackboard.sources.messages import Messages
from blackboard.sources.source import Reader

SOURCES: tuple[type[Reader], ...] = (ClaudeCode, Codex, Messages)
