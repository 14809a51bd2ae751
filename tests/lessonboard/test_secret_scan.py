"""A board is looked through again by the rules of today."""

from __future__ import annotations

from pathlib import Path

from blackboard import Board, NewEvent
from tests.blackboard.redaction.shapes import PASSWORDS
from tests.command_line import Run

PASSWORD = PASSWORDS[3]


def old_board(path: Path) -> str:
    """A board on which an older version has let a password through."""
    with Board.open(path) as board:
        leak = NewEvent("note.taken", "notes", {"text": f"sshpass -p {PASSWORD} ssh x"})
        plain = NewEvent("note.taken", "notes", {"text": "nothing of the kind"})
        return board.log.append([leak, plain])[0].id


def test_an_old_board_is_looked_through(run: Run, tmp_path: Path) -> None:
    """The event is named, the secret is not; the command that is offered erases it."""
    board = tmp_path / "board.db"
    event = old_board(board)
    found = run("--db", str(board), "doctor", "--secrets")
    assert found.code == 1
    assert f"lessonboard forget {event} --reason secrets" in found.out
    assert PASSWORD not in found.out
    assert run("--db", str(board), "forget", event, "--reason", "secrets", "--yes").code == 0
    again = run("--db", str(board), "doctor", "--secrets")
    assert (again.code, "No secret was found" in again.out) == (0, True)
    assert PASSWORD.encode() not in board.read_bytes()


def test_as_json_it_lists_the_events(run: Run, tmp_path: Path) -> None:
    """With what a program needs to go on."""
    board = tmp_path / "board.db"
    event = old_board(board)
    (leak,) = run("--db", str(board), "doctor", "--secrets", "--json").json
    assert leak == {"event": event, "type": "note.taken", "stream": "notes", "secrets": 1}
