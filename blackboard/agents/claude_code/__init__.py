"""Claude Code.

Tools and hooks: https://code.claude.com/docs/en/hooks. Transcripts: `transcript.py`.
"""

from __future__ import annotations

from blackboard.agents.agent import Agent, Hooks, Presence, RecentWork
from blackboard.agents.provenance import is_typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from blackboard.agents.agent import Outcome, Path
    from blackboard.agents.provenance import Known
    from blackboard.vocabulary import Author

WORKING_TOOLS = ("Bash", "Edit", "Glob", "Grep", "MultiEdit", "Read", "Write")
"""What it needs to work on a repository by itself."""

_INTERACTIVE = ("cli", "claude-vscode", "claude-desktop")
"""Entry points at which a person types; a program writes the prompts of the others (`sdk-cli`)."""

_TYPED = ("typed", "queued")
_BY_HARNESS = (
    "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage", "planContent",
    "sourceToolUseID", "sourceToolAssistantUUID", "parentToolUseID", "parent_tool_use_id",
    "attributionPlugin", "attributionSkill", "sessionKind",
)  # fmt: skip
_BY_OTHERS = ("isSidechain", "agentId", "teamName", "agentName", "attributionAgent")
_OF_A_PERSON: Known = {
    "type": ("user",),
    "userType": ("external",),
    "entrypoint": _INTERACTIVE,
    "promptSource": _TYPED,
    "turnOrigin": ("human",),
    "permissionMode": ("default", "acceptEdits", "bypassPermissions", "auto", "plan", "dontAsk"),
    **dict.fromkeys((*_BY_HARNESS, *_BY_OTHERS), (False,)),
}
"""The fields of a line that say where a prompt came from, and their values where a person typed."""

_DESKTOP = "claude-desktop"
_IN_DESKTOP: Known = {**_OF_A_PERSON, "entrypoint": (_DESKTOP,), "promptSource": ("sdk", *_TYPED)}
"""The same for Claude Desktop where `origin` says that a person typed: it drives Claude Code as a
program does, so its prompts come from `sdk` like those that no person typed."""

_OF_A_MESSAGE: Known = {"role": ("user",), "type": ("message", "text")}
_UNRELATED = frozenset((
    "uuid", "parentUuid", "logicalParentUuid", "promptId", "sessionId", "session_id", "message",
    "origin", "toolUseResult", "thinkingMetadata", "imagePasteIds", "interruptedMessageId", "todos",
    "turnPosition",
))  # fmt: skip
"""Fields of such a line that say nothing about it, or are looked at by themselves."""

_OF_A_RESULT = frozenset((*_UNRELATED, "sourceToolAssistantUUID", "sourceToolUseID"))
"""The same of a line with a tool's result, which names its call."""
_REPORTS = (
    "<", "PreToolUse:", "PostToolUse:", "PreToolUse hook", "PostToolUse hook", "Stop hook",
    "UserPromptSubmit hook", "SubagentStart hook", "SubagentStop hook", "SessionStart hook",
    "SessionEnd hook", "PreCompact hook", "Notification hook", "PermissionRequest hook",
    "TaskCompleted hook", "TaskCreated hook", "TeammateIdle hook",
)  # fmt: skip
"""How texts begin that programs write as the user, in versions that do not mark them."""

_NEVER_TYPED = ("\x1b", "\x9b", "\u202d", "\u202e")
"""What no keyboard writes into a prompt: a text with colours or turned order was pasted."""

_REFUSED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it "
    "was a file edit, the new_string was NOT written to the file)."
)
_SAID = (
    "To tell you how to proceed, the user said:",
    "The user provided the following reason for the rejection:",
)
_REFUSALS = ("User rejected tool use", "The user doesn't want to take this action right now. ")
_FAILS_OTHERWISE = frozenset(
    "Bash Edit Write MultiEdit NotebookEdit Read ExitPlanMode AskUserQuestion".split()
)
"""Tools whose own failures never open like a refusal: a failing command opens with `Error: Exit
code`, the others with sentences of the harness. What an MCP server, a page or a subagent answers
may open in any way."""

_HOOKS_DECIDED = ("hook_blocking_error", "hook_permission_decision", "hook_error_during_execution")

_EXIT = "Exit code "
_LONGEST_CODE = 5


_OF_OTHERS: tuple[Path, ...] = (("conversation_id",), ("timestamp",), ("turn_id",))


def _sent_by(event: str, fields: Mapping[Path, object]) -> bool:
    """It names a transcript that is no rollout, or no model; turns and times it does not name."""
    transcript = str(fields.get(("transcript_path",)) or "").replace("\\", "/")
    is_rollout = transcript.rsplit("/", 1)[-1].startswith("rollout-")
    if is_rollout or not (transcript or not fields.get(("model",))):
        return False
    is_others = event.startswith(("Before", "After")) or any(map(fields.get, _OF_OTHERS))
    return event[:1].isupper() and not is_others


