"""What goes with an event that is forgotten, wherever it stands in the log, and what is pending."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.event import Event, NewEvent
from blackboard.storage.sqlite import forgetting
from blackboard.storage.sqlite.tail import REWRITE_DUE
from tests.blackboard.test_forget import SECRET, learn, remains, say
from tests.inside import connection_of


def note(text: str, stream: str = "notes") -> NewEvent:
    """An event that may name others, of no type of ours."""
    return NewEvent("note.taken", stream, {"text": text})


def gone(board: Board) -> list[int]:
    """The positions of the events without a payload."""
    return [event.position for event in board.read() if event.payload is None]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log is read three events at a time."""
    monkeypatch.setattr(forgetting, "_WINDOW", 3)


@pytest.mark.usefixtures("small")
def test_what_cites_it_is_found_in_any_window(board: Board) -> None:
    """Also among messages and calls, which are most of a log, and through others."""
    asked, *_ = board.append([say("it is so", "1"), *(say("other", f"o{n}") for n in range(6))])
    citing, *_ = board.append([say(asked.id, "2"), *(say("other", f"p{n}") for n in range(5))])
    last, _ = board.append([note(citing.id), note("other")])
    seen: list[int] = []
    found = board.log.reach([asked.id], seen.append)
    assert found.because_of == dict.fromkeys([asked.id, citing.id, last.id], asked.id)
    assert found.head == board.log.head() == 15
    assert seen[:5] == [3, 6, 9, 12, 15]


@pytest.mark.usefixtures("small")
def test_the_first_event_of_a_log_is_searched_too(board: Board) -> None:
    """An event of another board may cite what comes after it."""
    name = "0198c1b2-0000-7000-8000-000000000000"
    first, *_ = board.append([say(name, "1"), note("other")])
    board.append([NewEvent("note.taken", "notes", {"text": "later"}, id=name)])
    assert set(board.log.reach([name]).because_of) == {name, first.id}


def test_what_was_appended_since_the_search_goes_along(board: Board) -> None:
    """And what is older than that, and cites it."""
    name = "0198c1b2-0000-7000-8000-000000000001"
    asked, older = board.append([say("it is so", "1"), note(name)])
    found = board.log.reach([asked.id])
    assert set(found.because_of) == {asked.id}
    board.append([NewEvent("note.taken", "notes", {"text": asked.id}, id=name)])
    erased = board.log.forget(found, reason="r", actor="human")
    assert set(erased) == {asked.id, older.id, name}
    assert gone(board) == [1, 2, 3]


def test_nothing_else_is_searched_again_where_nothing_came(board: Board) -> None:
    """A reach that is up to date is taken as it is."""
    asked, _ = board.append([say("it is so", "1"), note("other")])
    found = board.log.reach([asked.id])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forgetting, "search", None)
        assert board.log.forget(found, reason="r", actor="human") == [asked.id]


def test_a_stream_that_is_closed_goes_whole(board: Board) -> None:
    """With events that nobody named, and what cites them."""
    asked, other = board.append([say("it is so", "1"), note("b", "session:s1")])
    citing, kept = board.append([note(other.id), note("c")])
    stream = board.log.get(asked.id).stream
    assert stream != other.stream
    erased = board.log.forget([asked.id], reason="r", actor="human", closing=[stream, other.stream])
    assert set(erased) == {asked.id, other.id, citing.id}
    assert board.log.get(kept.id).payload == {"text": "c"}


def test_what_was_forgotten_before_is_not_forgotten_twice(board: Board) -> None:
    """It is announced once, and the rest in the order that was given."""
    events = board.append([say(f"it is {n}", str(n)) for n in range(3)])
    first, second, third = (event.id for event in events)
    board.forget(second, reason="r")
    assert board.log.forget([third, second, first], reason="r", actor="human") == [third, first]
    assert gone(board) == [1, 2, 3]
    announced = [event for event in board.read() if event.type == "payload.forgotten"]
    assert len(announced) == 3


def _pending(board: Board) -> list[int]:
    rows = connection_of(board).execute(
        "SELECT position FROM checkpoints WHERE name = ?", (REWRITE_DUE,)
    )
    return [position for (position,) in rows]


@pytest.mark.parametrize(
    ("pending", "steps"),
    [(None, []), (1, ["checkpoint", "VACUUM", "checkpoint"]), (2, ["checkpoint"])],
)
def test_only_what_is_pending_is_done(
    board: Board, tmp_path: Path, pending: int | None, steps: list[str]
) -> None:
    """All of it, or only to empty the write-ahead log; afterwards nothing is."""
    connection = connection_of(board)
    if pending:
        connection.execute("REPLACE INTO checkpoints VALUES (?, 1, ?)", (REWRITE_DUE, pending))
    said: list[str] = []
    told: list[str] = []
    connection.set_trace_callback(said.append)
    forgetting.finish(connection, str(tmp_path / "board.db"), told.append)
    connection.set_trace_callback(None)
    done = [step for line in said for step in ("checkpoint", "VACUUM") if f"{step}(" in f"{line}("]
    assert done == steps
    assert told == (["Rewriting the file without it"] if "VACUUM" in steps else [])
    assert _pending(board) == []
    assert not forgetting.is_rewrite_due(connection)


def test_the_stages_are_told_and_nothing_is_left_pending(board: Board, tmp_path: Path) -> None:
    """In their order; what was made of the event goes before the file is rewritten."""
    (event,) = board.append([say(SECRET)])
    board.append([learn("l-1", SECRET, event)])
    told: list[str] = []
    board.log.forget([event.id], reason="r", actor="human", tell=told.append)
    assert told == ["Erasing the text", "Rebuilding what was made of it",
                    "Rewriting the file without it"]  # fmt: skip
    assert _pending(board) == []
    assert remains(tmp_path) == []


def test_the_types_of_a_log_are_found_without_its_bulk(board: Board) -> None:
    """Each once, but messages, calls and the records of forgetting."""
    (event,) = board.append([say("it is so")])
    board.append([note("a"), note("b"), NewEvent("a.first", "s", {}), NewEvent("z.last", "s", {})])
    board.forget(event.id, reason="r")
    assert forgetting.small_types(connection_of(board)) == ["a.first", "note.taken", "z.last"]


def test_what_projections_are_told_of_the_erased(board: Board) -> None:
    """Their types, streams and positions, in order."""
    events: list[Event] = board.append([note("a", "b"), note("b", "a"), say("c")])
    about = forgetting._about(connection_of(board), [event.id for event in reversed(events)])
    assert about.types == {"note.taken", "message.recorded"}
    assert list(about.streams) == sorted({event.stream for event in events})
    assert list(about.positions) == [1, 2, 3]
