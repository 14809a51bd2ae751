"""A hook whose board has a server (`lessonboard/hooks/server.py`)."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from blackboard.board import Board
from lessonboard.hooks import address, client, start_server
from lessonboard.hooks.server import serving as serving_process
from tests.lessonboard.hooks.conftest import Hook, lessons
from tests.waiting import eventually

SETTINGS: dict[str, Any] = {
    "background": False, "limit": 5, "budget": 1500, "config": "", "receipt": True,
    "min_confidence": 0.7, "holdout": True,
}  # fmt: skip


class Served(Hook):
    """A hook whose board has a server, which counts what it handles by ending with the test."""

    def __init__(self, folder: Path, board: Path) -> None:
        super().__init__(folder, board, patient=False)
        self.socket = Path(address.socket_of(str(board)))
        self.pid = 0

    def serve(self, **settings: Any) -> None:
        """Start the server, and wait until it listens."""
        start_server.start_server(str(self.board), {**SETTINGS, **settings})
        assert eventually(lambda: self.server() not in (0, self.pid))
        self.pid = self.server()

    def server(self) -> int:
        """The process that answers; 0 if there is none."""
        return serving_process(str(self.board))

    def handled(self, hook_event: object, **variables: str) -> bytes | None:
        """What the server itself answers; None where the event is left to a process."""
        program = (
            f"import sys; sys.path.insert(0, {str(Path(client.__file__).parents[2])!r})\n"
            "from lessonboard.hooks import client\n"
            f"given = sys.stdin.buffer.read()\n"
            f"answer = client._answer({str(self.board)!r}, {SETTINGS!r}, given)\n"
            "sys.stdout.buffer.write(b'none' if answer is None else b'=' + answer)\n"
        )
        done = subprocess.run(
            [sys.executable, "-IS", "-c", program, "claude"], check=True, capture_output=True,
            input=json.dumps(hook_event).encode(), cwd=self.folder, env=variables,
        )  # fmt: skip
        return None if done.stdout == b"none" else done.stdout[1:]


@contextmanager
def short_folder() -> Iterator[Path]:
    """A folder with a short path, as sockets need it."""
    place = Path(tempfile.mkdtemp(prefix="lb-"))
    yield place
    shutil.rmtree(place)


@contextmanager
def serving(place: Path, folder: Path) -> Iterator[Served]:
    """A board with a server that is running."""
    board = place / "board.db"
    with Board.open(board) as made:
        made.append(lessons(str(folder)))
        made.catch_up()
    hook = Served(folder, board)
    hook.serve()
    yield hook
    with suppress(ProcessLookupError):
        os.kill(hook.pid, signal.SIGKILL)
