"""Qwen Code.

Transcripts: `transcript.py`.
"""

from __future__ import annotations

from blackboard.agents.agent import Agent


def _owns(parts: tuple[str, ...]) -> bool:
    """`<folder>/chats/<session>.jsonl`."""
    return len(parts) == 3 and parts[1] == "chats" and parts[2].endswith(".jsonl")


QWEN = Agent(
    "qwen",
    "Qwen Code",
    tools={
        "shell": ("run_shell_command",),
        "read": (
            "read_file",
            "read_many_files",
        ),
        "search": (
            "list_directory",
            "glob",
            "search_file_content",
            "grep_search",
        ),
        "edit": (
            "write_file",
            "edit",
            "replace",
        ),
        "fetch": (
            "web_fetch",
            "web_search",
        ),
        "agent": ("task",),
    },
    variables=("QWEN_CODE",),
    processes=("qwen", "@qwen-code/qwen-code"),
    reader="blackboard.agents.qwen.transcript:Qwen",
    home=("QWEN_HOME", ".qwen"),
    transcripts=("projects",),
    owns=_owns,
)
