"""Claude Code and Codex as agents: how each is asked, and how its answer is read.

The programs are stand-ins that print what the real ones print.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from lessonboard.parts.automation.runners.claude_code import ClaudeCode
from lessonboard.parts.automation.runners.codex import Codex
from lessonboard.parts.automation.runners.runner import AgentMissing, RunnerTask

SESSION = "0199c1a2-0000-7000-8000-000000000001"


def program(folder: Path, out: str, err: str = "", code: int = 0) -> str:
    """A program that notes its arguments and prints something."""
    path = folder / "program"
    path.write_text(
        f"#!{sys.executable} -S\nimport json, sys\nfrom pathlib import Path\n"
        f"Path({str(folder / 'arguments.json')!r}).write_text(json.dumps(sys.argv[1:]))\n"
        f"print({out!r})\nprint({err!r}, file=sys.stderr)\nsys.exit({code})\n"
    )
    path.chmod(0o755)
    return str(path)


def arguments(folder: Path) -> list[str]:
    """What the program was started with."""
    found: list[str] = json.loads((folder / "arguments.json").read_text())
    return found


def task(folder: Path) -> RunnerTask:
    """A task in a folder."""
    return RunnerTask("Do it", folder, folder / "logs" / "step-1.log")


def claude(**fields: object) -> str:
    """What Claude Code prints at its end."""
    return json.dumps({"type": "result", "subtype": "success", "is_error": False,
                       "result": "Done.", "session_id": SESSION, **fields})  # fmt: skip


def test_claude_code_is_asked_in_print_mode(tmp_path: Path) -> None:
    """Its answer and its session are read from the JSON; it may edit without asking."""
    result = ClaudeCode(program=program(tmp_path, claude())).run(task(tmp_path))
    assert (result.text, result.session, result.problem) == ("Done.", SESSION, "")
    given = arguments(tmp_path)
    assert given[:4] == ["-p", "Do it", "--output-format", "json"]
    assert given[given.index("--permission-mode") + 1] == "acceptEdits"


@pytest.mark.parametrize(
    ("out", "code", "told"),
    [
        (claude(is_error=True, subtype="error_max_turns"), 0, "error_max_turns"),
        ("no JSON at all", 0, "printed no JSON"),
        ("Invalid API key", 1, "exit code 1: Invalid API key"),
        ("[1, 2]", 0, "printed no JSON"),
    ],
)
def test_what_claude_code_could_not_do_is_a_fault(
    tmp_path: Path, out: str, code: int, told: str
) -> None:
    """Also where it ends with exit code 0."""
    result = ClaudeCode(program=program(tmp_path, out, code=code)).run(task(tmp_path))
    assert told in result.problem


def test_codex_is_asked_in_a_sandbox_of_the_worktree(tmp_path: Path) -> None:
    """Its last words are the answer; its session is told on standard error."""
    err = f"OpenAI Codex\nsession id: {SESSION}\n"
    result = Codex(program=program(tmp_path, "Done.", err)).run(task(tmp_path))
    assert (result.text, result.session, result.problem) == ("Done.", SESSION, "")
    given = arguments(tmp_path)
    assert (given[0], given[-1]) == ("exec", "Do it")
    assert given[given.index("--sandbox") + 1] == "workspace-write"


def test_a_codex_that_fails_is_a_fault(tmp_path: Path) -> None:
    """With its last words."""
    result = Codex(program=program(tmp_path, "", "stream error", 1)).run(task(tmp_path))
    assert result.problem == "it ended with exit code 1: stream error"


@pytest.mark.parametrize("agent", [ClaudeCode(program="not-here"), Codex(program="not-here")])
def test_a_program_that_is_not_there_is_said(tmp_path: Path, agent: ClaudeCode | Codex) -> None:
    """One error for all of them."""
    with pytest.raises(AgentMissing, match="not-here"):
        agent.run(task(tmp_path))
