"""Aider.

It keeps its chats in the repository, and they are imported when they are named; see
`transcript.py`.
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
    reader="blackboard.agents.aider.transcript:Aider",
)
