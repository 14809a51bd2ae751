"""The same situation gives the same advice from a hook, the command line and the MCP server."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from blackboard.board import Board
from blackboard.event import NewEvent
from lessonboard.bootstrap import App
from lessonboard.cli.main import cli
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.tools import call
from tests.blackboard.lessons import lesson, told
from tests.lessonboard.hooks.agents import claude
from tests.lessonboard.hooks.conftest import Hook

_ERROR = "Error: gamelan refused the connection"
_SIGNATURE = "error: gamelan refused the connection"
_LONG = "so it goes\n" * 800
_NAMES = ("amber basil", "cedar delta", "ember fjord", "grove heron")


def lessons(project: str) -> list[NewEvent]:
    """Something for each step, and more than a step may say at once."""
    many = [
        lesson(f"many-{n}", f"Mind the {name}.", project=project, commands=["tox"],
               signatures=["error: too many cooks"])
        for n, name in enumerate(_NAMES)
    ]  # fmt: skip
    return [
        lesson("comb", "Sharpen the quokka comb before trimming sails.", project=project),
        told("lesson.approved", "comb", by="human"),
        lesson("file", "Keep the marimba table in order.", project=project,
               paths=["src/marimba.py"]),
        lesson("tiles", "Give the tiles a zoom level.", project=project, commands=["make tiles"]),
        lesson("obeyed", "Use `uv run pytest` here.", project=project, commands=["uv run pytest"],
               symptom="No module named pytest."),
        lesson("bare", "Name the branch after its ticket.", project=project, commands=["git"]),
        lesson("error", "Start the gamelan before the tests.", project=project,
               signatures=[_SIGNATURE]),
        lesson("global", "Polish the sextant brass weekly.", project=None, scope="global"),
        lesson("foreign", "Sharpen the quokka comb after trimming sails.", project="elsewhere"),
        *many,
    ]  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A situation, what a hook is given for it, and the lessons that are due."""

    due: tuple[str, ...]
    step: str
    known: dict[str, Any] = field(default_factory=dict)
    event: str = ""
    hook: dict[str, Any] = field(default_factory=dict)


def at_start(*due: str) -> Case:
    """The beginning of a session."""
    return Case(due, "start", {}, "SessionStart", {"source": "startup"})


def cleared(known: dict[str, Any], lines: list[dict[str, Any]], *due: str) -> Case:
    """After a compaction; the hook reads off its transcript what the others are given."""
    hook = {"source": "compact", "transcript": lines}
    return Case(due, "cleared", known, "SessionStart", hook)


def typed(text: str) -> dict[str, Any]:
    """A line of a transcript with a prompt."""
    return {"type": "user", "message": {"role": "user", "content": text}}


def called(**given: str) -> dict[str, Any]:
    """A line of a transcript with a tool's call."""
    blocks = [{"type": "tool_use", "id": "t1", "name": "Bash", "input": given}]
    return {"type": "assistant", "message": {"role": "assistant", "content": blocks}}


def prompt(text: str, *due: str) -> Case:
    """A prompt."""
    return Case(due, "prompt", {"prompt": text}, "UserPromptSubmit", {"prompt": text})


def before(command: str, *due: str) -> Case:
    """A command that is about to run."""
    tool = {"tool_name": "Bash", "tool_input": {"command": command}}
    return Case(due, "before", {"command": command}, "PreToolUse", tool)


def before_edit(path: str, *due: str) -> Case:
    """A file that is about to be edited."""
    tool = {"tool_name": "Edit", "tool_input": {"file_path": path}}
    return Case(due, "before", {"paths": [path]}, "PreToolUse", tool)


def after(command: str, output: str, *due: str) -> Case:
    """A command that ended, nobody knows how."""
    tool = {"tool_name": "Bash", "tool_input": {"command": command},
            "tool_response": {"stdout": output, "stderr": ""}}  # fmt: skip
    return Case(due, "after", {"command": command, "error": output}, "PostToolUse", tool)


def failed(command: str, error: str, *due: str) -> Case:
    """A command that failed."""
    tool = {"tool_name": "Bash", "tool_input": {"command": command}, "error": error}
    return Case(due, "failed", {"command": command, "error": error}, "PostToolUseFailure", tool)


