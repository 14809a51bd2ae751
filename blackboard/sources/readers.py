"""The readers of all formats that can be imported: those of the agents, and of plug-ins."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from blackboard.agents.agent import Agent
from blackboard.agents.messages import MESSAGES
from blackboard.agents.reader import Reader
from blackboard.agents.registry import AGENTS, BUILT_IN, register
from blackboard.plugins import contents

_METHODS = ("recognises", "read", "waiting", "state", "usage")


def readers() -> list[type[Reader]]:
    """The readers of all agents, in the order in which a file is shown to them.

    Lists of messages come last: other formats may hold records that look like messages.
    """
    others = [agent for agent in AGENTS.values() if agent is not MESSAGES]
    return [reader_of(agent) for agent in (*others, MESSAGES) if agent.reader]


def reader_of(agent: Agent) -> type[Reader]:
    """What reads an agent's transcripts, which is imported now if it was not before.

    Raises:
        ValueError: the agent names none, or not as "module:Class".
    """
    if not isinstance(agent.reader, str):
        return agent.reader
    module, colon, name = agent.reader.partition(":")
    if not colon:
        raise ValueError(
            f"the agent {agent.name!r} names {agent.reader!r} as the reader of its transcripts; "
            'give a class, or "module:Class"'
        )
    return cast("type[Reader]", getattr(import_module(module), name))


def add_agents_of_plugins() -> list[Agent]:
    """Register the agents that plug-ins add, which changes nothing the second time."""
    agents: list[Agent] = contents.values(
        "agent", {agent.name for agent in BUILT_IN}, _not_an_agent
    )
    for agent in agents:
        register(agent)
    return agents


def added_readers() -> list[type[Reader]]:
    """The readers that plug-ins add, alone or with an agent."""
    agents = [reader_of(agent) for agent in add_agents_of_plugins() if agent.reader]
    taken = {reader.name for reader in readers()}
    return [*agents, *contents.values("source", taken, _not_a_reader)]


def _not_an_agent(value: object) -> str:
    return "" if isinstance(value, Agent) else "is no `blackboard.Agent`"


def _not_a_reader(reader: object) -> str:
    missing = [name for name in _METHODS if not callable(getattr(reader, name, None))]
    return f"has no method {missing[0]!r} of `blackboard.Reader`" if missing else ""
