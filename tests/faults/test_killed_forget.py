"""A forgetting that is killed leaves all or nothing, and the same command again finishes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from tests.faults.children import killed, let_go, start

_SECRET = "hunter2zebra"
_FORGET = """
import os, signal
from blackboard.board import Board
with Board.open(sys.argv[1]) as board:
    ready()
    def tell(stage):
        if stage.startswith(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
    board.log.forget([], reason="r", actor="me", closing=["session:s"], tell=tell)
"""


def say(number: int) -> NewEvent:
    """A message of the session that is forgotten."""
    said = {"session": "s", "role": "user", "text": f"{_SECRET} {number} " + "x" * 500}
    return NewEvent("message.recorded", "session:s", said)


@pytest.mark.parametrize(("stage", "gone"), [("Erasing", False), ("Rebuilding", False),
                                             ("Rewriting", True)])  # fmt: skip
def test_a_killed_forgetting_is_finished_by_the_next(
    tmp_path: Path, stage: str, gone: bool
) -> None:
    """Whenever it was killed, the log is sound, and no byte is left in the end."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append([say(number) for number in range(200)])
        board.catch_up()
    child = start(_FORGET, path, stage)
    let_go(child)
    killed(child)
    with Board.open(path) as board:
        assert board.verify().sound
        assert board.verify().holes == (200 if gone else 0)
        assert len(board.view("sessions")) == (0 if gone else 1)
        board.log.forget([], reason="r", actor="me", closing=["session:s"])
        assert board.verify().holes == 200
        assert board.append([say(1)]) == []
    left = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert _SECRET.encode() not in left
