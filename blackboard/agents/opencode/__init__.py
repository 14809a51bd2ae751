"""OpenCode.

Its hooks are a plugin in JavaScript (`plugin.js`), which reports to ours
what happened in the words of `COMMON_FIELDS`. Transcripts: `transcript.py`.
"""

from __future__ import annotations

from blackboard.agents.agent import Agent, Hooks, Presence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackboard.agents.agent import Path


def _sent_by(event: str, fields: Mapping[Path, object]) -> bool:
    """The plugin's events have names that no agent uses itself."""
    return event.startswith("opencode.")


OPENCODE = Agent(
    "opencode",
    "OpenCode",
    program="opencode",
    tools={
        "shell": ("bash",),
        "read": ("read",),
        "search": ("glob", "grep", "list"),
        "edit": ("edit", "write", "multiedit", "patch", "apply_patch"),
        "fetch": ("webfetch", "websearch"),
        "agent": ("task",),
    },
    variables=("OPENCODE", "OPENCODE_PID"),
    processes=("opencode", "node_modules/opencode-ai"),
    reader="blackboard.agents.opencode.transcript:OpenCode",
    settings="blackboard.agents.opencode.settings:SETTINGS",
    home=("XDG_DATA_HOME", ".local/share"),
    transcripts=("opencode/opencode.db",),
    keeps_record=True,
    hooks=Hooks(
        {
            "opencode.start": "start",
            "opencode.prompt": "prompt",
            "opencode.before": "before",
            "opencode.after": "after",
            "opencode.compaction": "compaction",
            "opencode.stop": "stop",
            "opencode.end": "end",
        },
        _sent_by,
        {},
        refuses="decision",
        presence=Presence(driven=("run", "serve", "web", "acp"), at_terminal=True),
        line_at=("start", "prompt"),
    ),
)
