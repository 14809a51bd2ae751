"""Where events come from: one file per agent or format.

A new format is a file here with a `Reader` (see `source.py`), a line in SOURCES, and a test on
a real file. Readers take in what a human, the model or a tool really said, and nothing else.
"""

from __future__ import annotations

from blackboard.sources.claude_code import ClaudeCode
from blackboard.sources.codex import Codex
from blackboard.sources.messages import Messages
from blackboard.sources.source import Reader

SOURCES: tuple[type[Reader], ...] = (ClaudeCode, Codex, Messages)
