"""Cline.

Transcripts: `transcript.py`; those of the extension lie in a folder of the editor, and are
imported when they are named. Roo Code and Kilo Code keep theirs alike.
"""

from __future__ import annotations

from blackboard.agents.agent import Agent


def _owns(parts: tuple[str, ...]) -> bool:
    """`<session>/<session>.messages.json`."""
    return len(parts) == 2 and parts[1] == f"{parts[0]}.messages.json"


CLINE = Agent(
    "cline",
    "Cline",
    tools={
        "shell": (
            "execute_command",
            "run_commands",
        ),
        "read": ("read_file",),
        "search": (
            "search_files",
            "list_files",
            "list_code_definition_names",
            "codebase_search",
        ),
        "edit": (
            "write_to_file",
            "replace_in_file",
            "apply_diff",
            "insert_content",
            "search_and_replace",
            "editor",
        ),
        "fetch": (
            "web_fetch",
            "fetch_web_content",
            "browser_action",
        ),
        "agent": (
            "new_task",
            "spawn_agent",
        ),
    },
    variables=("CLINE_ACTIVE",),
    processes=("cline",),
    reader="blackboard.agents.cline.transcript:Cline",
    home=("CLINE_DIR", ".cline"),
    transcripts=("data/sessions",),
    owns=_owns,
)
