"""SpecStory.

It keeps what other agents did as Markdown in the repository; see `transcript.py`.
"""

from __future__ import annotations

from blackboard.agents.agent import Agent

SPECSTORY = Agent(
    "specstory",
    "SpecStory",
    tools={
        "shell": ("exec_command",),
        "search": ("codebase_search",),
        "edit": ("search_replace",),
    },
    reader="blackboard.agents.specstory.transcript:SpecStory",
)
