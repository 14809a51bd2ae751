"""A board as after weeks of use, and the page that shows it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from examples.pictures.sample_board import make
from lessonboard.bootstrap import App
from tests.commands import COMMAND
from tests.deciding import allow_scripts
from tests.parts.web.visitor import Visitor, visiting

NOW = 1_795_338_000_000_000
"""2026-11-22 09:00 UTC."""


@dataclass(frozen=True)
class Served:
    """A server that runs as a process of its own."""

    link: str
    port: int
    board: Path
    process: subprocess.Popen[str]

    def url(self, path: str) -> str:
        """The address of a page."""
        return self.link.partition("/?")[0] + path


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample board, as the pictures show it; tests work on copies."""
    folder = tmp_path_factory.mktemp("furnished")
    make(folder / "board.db", folder, NOW)
    return folder / "board.db"


@pytest.fixture
def sample(furnished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sample board, in a home without anything else."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copy(furnished, tmp_path / "board.db"))


@pytest.fixture
def visitor(sample: Path) -> Iterator[Visitor]:
    """Somebody who opened the link, without a browser."""
    with visiting(App(str(sample))) as found:
        yield found


@pytest.fixture
def serve(sample: Path, tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Starts the real command, and ends it."""
    started: list[subprocess.Popen[str]] = []
    allow_scripts(tmp_path)

    def start(*options: str, board: Path = sample) -> Served:
        words = [str(COMMAND), "--db", str(board), "web", "--json", "--no-browser", *options]
        if "--port" not in options:
            words += ["--port", "0"]
        environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
        process = subprocess.Popen(
            words, env=environment, cwd=tmp_path, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        started.append(process)
        told = _json(process)
        return Served(str(told["url"]), int(told["port"]), board, process)

    yield start
    for process in started:
        process.terminate()
        process.communicate(timeout=120)


def _json(process: subprocess.Popen[str]) -> dict[str, Any]:
    """The first value that a process prints."""
    lines = ""
    assert process.stdout is not None
    for line in process.stdout:
        lines += line
        if line.startswith("}"):
            found: dict[str, Any] = json.loads(lines)
            return found
    raise AssertionError(f"nothing was served: {lines}{process.communicate()[1]}")
