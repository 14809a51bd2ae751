"""A hook as agents run it: a process of its own, isolated, with an event on standard input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from lessonboard.install.launcher import launcher_text
from tests.blackboard.lessons import lesson, told

_LONGEST = 60
_PATIENT = """\
    import lessonboard.hooks.hook as hooking
    hooking.CAPTURE_SECONDS = hooking.ANSWER_SECONDS = 30.0
    hooking.WALL_SECONDS = hooking.END_SECONDS = 60.0
"""


def out_of_time(call: str) -> str:
    """Lines of a launcher after which a call never ends; the hook's time is over in it."""
    return (
        "    import time, lessonboard.hooks.hook as hooking\n"
        "    from blackboard.storage.hook_board import HookBoard\n"
        "    def endless(*_):\n"
        "        hooking.Deadline._passed = lambda _: '500 ms'\n"
        "        time.sleep(60)\n"
        f"    HookBoard.{call} = endless\n"
    )


class Answered(NamedTuple):
    """What a hook left behind."""

    code: int
    out: str
    err: str
    seconds: float

    @property
    def reply(self) -> Any:
        """What was printed, which is JSON or nothing."""
        return json.loads(self.out) if self.out else None

    @property
    def text(self) -> str:
        """What the agent is told."""
        if not self.out:
            return ""
        inner = self.reply.get("hookSpecificOutput", self.reply)
        text: str = inner.get("additionalContext") or inner["additional_context"]
        return text


class Hook:
    """Runs the hook of one board; with patience, so that a busy machine changes no answer."""

    def __init__(
        self,
        folder: Path,
        board: Path,
        *,
        background: bool = False,
        patient: bool = True,
        config: str = "",
        receipt: bool = True,
    ) -> None:
        self.board = board
        self.folder = folder
        self.launcher = folder / "hook.py"
        text = launcher_text(board, background=background, config=config, receipt=receipt)
        before, main, after = text.partition("    main(board=")
        assert main
        self.launcher.write_text(f"{before}{_PATIENT if patient else ''}{main}{after}")

    def start(self, life: float = 0.0, /, **variables: str) -> subprocess.Popen[bytes]:
        """A hook that waits to be told something; the kernel ends it after so many seconds."""
        return subprocess.Popen(
            [sys.executable, "-IS", str(self.launcher), "agent"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env={"PATH": os.environ["PATH"], "HOME": str(self.folder), **variables},
            # The timer outlives the start of a program, and nobody handles its signal there.
            preexec_fn=partial(signal.setitimer, signal.ITIMER_REAL, life) if life else None,
        )

    def __call__(self, hook_event: object, **variables: str) -> Answered:
        """Tell it something: an object becomes JSON, bytes are told as they are."""
        data = hook_event if isinstance(hook_event, bytes) else json.dumps(hook_event).encode()
        begun = time.monotonic()
        process = self.start(**variables)
        out, err = process.communicate(data, timeout=_LONGEST)
        taken = time.monotonic() - begun
        return Answered(process.returncode, out.decode(), err.decode(), taken)

    def silent(self, hook_event: object, **variables: str) -> Answered:
        """Tell it something to which it must not say anything, nor fail, nor last."""
        answered = self(hook_event, **variables)
        assert (answered.code, answered.out, answered.err) == (0, "", "")
        assert answered.seconds < 5
        return answered

    def failures(self) -> list[dict[str, Any]]:
        """What went wrong, as kept for `doctor`."""
        path = Path(f"{self.board}.hook-errors.jsonl")
        lines = path.read_text().splitlines() if path.exists() else []
        return [json.loads(line) for line in lines]

    def events(self, *types: str) -> list[Any]:
        """The payloads on the board, with what waits beside it taken in."""
        with Board.open(self.board) as board:
            board.catch_up()
            return [event.payload for event in board.read(types=types or None)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder that the agent works in, which is also its project."""
    place = tmp_path / "work"
    place.mkdir()
    return place


@pytest.fixture
def quokka(tmp_path: Path, folder: Path) -> Path:
    """A board that knows something of quokkas, of a file, a command and an error."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append(lessons(str(folder)))
        board.catch_up()
    return path


def lessons(project: str) -> list[NewEvent]:
    """Lessons of a project, and one of another."""
    return [
        lesson("comb", "Sharpen the quokka comb before trimming sails.", project=project,
               trust="human"),
        told("lesson.approved", "comb", by="human"),
        lesson("file", "Keep the marimba table in order.", project=project,
               paths=["src/marimba.py"]),
        lesson("run", "Give the tiles a zoom level.", project=project,
               commands=["make tiles"]),
        lesson("error", "Start the gamelan before the tests.", project=project,
               signatures=["error: gamelan refused the connection"]),
        lesson("other", "Sharpen the quokka comb after trimming sails.", project="elsewhere"),
    ]  # fmt: skip


@pytest.fixture
def hook(folder: Path, quokka: Path) -> Hook:
    """The hook of that board."""
    return Hook(folder, quokka)


MakeHook = Callable[[Path], Hook]


@pytest.fixture
def hook_of(folder: Path) -> MakeHook:
    """The hook of any board."""
    return lambda board: Hook(folder, board)
