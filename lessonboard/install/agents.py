"""The agents that lessonboard can register with; a new one adds a file and a line here."""

from __future__ import annotations

from lessonboard.install import claude, codex, cursor, gemini, opencode, servers_only
from lessonboard.install.agent import Agent

_ALL = (
    claude.AGENT, codex.AGENT, gemini.AGENT, cursor.AGENT, opencode.AGENT,
    servers_only.COPILOT_CLI, servers_only.ANTIGRAVITY_CLI,
)  # fmt: skip
AGENTS: dict[str, Agent] = {each.name: each for each in _ALL}
"""By the names that `--agent` takes."""