CASES = {
    "start": at_start("comb"),
    "cleared, nothing known": cleared({}, [], "comb"),
    "cleared, a prompt": cleared({"prompt": "Is the sextant brass to be polished?"},
                                 [typed("Is the sextant brass to be polished?")],
                                 "global", "comb"),
    "cleared, a prompt that fits the digest": cleared(
        {"prompt": "How do I sharpen the quokka comb?"},
        [typed("How do I sharpen the quokka comb?")], "comb"),
    "cleared, a command": cleared({"command": "make tiles"}, [called(command="make tiles")],
                                  "tiles", "comb"),
    "cleared, what a command's words are like": cleared(
        {"command": "polish sextant brass weekly"},
        [called(command="polish sextant brass weekly")], "comb"),
    "cleared, a file": cleared({"paths": ["src/marimba.py"]},
                               [called(file_path="src/marimba.py")], "file", "comb"),
    "cleared, much": cleared(
        {"prompt": "Go on", "command": "make tiles\ntox", "paths": ["src/marimba.py"]},
        [typed("First"), called(command="tox"), typed("Go on"), called(command="make tiles"),
         called(file_path="src/marimba.py")],
        "file", "many-0", "many-1", "many-2", "many-3"),
    "words of a prompt": prompt("How do I sharpen the quokka comb?", "comb"),
    "a global lesson": prompt("Is the sextant brass to be polished?", "global"),
    "a file in a prompt": prompt("Look at src/marimba.py, please", "file"),
    "an unrelated prompt": prompt("Explain monads to a beginner."),
    "before a command": before("make tiles", "tiles"),
    "before a command like a lesson's words": before("sharpen quokka comb trimming sails"),
    "before what a lesson asks for": before("uv run pytest"),
    "before nearly what a lesson asks for": before("uv run pytest -x", "obeyed"),
    "before a program that tells nothing": before("git status"),
    "before a command of many lessons": before("tox", "many-0", "many-1"),
    "before an edit": before_edit("src/marimba.py", "file"),
    "before an edit of a file of that name": before_edit("lib/marimba.py"),
    "after an error": after("./check", f"x\n{_ERROR}\n", "error"),
    "after a success": after("make tiles", "all is well"),
    "after a success that speaks of errors": after("make tiles", "0 errors, 0 failed"),
    "after a signature that does not look failed": after("x", "gamelan refused the connection"),
    "failed": failed("./check", f"Exit code 1\n{_ERROR}", "error"),
    "failed command of a lesson": failed("make tiles", f"Exit code 1\n{_ERROR}", "error", "tiles"),
    "failed for many lessons": failed("tox", "error: too many cooks",
                                      "many-0", "many-1", "many-2"),
    "failed with a long output": failed("./check", f"{_ERROR}\n{_LONG}", "error"),
    "failed with an error in the middle": failed(
        "./check", f"{_LONG}{_ERROR}\n{_LONG}"
    ),
}  # fmt: skip


@pytest.fixture
def hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hook:
    """The hook of a board of such lessons, in a project's folder; the other faces run there too."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(folder)
    with Board.open(tmp_path / "board.db") as board:
        board.append(lessons(str(folder)))
        board.catch_up()
    return Hook(folder, tmp_path / "board.db")


def by_hook(hook: Hook, case: Case) -> str:
    """What an agent is told by its hook."""
    fields = dict(case.hook)
    if case.step == "before":  # a hook is not asked, and reminds of nothing then
        assert not hook(claude(case.event, hook.folder, **fields)).out
        return by_mcp(hook, {**case.known, "step": "before"})
    lines = fields.pop("transcript", None)
    if lines is not None:
        fields["transcript_path"] = str(hook.folder.parent / "c1.jsonl")
        text = "".join(f"{json.dumps(each)}\n" for each in lines)
        Path(fields["transcript_path"]).write_text(text)
    return hook(claude(case.event, hook.folder, **fields)).text


def by_command_line(hook: Hook, known: dict[str, Any]) -> str:
    """What `lesson context` prints."""
    options = [f"--project={hook.folder}"]
    for name, value in known.items():
        values = value if isinstance(value, list) else [value]
        options += [f"--{name.removesuffix('s')}={each}" for each in values]
    typed = ["--db", str(hook.board), "lesson", "context", *options]
    done = CliRunner().invoke(cli, typed, catch_exceptions=False)
    assert done.exit_code == 0
    return done.output.removesuffix("\n")


def by_mcp(hook: Hook, known: dict[str, Any]) -> str:
    """What the tool `context` answers."""
    desk = ServerContext(App(str(hook.board)), "test", 5.0)
    answer = call(desk, "context", {"project": str(hook.folder), **known})
    assert not answer.failed, answer.text
    return "" if answer.text.startswith("No lesson") else answer.text


FOLLOWS = ("prompt", "before", "failed")
"""Steps that follow from what is known; the command line has no others."""


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_all_faces_give_the_same_advice(hook: Hook, case: Case) -> None:
    """Byte by byte, and only what is due."""
    known = {**case.known, "step": case.step}
    texts = [by_mcp(hook, known), by_hook(hook, case)]
    if case.step in FOLLOWS:
        texts.append(by_command_line(hook, case.known))
    assert texts == texts[:1] * len(texts)
    lines = texts[0].splitlines()[1:]
    assert [line.rpartition("; ")[2].rstrip(")") for line in lines] == list(case.due)


@pytest.mark.parametrize("name", [name for name, case in CASES.items()
                                  if case.step in FOLLOWS])  # fmt: skip
def test_the_step_follows_from_what_is_known(hook: Hook, name: str) -> None:
    """Whoever does not name the step of a prompt, a call or a failure is answered the same."""
    case = CASES[name]
    known = {**case.known, "step": case.step}
    assert by_mcp(hook, case.known) == by_mcp(hook, known)
