"""Antigravity CLI.

Transcripts: `transcript.py`. Its folder has the name of its channel; two are looked for.
"""

from __future__ import annotations

from blackboard.agents.agent import Agent


def _owns(parts: tuple[str, ...]) -> bool:
    """`<session>/.system_generated/logs/transcript.jsonl`."""
    return parts[1:] == (".system_generated", "logs", "transcript.jsonl")


ANTIGRAVITY = Agent(
    "antigravity",
    "Antigravity CLI",
    program="agy",
    tools={
        "shell": (
            "run_command",
            "command_status",
            "send_command_input",
        ),
        "read": (
            "view_file",
            "view_file_outline",
            "view_code_item",
            "view_content_chunk",
        ),
        "search": (
            "list_dir",
            "grep_search",
            "find_by_name",
            "codebase_search",
        ),
        "edit": (
            "write_to_file",
            "write_file",
            "replace_file_content",
            "multi_replace_file_content",
            "edit_file",
        ),
        "fetch": (
            "search_web",
            "read_url_content",
            "open_browser_url",
        ),
        "agent": ("browser_subagent",),
    },
    variables=("ANTIGRAVITY_AGENT",),
    processes=("agy",),
    reader="blackboard.agents.antigravity.transcript:Antigravity",
    settings="blackboard.agents.antigravity.settings:SETTINGS",
    home=("", ".gemini"),
    transcripts=("antigravity/brain", "antigravity-cli/brain"),
    owns=_owns,
)
