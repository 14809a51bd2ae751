"""Codex.

Hooks: https://developers.openai.com/codex/hooks and `codex-rs/hooks/src/schema.rs`. Transcripts:
`transcript.py`.
"""

from __future__ import annotations

from blackboard.agents.agent import Agent, Hooks, Presence, RecentWork
from blackboard.agents.provenance import is_typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from blackboard.agents.agent import Path
    from blackboard.agents.provenance import Known


_OF_OTHERS: tuple[Path, ...] = (("conversation_id",), ("timestamp",))


def _sent_by(event: str, fields: Mapping[Path, object]) -> bool:
    """Turns have an id of their own name, rollouts theirs; without a rollout a model is named."""
    is_others = event.startswith(("Before", "After")) or any(map(fields.get, _OF_OTHERS))
    if is_others or not event[:1].isupper():
        return False
    transcript = str(fields.get(("transcript_path",)) or "").replace("\\", "/")
    is_rollout = transcript.rsplit("/", 1)[-1].startswith("rollout-")
    has_turn, has_model = fields.get(("turn_id",)), fields.get(("model",))
    return is_rollout or bool(has_turn) or bool(has_model and not transcript)


_INTERACTIVE = ("cli", "vscode")
_HEAD: Known = {
    "source": _INTERACTIVE,
    "thread_source": ("user",),
    "originator": ("codex-tui", "codex_tui", "codex_cli_rs", "codex_vscode", "Codex Desktop",
                   "codex_work_desktop"),
    **dict.fromkeys(("parent_thread_id", "agent_nickname", "agent_role", "agent_path",
                     "multi_agent_version"), ()),
}  # fmt: skip
"""The fields of a head that say who types the prompts, and their values where a person does."""

_HEAD_UNRELATED = ("cli_version", "forked_from_id", "base_instructions", "dynamic_tools", "git",
                   "context_window")  # fmt: skip
_NOTE: Known = {"type": ("user_message", "item_completed", "UserMessage"), "kind": ("plain",)}
_NOTE_UNRELATED = ("client_id", "item", "message", "content", "images", "local_images",
                   "text_elements", "audio", "local_audio")  # fmt: skip
_PROMPT: Known = {"type": ("message",), "role": ("user",)}
"""The same of the note that a prompt was submitted, and of the prompt itself."""


def is_interactive(meta: Mapping[str, Any]) -> bool:
    """Whether a person types the prompts of a rollout, by its `session_meta`.

    Those of `exec` and `mcp` are written by programs, those of a subagent by another agent.
    """
    return meta.get("source") in _INTERACTIVE and is_typed(meta, _HEAD, _HEAD_UNRELATED)


def is_plain_prompt(item: Mapping[str, Any]) -> bool:
    """Whether nothing in a message of a user says that something else than a person sent it."""
    return is_typed(item, _PROMPT, ("content", _PASSED_ON)) and _is_users(item.get(_PASSED_ON))


_PASSED_ON = "internal_chat_message_metadata_passthrough"
_PARTS, _ABOUT_PARTS = "content_item_kinds", "content_item_metadata"


def _is_users(noted: object) -> bool:
    """Whether what 0.169 notes of a message's parts names its user alone.

    >>> _is_users({"content_item_kinds": ["user.text"]}), _is_users({"content_item_kinds": ["x"]})
    (True, False)
    """
    if noted is None:
        return True
    if not isinstance(noted, dict) or not is_typed(noted, {}, (_PARTS, _ABOUT_PARTS)):
        return False
    kinds, about = noted.get(_PARTS) or [], noted.get(_ABOUT_PARTS) or []
    are_lists = isinstance(kinds, list) and isinstance(about, list)
    return (
        are_lists
        and all(str(each).startswith("user.") for each in kinds)
        and all(each in (None, {}, {"provenance": {"type": "user"}}) for each in about)
    )


def submitted(record: Mapping[str, Any]) -> str | None:
    """The text of an event by which Codex notes that its user submitted a prompt, else None.

    The message itself has the role of a user, as what Codex adds to it by itself. Since 0.169 the
    event is an item of the kind `UserMessage`, with the text in parts.
    """
    payload = record.get("payload")
    if record.get("type") != "event_msg" or not isinstance(payload, dict):
        return None
    if not is_typed(payload, _NOTE, _NOTE_UNRELATED):
        return None
    if payload.get("type") == "item_completed":
        return _text_of_item(payload.get("item"))
    text = payload.get("message")
    return text if payload.get("type") == "user_message" and isinstance(text, str) else None


