"""Any agent whose sessions are kept as lists of messages, as model APIs take them.

Its tools may have any name: those of OpenCode and of the APIs' own examples are listed, others are
classified by their name (`tools.py`).
"""

from __future__ import annotations

from blackboard.agents.agent import Agent

MESSAGES = Agent(
    "messages",
    "messages",
    tools={
        "shell": ("bash",),
        "read": ("read", "view"),
        "search": ("glob", "grep", "list", "ls"),
        "edit": ("edit", "write", "multiedit", "patch", "str_replace_based_edit_tool"),
        "fetch": ("webfetch", "websearch"),
        "agent": ("task",),
    },
    reader="blackboard.agents.messages.transcript:Messages",
)
