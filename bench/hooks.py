"""Hooks: the whole process from start to end, compared with an idle Python process."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

from bench import corpus
from bench.prompts import make_prompts
from bench.result import Result, cost
from lessonboard.hooks.address import folder_of, socket_of
from lessonboard.hooks.start_server import start_server
from lessonboard.install.launcher import hook_line, launcher_text

_ROUNDS = 60
_WORDS, _MOST_LESSONS = 80, 100_000
_LONGEST_START = 30
_NOTHING = [sys.executable, "-c", "pass"]
_SETTINGS: dict[str, Any] = {
    "background": False, "limit": 5, "budget": 1500, "config": "", "receipt": True,
    "min_confidence": 0.7,
}  # fmt: skip
_session = count()


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Milliseconds per process: recording the end of a turn, and finding lessons for a prompt."""
    results = []
    repository = _repository(folder)
    for size in sizes:
        if size <= _MOST_LESSONS:
            board = corpus.lesson_board(folder, size)
            launcher = folder / f"hook-{size}.py"
            launcher.write_text(launcher_text(board, **_SETTINGS))
            results += _board(launcher, size, repository, board)
    return results


def _board(launcher: Path, size: int, repository: Path, board: Path) -> list[Result]:
    results = _either(launcher, size, repository, "without a server")
    with _server(board):
        return results + _either(launcher, size, repository, "with the server")


def _either(launcher: Path, size: int, repository: Path, how: str) -> list[Result]:
    prompts = make_prompts(size, _ROUNDS, _WORDS)
    stops = [_payload(repository, "Stop") for _ in prompts]
    asked = [_payload(repository, "UserPromptSubmit", prompt=prompt.text) for prompt in prompts]
    nothing, capture, injection = _in_turn(launcher, stops, asked)
    return [
        cost(f"hook {how}, {kind}", size, median(ours), "ms", "python -c pass", median(nothing))
        for kind, ours in (("end of a turn", capture), (f"prompt of {_WORDS} words", injection))
    ]


@contextmanager
def _server(board: Path) -> Iterator[None]:
    """The hook server of a board, which ends when its socket is gone."""
    start_server(str(board), _SETTINGS)
    ends = time.monotonic() + _LONGEST_START
    while not Path(socket_of(str(board))).exists():
        if time.monotonic() > ends:
            raise RuntimeError(f"no hook server listens at {socket_of(str(board))!r}")
        time.sleep(0.02)
    yield
    shutil.rmtree(folder_of(str(board)))


def _in_turn(launcher: Path, *cases: list[str]) -> tuple[list[float], ...]:
    """Run the cases in turn, with an idle process first, so that they share the load."""
    found: tuple[list[float], ...] = tuple([] for _ in (None, *cases))
    for payloads in zip(*cases, strict=True):
        found[0].append(_run(_NOTHING, ""))
        for times, given in zip(found[1:], payloads, strict=True):
            times.append(_run(_hook(launcher), given))
    return found


def _hook(launcher: Path) -> list[str]:
    return ["/bin/sh", "-c", hook_line("claude", launcher)]


def _repository(folder: Path) -> Path:
    """A repository of one of the lessons' projects."""
    git = folder / "repository" / ".git"
    git.mkdir(parents=True)
    (git / "config").write_text('[remote "origin"]\n\turl = https://example.org/3\n')
    return git.parent


def _payload(repository: Path, event: str, **fields: Any) -> str:
    """A hook's payload from Claude Code, with a new session each time."""
    base = {
        "session_id": f"bench-{next(_session)}",
        "transcript_path": "/nowhere/session.jsonl",
        "cwd": str(repository),
        "hook_event_name": event,
    }
    return json.dumps({**base, **fields})


def _run(command: list[str], payload: str) -> float:
    began = time.perf_counter()
    subprocess.run(command, input=payload.encode(), stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - began) * 1000
