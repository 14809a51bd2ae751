"""The coding agents that are known: those built in, and those that were registered.

A new agent is a folder beside this file and a line in `MODULES`. One from outside calls `register`
before its sessions are read.
"""

from __future__ import annotations

from blackboard.agents import MODULES, described
from blackboard.agents.agent import Agent

BUILT_IN: tuple[Agent, ...] = tuple(map(described, MODULES))

AGENTS: dict[str, Agent] = {agent.name: agent for agent in BUILT_IN}
"""All agents by name: those built in, then those that were registered."""


def register(agent: Agent) -> None:
    """Add an agent; adding the same one again changes nothing.

    Raises:
        ValueError: another agent has its name or its program.
    """
    for known in AGENTS.values():
        if known is agent:
            return
        if known.name == agent.name or (agent.program and known.program == agent.program):
            raise ValueError(
                f"there is an agent {known.name!r} with the program {known.program!r} already; "
                f"give the new one ({agent.name!r}, {agent.program!r}) a name and program of its "
                "own"
            )
    AGENTS[agent.name] = agent


def callers() -> list[Agent]:
    """The agents that call hooks; those that were registered come first."""
    return [agent for agent in reversed(AGENTS.values()) if agent.hooks is not None]


def agent_named(name: str) -> Agent | None:
    """The agent of a name or program, or None."""
    known = AGENTS.get(name)
    return known or next((each for each in AGENTS.values() if name and each.program == name), None)
