"""Aider.

It keeps its chats in the repository, and they are imported when they are named; see
`sources/aider.py`.
"""

from __future__ import annotations

from blackboard.agents.agent import Agent

AIDER = Agent(
    "aider",
    "Aider",
    tools={
        "shell": ("run",),
        "edit": ("edit",),
    },
    processes=("aider",),
    reader="blackboard.sources.aider:Aider",
)
