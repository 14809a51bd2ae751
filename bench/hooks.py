"""Hooks: the whole process from start to end, compared with an idle Python process."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

from bench import corpus
from bench.prompts import make_prompts
from bench.result import Result, cost
from bench.timing import percentile
from blackboard.board import Board
from lessonboard.hooks.address import folder_of, socket_of
from lessonboard.hooks.start_server import start_server
from lessonboard.install.launcher import hook_line, launcher_text

_ROUNDS = 60
_AT_ONCE = 8
_WORDS = 80
_MILLION = 1_000_000
_CAPTURE = {"alone": 1.7, "with the server": 1.5}
_INJECTION = {
    ("alone", 10_000): 2.5,
    ("alone", 100_000): 3.0,
    ("with the server", 10_000): 2.2,
    ("with the server", 100_000): None,
}
"""At most so many times an idle Python; what no budget speaks of has none."""

_LONGEST_START = 30
_NOTHING = [sys.executable, "-c", "pass"]
_SETTINGS: dict[str, Any] = {
    "background": False, "limit": 5, "budget": 1500, "config": "", "receipt": True,
    "min_confidence": 0.7,
}  # fmt: skip
_session = count()


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Milliseconds per process: recording the end of a turn, and finding lessons for a prompt.

    With `--full` the board of 100,000 lessons holds a million events besides.
    """
    results = []
    repository = _repository(folder)
    for size in sizes:
        if size <= 100_000:
            board = corpus.lesson_board(folder, size)
            if size == 100_000 and _MILLION in sizes:
                _fill(board)
            launcher = folder / f"hook-{size}.py"
            launcher.write_text(launcher_text(board, **_SETTINGS))
            results += _board(launcher, size, repository, board)
    return results


def _fill(path: Path) -> None:
    with Board.open(path) as board:
        while board.log.head() < _MILLION:
            board.log.append(corpus.tool_calls(10_000, board.log.head()))
        board.catch_up()


def _board(launcher: Path, size: int, repository: Path, board: Path) -> list[Result]:
    results = _either(launcher, size, repository, "alone")
    with _server(board):
        return results + _either(launcher, size, repository, "with the server")


def _either(launcher: Path, size: int, repository: Path, how: str) -> list[Result]:
    prompts = make_prompts(size, _ROUNDS, _WORDS)
    stops = [_payload(repository, "Stop") for _ in prompts]
    asked = [_payload(repository, "UserPromptSubmit", prompt=prompt.text) for prompt in prompts]
    again = [_payload(repository, "UserPromptSubmit", prompt=prompt.text) for prompt in prompts]
    nothing, capture, injection = _in_turn(launcher, stops, asked)
    at_most = _INJECTION.get((how, size))
    results = [
        *_rows(f"hook {how}, end of a turn", size, capture, nothing, _CAPTURE[how]),
        *_rows(f"hook {how}, prompt of {_WORDS} words", size, injection, nothing, at_most),
    ]
    alone = _at_once([(_NOTHING, "")] * len(asked))
    output = _at_once([(_hook(launcher), payload) for payload in again])
    return [*results, *_rows(f"hook {how}, prompt, {_AT_ONCE} at once", size, output, alone, None)]


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


def _rows(
    work: str, size: int, ours: list[float], nothing: list[float], at_most: float | None
) -> list[Result]:
    peer = "python -c pass"
    return [
        cost(f"{work}, p50", size, median(ours), "ms", peer, median(nothing), at_most=at_most),
        cost(f"{work}, p99", size, percentile(ours, 0.99), "ms", peer, percentile(nothing, 0.99)),
    ]


def _in_turn(launcher: Path, *cases: list[str]) -> tuple[list[float], ...]:
    """Run the cases in turn, with an idle process first, so that they share the load."""
    found: tuple[list[float], ...] = tuple([] for _ in (None, *cases))
    for payloads in zip(*cases, strict=True):
        found[0].append(_run(_NOTHING, ""))
        for times, given in zip(found[1:], payloads, strict=True):
            times.append(_run(_hook(launcher), given))
    return found


def _at_once(calls: list[tuple[list[str], str]]) -> list[float]:
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return list(pool.map(lambda call: _run(*call), calls))


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