def _text_of_item(item: Any) -> str | None:
    """What was typed in a user's item; skills and pictures that it names are separate."""
    if not isinstance(item, dict) or item.get("type") != "UserMessage":
        return None
    if not is_typed(item, _NOTE, _NOTE_UNRELATED):
        return None
    content = item.get("content")
    parts = (
        [each for each in content if isinstance(each, dict)] if isinstance(content, list) else []
    )
    texts = [each.get("text") for each in parts if each.get("type") == "text"]
    return "\n".join(each for each in texts if isinstance(each, str)) or None


def _owns(parts: tuple[str, ...]) -> bool:
    """`2026/03/01/rollout-*.jsonl`, and `rollout-*.jsonl` of the archive."""
    name = parts[-1]
    return name.startswith("rollout-") and name.endswith((".jsonl", ".jsonl.zst"))


_KIND, _ITEM = ("payload", "type"), ("payload", "item", "type")
_TYPED = ("payload", "item", "content", 0, "text")
_MESSAGE = ("payload", "message")
_SHELL = ("payload", "item", "command", 2)
_CMD = ("payload", "arguments", "cmd")
_PATCH = ("payload", "input")
_UPDATE = "*** Update File: "


def _recently(fields: Mapping[Path, Any]) -> tuple[str, str] | None:
    """The prompt, command or file of a line; what is in two kinds of lines counts once."""
    match fields[_KIND], fields[_ITEM]:
        case "item_completed", "UserMessage":
            kind, text = "prompt", fields[_TYPED]
        case "user_message", _:  # older versions
            kind, text = "prompt", fields[_MESSAGE]
        case "item_completed", "CommandExecution":
            kind, text = "command", fields[_SHELL]
        case "function_call", _:
            kind, text = "command", fields[_CMD]
        case "custom_tool_call", _:
            kind, text = "path", str(fields[_PATCH]).partition(_UPDATE)[2].split("\n")[0]
        case _:
            return None
    return (kind, text) if text and isinstance(text, str) else None


CODEX = Agent(
    "codex",
    "Codex",
    program="codex",
    goes_on=("process running with session id",),
    tools={
        "shell": (
            "exec_command", "shell", "shell_command", "local_shell_call", "local_shell",
            "write_stdin", "exec", "Bash",
        ),
        "read": ("read_file", "view_image"),
        "search": ("grep_files", "list_dir"),
        "edit": ("apply_patch",),
        "fetch": ("web_search", "web_search_call"),
        "agent": ("spawn_agent", "send_input", "wait_agent", "resume_agent", "close_agent"),
    },
    variables=("CODEX_THREAD_ID", "CODEX_CI", "CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED"),
    processes=("codex", "codex-linux-sandbox", "@openai/codex"),
    reader="blackboard.agents.codex.transcript:Codex",
    settings="blackboard.agents.codex.settings:SETTINGS",
    home=("CODEX_HOME", ".codex"),
    transcripts=("sessions", "archived_sessions"),
    owns=_owns,
    keeps_record=True,
    own_errors=("apply_patch verification failed", "write_stdin failed"),
    hooks=Hooks(
        {
            "SessionStart": "start",
            "UserPromptSubmit": "prompt",
            "PreToolUse": "before",
            "PostToolUse": "after",
            "Stop": "stop",
            "SessionEnd": "end",
        },
        _sent_by,
        {
            "SessionStart": None,
            "UserPromptSubmit": None,
            "PreToolUse": "Bash|Edit|Write",
            "PostToolUse": None,
            "Stop": None,
            "SessionEnd": None,
        },
        refuses="permission",
        line_at=("start", "prompt", "after"),
        recent=RecentWork((_KIND, _ITEM, _TYPED, _MESSAGE, _SHELL, _CMD, _PATCH), _recently),
        noted=(("payload", "item", "id"), ("payload", "item", "exit_code")),
        presence=Presence(
            head=("payload", "source"), values=_INTERACTIVE, driven=("exec", "e", "mcp-server")
        ),
    ),
)  # fmt: skip
