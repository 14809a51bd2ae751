"""Copilot CLI.

Hooks: https://docs.github.com/en/copilot/reference/hooks-configuration, and 1.0.102 as it ran. It
sends the fields of Claude Code to events that are registered in Claude Code's spelling, and also
runs the hooks of a project's `.claude/settings.json`. It calls hooks of the start and of the first
prompt together. Transcripts: `transcript.py`.
"""

from __future__ import annotations

from blackboard.agents.agent import Agent, Hooks, Presence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackboard.agents.agent import Outcome, Path

_STEPS = {
    "SessionStart": "start",
    "UserPromptSubmit": "prompt",
    "PreToolUse": "before",
    "PostToolUse": "after",
    "PostToolUseFailure": "failed",
    "Stop": "stop",
    "PreCompact": "compaction",
    "SessionEnd": "end",
}
_TRANSCRIPT = "events.jsonl"
_ENDED, _CODE = ("completed", "exited"), " with exit code "
_LONGEST_CODE = 5


def _sent_by(event: str, fields: Mapping[Path, object]) -> bool:
    """Names of Claude Code's with a time, and no transcript where Gemini CLI's name one."""
    transcript = fields.get(("transcript_path",))
    is_own = transcript is None or str(transcript).replace("\\", "/").endswith(f"/{_TRANSCRIPT}")
    return is_own and event in _STEPS and bool(fields.get(("timestamp",)))


def outcome(output: str, failed: bool | None) -> Outcome:
    """A command that fails is a success of the tool; a mark at the end of its text has the code.

    >>> outcome("no such file\\n<shellId: 0 completed with exit code 2>", None)
    ('no such file', True, 2)
    """
    text, _, mark = output.rstrip().rpartition("<")
    how, _, code = mark.removesuffix(">").rpartition(_CODE)
    number = code.removeprefix("-")
    is_code = mark.endswith(">") and number.isdecimal() and len(number) <= _LONGEST_CODE
    is_shell = how.startswith(("shellId: ", *_ENDED)) and how.endswith(_ENDED)
    if not (is_code and is_shell):
        return output, failed, None
    return text.rstrip(), int(code) != 0, int(code)


def _owns(parts: tuple[str, ...]) -> bool:
    """`<session>/events.jsonl`, and `<session>.jsonl` of older versions."""
    is_flat = len(parts) == 1 and parts[0].endswith(".jsonl")
    return is_flat or (len(parts) == 2 and parts[1] == _TRANSCRIPT)


COPILOT = Agent(
    "copilot",
    "Copilot CLI",
    program="copilot",
    # Its hooks are given Claude Code's names: bash is Bash, view Read, create Write, task Agent.
    tools={
        "shell": ("bash", "shell", "powershell", "read_bash", "write_bash", "stop_bash",
                  "list_bash", "Bash"),
        "read": ("view", "Read"),
        "search": ("grep", "glob", "rg"),
        "edit": ("edit", "create", "str_replace_editor", "apply_patch", "Edit", "Write"),
        "fetch": ("web_fetch", "web_search"),
        "agent": ("task", "Agent"),
    },
    # Commands are given both, MCP servers the second alone.
    variables=("COPILOT_CLI", "COPILOT_AGENT_SESSION_ID"),
    processes=("copilot", "@github/copilot"),
    reader="blackboard.agents.copilot.transcript:Copilot",
    settings="blackboard.agents.copilot.settings:SETTINGS",
    home=("COPILOT_HOME", ".copilot"),
    transcripts=("session-state",),
    owns=_owns,
    keeps_record=True,
    hooks=Hooks(
        _STEPS,
        _sent_by,
        {**dict.fromkeys(_STEPS), "PreToolUse": "Bash|Edit|Write"},
        # What is added before a call reaches the model together with its result.
        fields={
            # A subagent's session is its own id; 1.0.102 names the one that started it beside.
            "session": (("parent_agent_id",), ("session_id",)),
            "output": (("tool_result", "text_result_for_llm"),),
        },
        transcript=f"session-state/{{}}/{_TRANSCRIPT}",
        # What was added at the start is no part of the conversation that is resumed.
        cleared=("resume",),
        flat_reply="additionalContext",
        refuses="permission",
        outcome=outcome,
        # It says no mode; a hook's question is put to the person even under --allow-all.
        presence=Presence(
            driven=("-p", "--prompt", "--acp", "--server", "--environment-host"),
            at_terminal=True,
            asks=("",),
        ),
    ),
)  # fmt: skip
