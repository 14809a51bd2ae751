"""A board made of the sample sessions, and the folder of a project in which servers start."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from scheduler.work.queue import Queue
from tests.lessonboard.mcp.client import Place


@pytest.fixture
def place(tmp_path: Path, samples_board: Path) -> Place:
    """A home, a copy of that board, and a clone of one of the sample projects."""
    folder = tmp_path / "home" / "parcel-api"
    folder.mkdir(parents=True)
    settings = tmp_path / "home" / ".config" / "lessonboard" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("[mcp]\nall_projects = true\n")
    for line in ("init -q", "remote add origin https://github.com/example/parcel-api.git"):
        subprocess.run(["git", *line.split()], cwd=folder, check=True)
    for file in samples_board.parent.glob("board.db*"):
        shutil.copy(file, tmp_path / file.name)
    place = Place(folder, tmp_path / "board.db")
    with place.board() as board:  # what the import queued would be claimed before a test's own
        queue = Queue(board, "test")
        queue.complete([(item, {}) for item in queue.claim(limit=20)])
    return place