def _outcome(output: str, failed: bool | None) -> Outcome:
    """A failed command's error begins with a line `Exit code N`."""
    code = output[:40].split("\n", maxsplit=1)[0].removeprefix(_EXIT)
    known = failed and output.startswith(_EXIT) and code.isdecimal() and len(code) <= _LONGEST_CODE
    return output, failed, int(code) if known else None


_TAGS = ("<command-message>", "</command-message>", "<command-name>", "</command-name>",
         "<command-args>", "</command-args>")  # fmt: skip
_OURS = ("/mcp__lessonboard__", "/lessonboard:")
_SKILL = "/lessonboard"
_ALONE = ("keep", "drop")
"""What decides also where nothing was typed after it."""


def own_command(record: Mapping[str, Any]) -> str:
    """A slash command of the product with its arguments, as `/remember ...`; else empty.

    Claude Code writes such a line for what is typed at its prompt, in tags of its own, and says by
    `origin` that a person did; a line of any other form is none, whatever it holds.
    """
    message, origin = record.get("message"), record.get("origin")
    text = message.get("content") if isinstance(message, dict) else None
    is_persons = isinstance(origin, dict) and _may_be_a_persons(record)
    if not is_persons or not record.get("entrypoint") or not isinstance(text, str):
        return ""
    if any(text.count(tag) != 1 for tag in _TAGS) or not text.startswith(_TAGS[0]):
        return ""
    named = text.partition(_TAGS[2])[2].partition(_TAGS[3])
    typed, _, rest = named[2].partition(_TAGS[4])[2].partition(_TAGS[5])
    if not rest.strip() and not named[2].partition(_TAGS[4])[0].strip():
        if named[0] == _SKILL and typed:
            return f"{_SKILL} {typed.strip()}"
        for beginning in _OURS:
            name = named[0].removeprefix(beginning)
            if name != named[0] and (typed or name in _ALONE):
                return f"/{name} {typed.strip()}".rstrip()
    return ""


def author_of(record: Mapping[str, Any]) -> Author:
    """Who wrote the text of a `user` record, by the fields that only the harness writes.

    What no field proves to be typed has no author: a role is not a person. That of a record in
    a transcript from elsewhere counts for nothing (`folders.owner`).
    """
    if any(map(record.get, _BY_OTHERS)):
        return "other-agent"
    if any(map(record.get, _BY_HARNESS)):
        return "harness"
    if own_command(record):
        return "human"
    origin = record.get("origin")
    if origin is not None and not (isinstance(origin, dict) and origin.get("kind") == "human"):
        return "harness"
    return "human" if _may_be_a_persons(record) and _is_one_text(record) else "unknown"


def _may_be_a_persons(record: Mapping[str, Any]) -> bool:
    """Whether all that a line says of where it came from is known, and is so where people type."""
    origin, message = record.get("origin"), record.get("message")
    if origin is not None and origin != {"kind": "human"}:
        return False
    in_desktop = origin is not None and record.get("entrypoint") == _DESKTOP
    known = _IN_DESKTOP if in_desktop else _OF_A_PERSON
    return is_typed(record, known, _UNRELATED) and all(
        is_typed(part, _OF_A_MESSAGE, ("content",)) for part in _texts(message)
    )


def _texts(message: Any) -> list[Mapping[str, Any]]:
    """A message and its blocks of text, whose fields may say who wrote them."""
    content = message.get("content") if isinstance(message, dict) else None
    blocks = content if isinstance(content, list) else []
    found = [each for each in blocks if isinstance(each, dict) and each.get("type") == "text"]
    return [message, *found] if isinstance(message, dict) else []


def _is_one_text(record: Mapping[str, Any]) -> bool:
    """Whether a record holds one text and no tool's result, command or report of a program."""
    message = record.get("message")
    if isinstance(message, dict) and message.get("role", "user") != "user":
        return False
    content = message.get("content") if isinstance(message, dict) else None
    blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
    kinds = [block.get("type") if isinstance(block, dict) else None for block in blocks]
    if "toolUseResult" in record or not {"text"} <= set(kinds) <= {"text", "image", "document"}:
        return False
    texts = [str(block.get("text") or "").lstrip() for block in blocks if block["type"] == "text"]
    own = [text for text in texts if not text.startswith(("<system-reminder>", "<ide_"))]
    is_other = any(sign in text for text in texts for sign in ("<command-", *_NEVER_TYPED))
    return len(own) == 1 and not own[0].startswith(_REPORTS) and not is_other


def refusal(
    record: Mapping[str, Any], tool: str, *, by_hook: bool = False
) -> tuple[Author, str] | None:
    """Who refused a call, and their words; None where it was not refused.

    Only `toolUseResult` counts, which the harness writes; what a program printed is in `content`.

    Args:
        record: the line with the result.
        tool: the tool that was called.
        by_hook: whether a hook decided about the call.
    """
    found = record.get("toolUseResult")
    given = found.removeprefix("Error: ") if isinstance(found, str) else ""
    if not given.startswith((_REFUSED, *_REFUSALS)):
        return None
    is_known = is_typed(record, _OF_A_PERSON, _OF_A_RESULT)
    if by_hook or tool not in _FAILS_OTHERWISE or not is_known:
        return ("hook" if by_hook else "unknown"), ""
    rest = given.removeprefix(_REFUSED).lstrip()
    words = (rest.removeprefix(each) for each in _SAID if rest.startswith(each))
    return "human", next(words, "").strip()


