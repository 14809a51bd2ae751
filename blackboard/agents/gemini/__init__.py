"""Gemini CLI.

Hooks: https://geminicli.com/docs/hooks/reference. A shell call that fails has no `error`: how it
ended is in the text that the model is given (seen with 0.61.0). Transcripts:
`transcript.py`.
"""

from __future__ import annotations

from blackboard.agents.agent import Agent, Hooks, Presence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackboard.agents.agent import Outcome, Path

_OPEN, _CLOSE = "<untrusted_context>", "</untrusted_context>"
_OUTPUT, _EMPTY = "Output: ", "(empty)"
_EXIT, _NOTES = "Exit Code: ", ("Process Group PGID: ", "Background PIDs: ")
_SIGNAL, _FAULT = "Signal: ", "Error: "
_LONGEST_CODE = 5
_CANCELLED = "Command was cancelled"
_SHARED = ("SessionStart", "SessionEnd", "PreCompress")


def _sent_by(event: str, fields: Mapping[Path, object]) -> bool:
    """Names of its own, or a time and a transcript, though it may not be named yet."""
    if event.startswith(("Before", "After")):
        return True
    has_time, transcript = bool(fields.get(("timestamp",))), fields.get(("transcript_path",))
    return event in _SHARED and has_time and transcript is not None


def outcome(output: str, failed: bool | None) -> Outcome:
    """A shell's text ends with notes on how the command ended; 0 is not noted.

    >>> outcome("Output: no such file\\nExit Code: 2\\nProcess Group PGID: 7", None)
    ('no such file', True, 2)
    """
    text = output.strip().removeprefix(_OPEN).removesuffix(_CLOSE).strip()
    if failed or text.startswith(_CANCELLED):
        return text, failed, None
    lines, code, problems = text.split("\n"), None, False
    while len(lines) > 1 and lines[-1].startswith((_EXIT, *_NOTES, _SIGNAL)):
        last = lines.pop()
        problems = problems or last.startswith(_SIGNAL)
        number = last.removeprefix(_EXIT)
        is_code = last.startswith(_EXIT) and number.isdecimal() and len(number) <= _LONGEST_CODE
        code = int(number) if is_code else code
    # The last line may be the program's own, or say why there is none; it is kept in any case.
    problems = problems or (len(lines) > 1 and lines[-1].startswith(_FAULT))
    body = "\n".join(lines).removeprefix(_OUTPUT).removeprefix(_EMPTY).lstrip("\n")
    return body, problems or bool(code), code


def _owns(parts: tuple[str, ...]) -> bool:
    """`<project>/chats/session-*.jsonl`, and those of subagents in a folder below."""
    is_chat = len(parts) in (3, 4) and parts[1] == "chats"
    return is_chat and parts[-1].endswith((".jsonl", ".json"))


GEMINI = Agent(
    "gemini",
    "Gemini CLI",
    program="gemini",
    tools={
        "shell": ("run_shell_command",),
        "read": ("read_file", "read_many_files"),
        "search": ("list_directory", "glob", "search_file_content", "grep_search"),
        "edit": ("write_file", "replace"),
        "fetch": ("web_fetch", "google_web_search"),
    },
    variables=("GEMINI_CLI",),
    processes=("gemini", "@google/gemini-cli"),
    reader="blackboard.agents.gemini.transcript:Gemini",
    settings="blackboard.agents.gemini.settings:SETTINGS",
    home=("GEMINI_CLI_HOME", ".gemini"),
    home_within=True,
    transcripts=("tmp",),
    owns=_owns,
    keeps_record=True,
    hooks=Hooks(
        {
            "SessionStart": "start",
            "BeforeAgent": "prompt",
            "BeforeTool": "before",
            "AfterTool": "after",
            "AfterAgent": "stop",
            "PreCompress": "compaction",
            "SessionEnd": "end",
        },
        _sent_by,
        {
            "SessionStart": None,
            "BeforeAgent": None,
            "BeforeTool": "run_shell_command|write_file|replace",
            "AfterTool": None,
            "AfterAgent": None,
            "PreCompress": None,
            "SessionEnd": None,
        },
        refuses="decision",
        outcome=outcome,
        presence=Presence(driven=("-p", "--prompt"), at_terminal=True),
        line_at=("start", "prompt", "after"),
    ),
)
