"""Claude Code.

Tools and hooks: https://code.claude.com/docs/en/hooks. Transcripts: `sources/claude_code.py`.
"""

from __future__ import annotations

from blackboard.agents.agent import Agent, Hooks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackboard.agents.agent import Outcome, Path

WORKING_TOOLS = ("Bash", "Edit", "Glob", "Grep", "MultiEdit", "Read", "Write")
"""What it needs to work on a repository by itself."""

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
    reader="blackboard.sources.claude_code:ClaudeCode",
    home=("CLAUDE_CONFIG_DIR", ".claude"),
    transcripts=("projects",),
    keeps_record=True,
    error_tags=("<tool_use_error>", "</tool_use_error>"),
    not_run=("sibling tool call errored",),
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
        outcome=_outcome,
    ),
)
