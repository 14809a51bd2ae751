"""A forgetting that is killed leaves all or nothing, and the same command again finishes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.storage.sqlite import passage_check
from tests.faults.children import killed, let_go, start
from tests.inside import connection_of

_SECRET = "hunter2zebra"
_INDEXED = b"unter2zeb"
"""What the index has of it, whatever word is sorted before it."""

_FORGET = """
import os, signal
from blackboard.board import Board
from blackboard.storage.sqlite import passage_removal
with Board.open(sys.argv[1]) as board:
    ready()
    def tell(stage):
        if stage.startswith(sys.argv[2]):
            os.kill(os.getpid(), signal.SIGKILL)
    merge = passage_removal.merge
    passage_removal.merge = lambda connection: (merge(connection), tell("Merged"))
    board.log.forget([], reason="r", actor="me", closing=["session:s"], tell=tell)
"""


def say(number: int, session: str = "s", word: str = _SECRET) -> NewEvent:
    """A message, of the session that is forgotten unless another is named."""
    said = {"session": session, "role": "user", "text": f"{word} {number} " + "x" * 500}
    return NewEvent("message.recorded", f"session:{session}", said)


def left_of(folder: Path) -> bool:
    """Whether a word of that session is in a file of the board."""
    left = b"".join(each.read_bytes() for each in folder.iterdir())
    return any(each in left for each in (_SECRET.encode(), _INDEXED))


@pytest.mark.parametrize(("stage", "gone"), [("Erasing", False), ("Rebuilding", False),
                                             ("Rewriting", True), ("Merged", True)])  # fmt: skip
def test_a_killed_forgetting_is_finished_by_the_next(
    tmp_path: Path, stage: str, gone: bool
) -> None:
    """Whenever it was killed, the log is sound, and no byte is left in the end."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append([say(number) for number in range(200)])
        board.append([say(number, "other", "giraffe") for number in range(200)])
        board.index()
        board.catch_up()
    child = start(_FORGET, path, stage)
    let_go(child)
    killed(child)
    with Board.open(path) as board:
        assert board.verify().sound
        assert board.verify().holes == (200 if gone else 0)
        assert len(board.view("sessions")) == (1 if gone else 2)
        assert left_of(tmp_path) is not gone  # what was left is finished by the opening
        assert bool(board.recall(_SECRET)) is not gone
        assert list(passage_check.problems(connection_of(board))) == []
        board.log.forget([], reason="r", actor="me", closing=["session:s"])
        assert board.verify().holes == 200
        assert board.append([say(1)]) == []
        assert [each.id for each in board.recall("giraffe")] == ["other"]
        assert list(passage_check.problems(connection_of(board))) == []
    assert not left_of(tmp_path)
