"""Pi.

Transcripts: `transcript.py`. Not started by tests; read from published sessions.
"""

from __future__ import annotations

from blackboard.agents.agent import Agent

PI = Agent(
    "pi",
    "Pi",
    tools={
        "shell": ("bash",),
        "read": ("read",),
        "search": (
            "grep",
            "find",
            "ls",
        ),
        "edit": (
            "edit",
            "write",
        ),
    },
    variables=("PI_CODING_AGENT",),
    processes=("pi", "@mariozechner/pi-coding-agent", "@earendil-works/pi-coding-agent"),
    reader="blackboard.agents.pi.transcript:Pi",
    home=("PI_CODING_AGENT_DIR", ".pi/agent"),
    transcripts=("sessions",),
)