def looks_refused(output: str) -> bool:
    """Whether a result opens like a refusal, which proves nothing: anybody may write so."""
    return output.startswith((_REFUSED, *_REFUSALS))


def decided_by_hook(record: Mapping[str, Any]) -> str | None:
    """The call that a hook decided about, by an `attachment` line."""
    attachment = record.get("attachment")
    if not isinstance(attachment, dict) or attachment.get("type") not in _HOOKS_DECIDED:
        return None
    call = attachment.get("toolUseID")
    return call if isinstance(call, str) else None


def _owns(parts: tuple[str, ...]) -> bool:
    """`<folder>/<session>.jsonl`, and subagents in `<folder>/<session>/subagents/`."""
    if not parts[-1].endswith((".jsonl", ".jsonl.zst")):
        return False
    return len(parts) == 2 or (len(parts) == 4 and parts[2] == "subagents")


_LINE, _META, _SUMMARY = ("type",), ("isMeta",), ("isCompactSummary",)
_CONTENT = ("message", "content")
_TEXT = (*_CONTENT, 0, "text")
_RAN, _FILE = (*_CONTENT, 0, "input", "command"), (*_CONTENT, 0, "input", "file_path")


def _recently(fields: Mapping[Path, Any]) -> tuple[str, str] | None:
    """The prompt of a `user` line, or the command or file of an `assistant` line's call."""
    if fields[_META] or fields[_SUMMARY]:
        return None
    if fields[_LINE] == "user":
        text = fields[_TEXT] or fields[_CONTENT]
        is_typed = isinstance(text, str) and not text.startswith(("<", "[{"))
        return ("prompt", text) if is_typed else None
    if fields[_LINE] != "assistant":
        return None
    command, path = fields[_RAN], fields[_FILE]
    if isinstance(command, str):
        return "command", command
    return ("path", path) if isinstance(path, str) else None


CLAUDE_CODE = Agent(
    "claude-code",
    "Claude Code",
    program="claude",
    tools={
        "shell": ("Bash", "PowerShell", "BashOutput", "KillShell", "KillBash"),
        "read": ("Read", "NotebookRead"),
        "search": ("Grep", "Glob", "LS"),
        "edit": ("Edit", "Write", "MultiEdit", "NotebookEdit"),
        "fetch": ("WebFetch", "WebSearch"),
        "agent": ("Agent", "Task"),
        "mcp": ("ListMcpResourcesTool", "ReadMcpResourceTool"),
    },
    variables=("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID"),
    processes=("claude", "@anthropic-ai/claude-code", "claude/versions"),
    reader="blackboard.agents.claude_code.transcript:ClaudeCode",
    settings="blackboard.agents.claude_code.settings:SETTINGS",
    home=("CLAUDE_CONFIG_DIR", ".claude"),
    transcripts=("projects",),
    owns=_owns,
    keeps_record=True,
    error_tags=("<tool_use_error>", "</tool_use_error>"),
    not_run=("sibling tool call errored",),
    goes_on=("command running in background", "command was manually backgrounded"),
    own_errors=(
        "<tool_use_error>",
        "EISDIR",
        "File has not been read",
        "File has been modified",
        "File has been unexpectedly modified",
        "File does not exist",
        "File content (",
        "String to replace not found",
    ),
    hooks=Hooks(
        {
            "SessionStart": "start",
            "UserPromptSubmit": "prompt",
            "PreToolUse": "before",
            "PostToolUse": "after",
            "PostToolUseFailure": "failed",
            "Stop": "stop",
            "SessionEnd": "end",
        },
        _sent_by,
        # Nothing runs after each call: the transcript is the record (docs/decisions/0013).
        {
            "SessionStart": None,
            "UserPromptSubmit": None,
            "PreToolUse": "Bash|Edit|Write|MultiEdit|NotebookEdit",
            "PostToolUseFailure": "*",
            "Stop": None,
            "SessionEnd": None,
        },
        refuses="permission",
        line_at=("start", "prompt", "after", "failed"),
        outcome=_outcome,
        # In the other modes a question is answered by itself: with yes, or with no in `dontAsk`.
        presence=Presence(
            variable="CLAUDE_CODE_ENTRYPOINT",
            values=_INTERACTIVE,
            driven=("-p", "--print"),
            asks=("default", "acceptEdits", "plan"),
        ),
        recent=RecentWork((_LINE, _META, _SUMMARY, _CONTENT, _TEXT, _RAN, _FILE), _recently),
    ),
)
