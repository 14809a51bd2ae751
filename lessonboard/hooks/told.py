"""What an agent tells its hook, whichever agent it is, as one thing.

The fields are those of the agents' documentation: Claude Code's hooks reference, Codex's
`codex-rs/hooks/src/schema.rs`, Gemini CLI's `docs/hooks/reference.md`, Cursor's hooks page.
"""

from __future__ import annotations

from blackboard.sources.repository import project_of
from blackboard.storage.sqlite_json import Json

CLAUDE, CODEX, GEMINI, CURSOR = "claude-code", "codex", "gemini", "cursor"

_STEPS = {
    "SessionStart": "start",
    "sessionStart": "start",
    "UserPromptSubmit": "prompt",
    "BeforeAgent": "prompt",
    "beforeSubmitPrompt": "prompt",
    "PreToolUse": "before",
    "BeforeTool": "before",
    "preToolUse": "before",
    "beforeShellExecution": "before",
    "PostToolUse": "after",
    "AfterTool": "after",
    "postToolUse": "after",
    "afterShellExecution": "after",
    "afterFileEdit": "after",
    "PostToolUseFailure": "failed",
    "postToolUseFailure": "failed",
    "Stop": "stop",
    "AfterAgent": "stop",
    "stop": "stop",
    "SessionEnd": "end",
    "sessionEnd": "end",
}
"""The agents' names of the moments that matter here."""

_DEAF = {"BeforeTool", "beforeShellExecution", "afterShellExecution", "afterFileEdit"}
"""The moments among them at which the agent takes no context: what is said then is lost."""

_FIELDS: dict[str, tuple[str | int, ...]] = {
    "event": ("hook_event_name",),
    "session_id": ("session_id",),
    "conversation_id": ("conversation_id",),
    "agent_id": ("agent_id",),
    "cwd": ("cwd",),
    "root": ("workspace_roots", 0),
    "transcript": ("transcript_path",),
    "model": ("model",),
    "turn": ("turn_id",),
    "prompt_id": ("prompt_id",),
    "generation_id": ("generation_id",),
    "timestamp": ("timestamp",),
    "prompt": ("prompt",),
    "tool": ("tool_name",),
    "call": ("tool_use_id",),
    "input": ("tool_input",),
    "shell": ("tool_input", "command"),
    "file": ("tool_input", "file_path"),
    "notebook": ("tool_input", "notebook_path"),
    "path": ("tool_input", "path"),
    "bare_command": ("command",),
    "bare_file": ("file_path",),
    "content": ("tool_response", "llmContent"),
    "stdout": ("tool_response", "stdout"),
    "stderr": ("tool_response", "stderr"),
    "response_output": ("tool_response", "output"),
    "response": ("tool_response",),
    "tool_output": ("tool_output",),
    "output": ("output",),
    "result": ("result_json",),
    "response_error": ("tool_response", "error", "message"),
    "error_message": ("error_message",),
    "error": ("error",),
    "interrupted": ("is_interrupt",),
    "again": ("stop_hook_active",),
    "reason": ("reason",),
    "status": ("status",),
}


class Told:
    """One call of a hook.

    `step` is start, prompt, before, after, failed, stop or end; empty for any other event.
    `session` is that of a subagent where one speaks. `transcript` is where the agent keeps the
    session itself, empty where it does not. `hears` tells whether context is taken now.
    `failed` is None where the agent does not say how a tool's call ended.
    """

    def __init__(self, json: Json, text: str) -> None:
        found = dict(zip(_FIELDS, json.fields(text, *_FIELDS.values()), strict=True))
        given = {name: value if isinstance(value, str) else "" for name, value in found.items()}
        self.event = given["event"]
        self.step = _STEPS.get(self.event, "")
        self.agent = _agent(self.event, given)
        self.hears = self.event not in _DEAF
        self.main_session = _named(given["session_id"] or given["conversation_id"])
        subagent = _named(given["agent_id"])
        self.session = f"{self.main_session}/{subagent}" if subagent else self.main_session
        self.cwd = given["cwd"] or given["root"]
        self.project = _project(self.cwd)
        self.transcript = given["transcript"] if self.agent in (CLAUDE, CODEX) else ""
        self.model = given["model"]
        self.turn = given["prompt_id"] or given["turn"] or given["generation_id"]
        self.prompt = given["prompt"]
        self.tool = given["tool"] or ("Bash" if given["bare_command"] else "Edit")
        self.call = _named(given["call"])
        self.input = given["input"]
        self.command = given["shell"] or given["bare_command"]
        paths = (given["file"], given["notebook"], given["path"], given["bare_file"])
        self.paths = tuple(path for path in paths if path)
        self.output = _first(given, _OUTPUTS)
        self.error = _first(given, _ERRORS) if self.step in ("after", "failed") else ""
        self.failed = _failed(self.step, self.event, self.error)
        self.goes_on = bool(found["again"]) or bool(found["interrupted"])
        self.reason = given["reason"] or given["status"]


_OUTPUTS = ("content", "response_output", "response", "tool_output", "output", "result")
_ERRORS = ("response_error", "error", "error_message")


def _first(given: dict[str, str], names: tuple[str, ...]) -> str:
    """The first text of those names; what a shell wrote to both its outputs goes before."""
    shell = "\n".join(each for each in (given["stdout"], given["stderr"]) if each)
    if shell and names == _OUTPUTS:
        return shell
    return next((given[name] for name in names if given[name]), "")


def _failed(step: str, event: str, error: str) -> bool | None:
    """Codex and Gemini tell of every call alike, Cursor too where it tells of a shell's."""
    if step == "failed" or error:
        return True
    return False if event == "postToolUse" else None


def _agent(event: str, given: dict[str, str]) -> str:
    """Which agent calls: each has a name or a field that the others lack."""
    if given["conversation_id"] or event[:1].islower():
        return CURSOR
    if event.startswith(("Before", "After")) or given["timestamp"]:
        return GEMINI
    file = given["transcript"].replace("\\", "/").rsplit("/", 1)[-1]
    if given["turn"] or file.startswith("rollout-"):
        return CODEX
    return CLAUDE if given["transcript"] or not given["model"] else CODEX


def _project(folder: str) -> str | None:
    """The project of a folder, as the readers of transcripts name it (`sources.source.name`)."""
    if not folder:
        return None
    found = "".join(each for each in project_of(folder) if each.isprintable())
    return found[:400] if found.strip() else None


def _named(given: str) -> str:
    """An id that may stand in a stream's name; empty when it may not."""
    return given if given.isprintable() and len(given) <= 400 else ""
