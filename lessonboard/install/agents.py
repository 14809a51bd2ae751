"""The agents that lessonboard can register with; a new one adds a file and a line here."""

from __future__ import annotations

from lessonboard.install import antigravity, claude, codex, copilot, cursor, gemini, opencode
from lessonboard.install.agent import Agent

_ALL = (
    claude.AGENT, codex.AGENT, gemini.AGENT, cursor.AGENT, opencode.AGENT,
    copilot.AGENT, antigravity.AGENT,
)  # fmt: skip
AGENTS: dict[str, Agent] = {each.name: each for each in _ALL}
"""By the names that `--agent` takes."""
