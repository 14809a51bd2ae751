"""That what is forgotten is nowhere any more: files, views, search, context, later events."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from blackboard import ids
from blackboard.board import Board
from blackboard.delivery.situation import Situation
from blackboard.errors import BoardBusy, BoardError
from blackboard.event import Event, NewEvent
from blackboard.events.lesson import LessonApproved, LessonCreated, LessonRevised
from blackboard.events.payload import Evidence, new
from blackboard.events.session import MessageRecorded
from tests.inside import connection_of

SECRET = "Wolkenkuckucksheim hunter2zebra"
TOKENS = (b"wolkenkuckucksheim", b"hunter2zebra", b"zebra")
MOMENT = Situation(
    prompt="rotate the wolkenkuckucksheim credential of hunter2zebra", session="later"
)


def say(text: str, key: str = "1") -> NewEvent:
    """A message with a derived id."""
    said = MessageRecorded(session="s", role="user", text=text)
    return new(said, stream="session:s", id=ids.derived("session:s", key))


def learn(lesson: str, words: str, *evidence: Event) -> NewEvent:
    """A lesson with evidence for it."""
    quotes = [Evidence(event_id=each.id, quote=words, session="s") for each in evidence]
    made = LessonCreated(
        lesson=lesson,
        phase="implement",
        category="security",
        severity="high",
        symptom=f"the credential {words} was printed",
        root_cause="the debug log is verbose",
        resolution="mask it",
        constraint=f"Never print {words} credential",
        tags=["masking"],
        evidence=quotes,
    )
    return new(made, stream=f"lesson:{lesson}")


def remains(folder: Path) -> list[tuple[str, bytes]]:
    """Where the secret still stands, byte by byte and in either case."""
    return [
        (path.name, token)
        for path in sorted(folder.iterdir())
        for token in TOKENS
        if token in path.read_bytes().lower()
    ]


@pytest.fixture
def told(board: Board) -> Event:
    """A secret that was said, next to something that was not secret; views are folded."""
    told, _ = board.append([say(f"the password is {SECRET}"), say("the sky is blue", "2")])
    board.append([learn("l-1", SECRET, told), learn("l-2", "cookie jars of the blue sky")])
    board.catch_up()
    return told


def test_the_secret_is_in_the_files_before(board: Board, told: Event, tmp_path: Path) -> None:
    """The byte search finds what is there, or the tests below would prove nothing."""
    assert {token for _, token in remains(tmp_path)} == set(TOKENS)


def test_no_byte_of_a_message_is_left(board: Board, told: Event, tmp_path: Path) -> None:
    """Forgetting a message erases it and the lesson that quotes it from all files."""
    assert len(board.forget(told.id, reason="private")) == 2
    assert remains(tmp_path) == []
    board.close()
    assert remains(tmp_path) == []


def test_no_byte_of_a_lesson_is_left(board: Board, tmp_path: Path) -> None:
    """Forgetting the event that made a lesson erases its words from all files."""
    (made,) = board.append([learn("l-1", SECRET)])
    board.catch_up()
    board.forget(made.id, reason="private")
    assert remains(tmp_path) == []


def test_no_byte_is_left_of_what_was_made_of_a_lesson(
    board: Board, told: Event, tmp_path: Path
) -> None:
    """A revision of a lesson and a context that quoted it go with what they were made from."""
    board.append([new(LessonRevised(lesson="l-1", symptom=f"{SECRET} was printed"),
                      stream="lesson:l-1")])  # fmt: skip
    assert "hunter2zebra" in board.inject(MOMENT).text
    board.forget(told.id, reason="private")
    assert remains(tmp_path) == []


def test_views_search_and_context_know_it_no_more(board: Board, told: Event) -> None:
    """Neither rows nor hits nor injected text hold the secret; the rest is still found."""
    board.append([new(LessonApproved(lesson="l-1", by="human"), stream="lesson:l-1")])
    assert [hit.row["id"] for hit in board.search("hunter2zebra")] == ["l-1"]
    assert not board.context(MOMENT).abstained
    board.forget(told.id, reason="private")
    assert board.search("hunter2zebra") == []
    assert board.search(SECRET, view="sessions") == []
    assert board.context(MOMENT).abstained
    assert [row["id"] for row in board.view("lessons")] == ["l-2"]
    assert [row["title"] for row in board.view("sessions")] == ["the sky is blue"]
    assert [hit.row["id"] for hit in board.search("cookie jars")] == ["l-2"]


def test_replay_goes_on_over_the_hole(board: Board, told: Event) -> None:
    """A rebuild after forgetting gives the same views, and verification counts the holes."""
    board.forget(told.id, reason="private")
    before = {name: board.view(name) for name in ("sessions", "lessons")}
    assert board.replay() == board.log.head()
    assert {name: board.view(name) for name in ("sessions", "lessons")} == before
    found = board.verify()
    assert (found.sound, found.holes) == (True, 2)


def test_taking_the_source_in_again_does_not_bring_it_back(
    board: Board, told: Event, tmp_path: Path
) -> None:
    """A second import of the same record is passed over."""
    board.forget(told.id, reason="private")
    assert board.append([say(f"the password is {SECRET}")]) == []
    board.catch_up()
    assert remains(tmp_path) == []


def test_the_past_has_forgotten_too(board: Board, told: Event) -> None:
    """A look at the time before the forgetting shows the hole, not the text."""
    position = board.log.head()
    board.forget(told.id, reason="private")
    with board.as_of(position) as past:
        assert past.search("hunter2zebra") == []
        assert [row["id"] for row in past.view("lessons")] == ["l-2"]


def test_readers_of_the_log_stay_where_they_were(board: Board, told: Event) -> None:
    """Forgetting does not send named readers back to the first event."""
    board.remember_reader("reflection", 2)
    board.forget(told.id, reason="private")
    assert board.reader_position("reflection") == 2


def test_forgetting_inside_a_transaction_does_no_harm(
    board: Board, told: Event, tmp_path: Path
) -> None:
    """Inside a transaction forgetting is refused whole, or done whole."""
    try:
        with board.transaction():
            board.forget(told.id, reason="private")
    except BoardError:
        assert board.log.get(told.id).payload is not None
    else:
        assert remains(tmp_path) == []
    assert board.append([say("more", "3")])[0].position == board.log.head()


def test_a_reader_that_keeps_the_bytes_alive_is_reported(
    board: Board, told: Event, tmp_path: Path
) -> None:
    """While another program reads an old state, forgetting says that bytes may remain."""
    connection_of(board).execute("PRAGMA busy_timeout = 50")
    with closing(sqlite3.connect(tmp_path / "board.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM events").fetchall()
        with pytest.raises(BoardBusy):
            board.forget(told.id, reason="private")
    board.forget(told.id, reason="private")
    assert remains(tmp_path) == []
