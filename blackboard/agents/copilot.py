"""Copilot CLI.

Hooks: https://docs.github.com/en/copilot/reference/hooks-configuration (August 2026). Transcripts:
`sources/copilot.py`.
"""

from __future__ import annotations

from blackboard.agents.agent import Agent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackboard.agents.agent import Path


def _sent_by(event: str, fields: Mapping[Path, object]) -> bool:
    """Its input names no event; ours is named on the command line (`lessonboard/install`)."""
    return event.startswith("copilot.")


def _owns(parts: tuple[str, ...]) -> bool:
    """`<session>/events.jsonl`, and `<session>.jsonl` of older versions."""
    is_flat = len(parts) == 1 and parts[0].endswith(".jsonl")
    return is_flat or (len(parts) == 2 and parts[1] == "events.jsonl")


COPILOT = Agent(
    "copilot",
    "Copilot CLI",
    program="copilot",
    tools={
        "shell": ("bash", "shell", "powershell", "read_bash", "write_bash", "stop_bash"),
        "read": ("view",),
        "search": ("grep", "glob", "rg"),
        "edit": ("edit", "create", "str_replace_editor", "apply_patch"),
        "fetch": ("web_fetch", "web_search"),
        "agent": ("task",),
    },
    variables=("COPILOT_CLI",),
    processes=("copilot", "@github/copilot"),
    reader="blackboard.sources.copilot:Copilot",
    home=("COPILOT_HOME", ".copilot"),
    transcripts=("session-state",),
    owns=_owns,
    keeps_record=True,
)
