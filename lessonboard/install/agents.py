"""The agents that lessonboard can register with; a new one adds a file and a line here."""

from __future__ import annotations

from lessonboard.install import claude, codex, cursor, gemini
from lessonboard.install.agent import Agent

AGENTS: dict[str, Agent] = {each.AGENT.name: each.AGENT for each in (claude, codex, gemini, cursor)}
