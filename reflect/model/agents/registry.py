"""The agents that can be asked as models: those built in, and those that plug-ins add.

A new agent is a file beside this one and a name in `BUILT_IN`.
"""

from __future__ import annotations

from typing import Any

from blackboard.plugins import contents
from reflect.model.agents.agent import ModelAgent
from reflect.model.agents.claude_code import CLAUDE_CODE
from reflect.model.agents.codex import CODEX
from reflect.model.agents.gemini import GEMINI
from reflect.model.agents.opencode import OPENCODE
from reflect.model.thread import ModelRejected

BUILT_IN = (CLAUDE_CODE, CODEX, OPENCODE, GEMINI)


def agents() -> dict[str, ModelAgent]:
    """All agents by name, also those that are not offered."""
    own = {agent.name: agent for agent in BUILT_IN}
    return own | {agent.name: agent for agent in contents.values("model agent", own, _wrong)}


def agent_named(name: str) -> ModelAgent:
    """The agent of a name or program.

    Raises:
        ModelRejected: there is none, or it may not be asked.
    """
    known = agents()
    for agent in known.values():
        if name in (agent.name, agent.program):
            if agent.not_offered:
                raise ModelRejected(f"{agent.title} cannot be asked: {agent.not_offered}")
            return agent
    raise ModelRejected(f"[model] agent is {name!r}; there are {', '.join(sorted(known))}")


def _wrong(value: Any) -> str:
    return "" if isinstance(value, ModelAgent) else "is no `reflect.model.agents.agent.ModelAgent`"
