"""Kimi Code.

Transcripts: `transcript.py`.
"""

from __future__ import annotations

from blackboard.agents.agent import Agent


def _owns(parts: tuple[str, ...]) -> bool:
    """`<folder>/<session>/agents/<agent>/wire.jsonl`."""
    return len(parts) == 5 and parts[2] == "agents" and parts[4] == "wire.jsonl"


KIMI = Agent(
    "kimi",
    "Kimi Code",
    tools={
        "shell": (
            "Bash",
            "Shell",
        ),
        "read": (
            "Read",
            "ReadFile",
            "ReadMediaFile",
        ),
        "search": (
            "Grep",
            "Glob",
        ),
        "edit": (
            "Edit",
            "Write",
            "WriteFile",
            "StrReplaceFile",
        ),
        "fetch": (
            "WebSearch",
            "FetchURL",
            "SearchWeb",
        ),
        "agent": (
            "Agent",
            "AgentSwarm",
            "Task",
        ),
    },
    processes=("kimi", "kimi-cli"),
    reader="blackboard.agents.kimi.transcript:Kimi",
    home=("KIMI_CODE_HOME", ".kimi-code"),
    transcripts=("sessions",),
    owns=_owns,
)
