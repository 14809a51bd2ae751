"""The readers of all formats that can be imported: those that the agents name."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from blackboard.agents.agent import Agent
from blackboard.agents.messages import MESSAGES
from blackboard.agents.reader import Reader
from blackboard.agents.registry import AGENTS


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
