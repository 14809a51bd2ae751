"""Cursor.

Hooks: https://cursor.com/docs/hooks.md. A call that fails is sent as `postToolUseFailure` only,
`postToolUse` is sent for calls that succeeded.
"""

from __future__ import annotations

from blackboard.agents.agent import Agent, Hooks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackboard.agents.agent import Path


def _sent_by(event: str, fields: Mapping[Path, object]) -> bool:
    return bool(fields.get(("conversation_id",))) or event[:1].islower()


CURSOR = Agent(
    "cursor",
    "Cursor",
    program="cursor",
    tools={
        "shell": ("Shell", "run_terminal_cmd"),
        "read": ("Read", "read_file"),
        "search": ("Grep", "Glob", "LS", "codebase_search", "file_search", "grep_search"),
        "edit": ("Edit", "Write", "StrReplace", "Delete", "edit_file", "search_replace"),
        "fetch": ("WebSearch", "WebFetch", "web_search"),
        "agent": ("Task",),
    },
    # Its editor has terminals for people: neither `cursor` nor CURSOR_TRACE_ID means an agent.
    variables=("CURSOR_AGENT",),
    processes=("cursor-agent",),
    reader="blackboard.agents.cursor.transcript:Cursor",
    settings="blackboard.agents.cursor.settings:SETTINGS",
    home=("", ".cursor"),
    hooks=Hooks(
        {
            "sessionStart": "start",
            "beforeSubmitPrompt": "prompt",
            "preToolUse": "before",
            "beforeShellExecution": "before",
            "postToolUse": "after",
            "afterShellExecution": "after",
            "afterFileEdit": "after",
            "postToolUseFailure": "failed",
            "stop": "stop",
            "sessionEnd": "end",
        },
        _sent_by,
        dict.fromkeys((
            "sessionStart", "beforeSubmitPrompt", "postToolUse", "postToolUseFailure", "stop",
            "sessionEnd",
        )),
        # What a start adds did not reach the model of 3.12.17, what a tool adds did.
        deaf=frozenset((
            "sessionStart", "beforeSubmitPrompt", "afterShellExecution", "afterFileEdit",
        )),
        tools={"beforeShellExecution": "Shell", "afterShellExecution": "Shell",
               "afterFileEdit": "Edit"},
        flat_reply="additional_context",
        late=True,
        succeeded=frozenset(("postToolUse",)),
    ),
)  # fmt: skip
