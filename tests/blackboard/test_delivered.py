"""What a session was told is known from its events and from what waits beside the board."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.delivery import events
from blackboard.delivery.situation import Situation
from blackboard.event import NewEvent
from blackboard.ids import fresh
from blackboard.storage.hook_board import HookBoard, PendingEvent
from blackboard.storage.outbox import add

_SESSIONS = ('a"b\\c', "s", "s/sub", "é")


def injected(session: str, item: str) -> events.DeliveryEvent:
    """The event of a session that was told one thing."""
    return events.injected(Situation(project="p"), session, "t", [item], 1, {})


def append(board: Board, session: str, item: str) -> None:
    """Tell a session something, by the board."""
    event = injected(session, item)
    board.append([NewEvent(event.type, event.stream, event.payload)])


def spilt(path: Path, *lines: str) -> None:
    """Leave lines beside a board."""
    add(str(path), lambda: list(lines))


def line(session: str, item: str) -> str:
    """The same as `append`, as a hook leaves it beside a busy board."""
    event = injected(session, item)
    return json.dumps(
        {"type": event.type, "stream": event.stream, "payload": event.payload, "actor": "codex",
         "occurred_at": 1, "id": fresh(1)}
    )  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A board where each session was told two things, one of which still waits beside it."""
    place = tmp_path / "board.db"
    with Board.open(place) as board:
        for session in _SESSIONS:
            append(board, session, f"on the board: {session}")
    spilt(place, *(line(session, f"beside it: {session}") for session in _SESSIONS))
    return place


def test_both_places_count_for_a_hook(path: Path) -> None:
    """Of exactly that session, whatever signs are in its name."""
    hook_board = HookBoard(str(path), 1.0)
    for session in _SESSIONS:
        found = hook_board.delivered(session)
        assert found == {f"on the board: {session}", f"beside it: {session}"}
    assert hook_board.delivered("su") == set()


def test_what_is_no_event_does_not_count(path: Path) -> None:
    """A torn line beside the board, and a text that only speaks of such an event."""
    spilt(path, line("s", "torn")[:-9], json.dumps(["context.injected", "s"]))
    hook_board = HookBoard(str(path), 1.0)
    found = hook_board.delivered("s")
    assert found == {"on the board: s", "beside it: s"}


def test_a_board_knows_the_same(path: Path) -> None:
    """What waited is on the board once it is read."""
    with Board.open(path) as board:
        assert board.delivered("s") == {"on the board: s", "beside it: s"}


def test_the_past_knows_no_later_deliveries(path: Path) -> None:
    """As of a position, only what a session had been told by then counts."""
    with Board.open(path) as board:
        head = board.log.head()
        append(board, "s", "later")
        with board.as_of(head) as past:
            assert past.delivered("s") == {"on the board: s"}


def cleared_line(session: str, at: int) -> str:
    """The event of a session whose context was compacted, as a hook leaves it beside the board."""
    event = events.cleared(Situation(project="p"), session)
    return json.dumps(
        {"type": event.type, "stream": event.stream, "payload": event.payload, "actor": "codex",
         "occurred_at": at, "id": fresh(at)}
    )  # fmt: skip


def test_what_was_told_before_a_compaction_does_not_count(path: Path) -> None:
    """Of exactly that session; what is told after it counts again."""
    with Board.open(path) as board:
        head = board.log.head()
        board.append([NewEvent(events.CLEARED, events.stream_of("s"), {"session": "s"})])
        assert board.delivered("s") == set()
        append(board, "s", "again")
        assert board.delivered("s") == {"again"}
        assert board.delivered("s/sub") == {"on the board: s/sub", "beside it: s/sub"}
        with board.as_of(head) as past:
            assert past.delivered("s") == {"on the board: s"}


def test_a_compaction_beside_the_board_counts_by_its_time(path: Path) -> None:
    """What waits gets its position late: what was told after it, on the board, still counts."""
    now = time.time_ns() // 1000
    spilt(path, cleared_line("s", now), line("s", "too old"))
    hook_board = HookBoard(str(path), 1.0)
    assert hook_board.delivered("s") == set()
    assert hook_board.cleared_at("s") == now
    with hook_board.writing():
        hook_board.append([PendingEvent(events.INJECTED, events.stream_of("s"), json.dumps(
            injected("s", "after").payload), "p")], "codex")  # fmt: skip
    assert hook_board.delivered("s") == {"after"}
    hook_board.close()
    with Board.open(path) as board:
        board.catch_up()
        assert board.delivered("s") == {"after"}


def test_a_forgotten_delivery_counts_no_more(path: Path) -> None:
    """Nobody can say what is gone."""
    with Board.open(path) as board:
        board.catch_up()
        for event in list(board.read(types=[events.INJECTED])):
            board.forget(event.id, reason="private")
        assert board.delivered("s") == set()


def test_only_what_was_told_since_the_last_compaction_counts(path: Path) -> None:
    """A second one takes away what was told between the two."""
    start = time.time_ns() // 1000
    with Board.open(path) as board:
        told = [injected("s", "between the two"), injected("s", "after both")]
        cleared = events.cleared(Situation(project="p"), "s")
        board.append([
            NewEvent(each.type, each.stream, each.payload, occurred_at=start + number)
            for number, each in enumerate([cleared, told[0], cleared, told[1]], 1)
        ])  # fmt: skip
        assert board.delivered("s") == {"after both"}
