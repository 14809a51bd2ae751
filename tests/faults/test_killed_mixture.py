"""Everything at once under kills: nothing acknowledged is lost, views are as the log says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.importer import import_files
from lessonboard.exporting.events import Exported, lines
from lessonboard.exporting.restoring import restore
from tests.faults.children import go, start
from tests.faults.mixture import MARK, Places, exported, insight, told, transcript_lines
from tests.long_runs import rounds

_MAIN = """
from pathlib import Path
from tests.faults import mixture
ready()
mixture.main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
"""


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """A board with little on it, a transcript, and the export of another board."""
    found = Places(tmp_path)
    found.transcript.write_bytes(b"".join(transcript_lines()))
    with Board.open(tmp_path / "other" / "board.db") as board:
        board.append([insight(f"other-{number}") for number in range(300)])
        found.export.write_bytes(b"".join(lines(board.read(), Exported())))
    with Board.open(found.board) as board:
        board.append([insight("first")])
        board.catch_up()
    return found


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
@pytest.mark.parametrize("seed", [1])
def test_nothing_is_lost_whatever_is_killed(places: Places, seed: int) -> None:
    """300 kills in a full run, in a plain one a sample."""
    lives = rounds(15, 340)
    [(written, errors)] = go(start(_MAIN, places.board.parent, lives, seed))
    assert errors == ""
    assert int(written) >= rounds(8, 300)
    with Board.open(places.board) as board:
        board.catch_up()
        _check_log(board, places)
        _check_rest(board, places)
        _check_views(board)
        _check_forgotten(board, places)


def _check_log(board: Board, places: Places) -> None:
    """Each event that was acknowledged is there, with its payload unless it was forgotten."""
    assert board.verify().sound
    payloads = {event.id: event.payload for event in board.read()}
    begun = {id_ for (id_,) in places.noted("forgetting")}
    appended = [id_ for (id_,) in places.noted("appended")]
    assert appended
    assert [id_ for id_ in appended if id_ not in payloads] == []
    assert [id_ for id_ in appended if payloads[id_] is None and id_ not in begun] == []
    assert [id_ for (id_,) in places.noted("forgotten") if payloads.get(id_)] == []
    assert {id_ for id_, payload in payloads.items() if payload is None} <= begun


def _check_rest(board: Board, places: Places) -> None:
    """What was imported and restored lacks nothing, once each is done once more; the past is as
    it was seen.
    """
    import_files(board, [places.transcript])
    assert restore(board, exported(places)).refused == []
    assert len(list(board.read(stream="session:11111111-2222-4333-8444-555555555555"))) >= 400
    assert len([row for row in told(board) if row["id"].startswith("other-")]) == 300
    for position, rows in sorted({tuple(map(int, words)) for words in places.noted("past")})[-5:]:
        with board.as_of(position) as past:
            assert len(told(past)) == rows


def _check_views(board: Board) -> None:
    """Views and index are what a fold of the log gives, as they are and after a rebuild."""
    board.catch_up()
    board.index()
    assert board.verify_views() == []
    before = told(board)
    board.replay()
    assert told(board) == before


def _check_forgotten(board: Board, places: Places) -> None:
    """When each forgetting was repeated to its end, no byte is left of any."""
    begun = {id_ for (id_,) in places.noted("forgetting")}
    here = [id_ for id_ in sorted(begun) if any(event.id == id_ for event in board.read())]
    board.forget(*here, reason="again")
    left = b"".join(path.read_bytes() for path in places.board.parent.glob("board.db*"))
    assert [
        id_ for id_ in here if f"{MARK} {id_.removeprefix('said-')} said".encode() in left
    ] == []
