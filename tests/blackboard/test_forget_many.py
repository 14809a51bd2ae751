"""Forgetting many events at once: what held them is as after a replay, the rest is left alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard.board import Board
from blackboard.event import Event, NewEvent
from blackboard.events.lesson import LessonDeduplicated
from blackboard.events.payload import Evidence, new
from blackboard.events.reflection import Pattern, PatternDetected
from blackboard.events.session import MessageRecorded, SessionStarted
from blackboard.events.work import WorkCreated
from blackboard.storage.sqlite import projected
from blackboard.storage.sqlite.projection import Erased
from blackboard.storage.sqlite.projections import Projections
from blackboard.views import VIEWS
from tests.blackboard.lessons import HERE
from tests.blackboard.test_forget import SECRET, learn, remains, say
from tests.inside import connection_of
from tests.long_runs import rounds


def session(name: str, *texts: str) -> list[NewEvent]:
    """A session in which some things are said."""
    started = SessionStarted(session=name, agent="codex")
    said = [MessageRecorded(session=name, role="user", text=text) for text in texts]
    return [new(each, stream=f"session:{name}", project=HERE) for each in (started, *said)]


def state(board: Board) -> dict[str, Any]:
    """All rows of all views, and what is indexed of them but for its numbers."""
    connection = connection_of(board)
    rows = {view.name: sorted(board.view(view.name), key=str) for view in VIEWS}
    documents = "SELECT view, key, project, offered, size, words FROM documents ORDER BY 1, 2"
    words = "SELECT word, project, length(impacts) FROM postings ORDER BY 1, 2"
    moments = "SELECT kind, value, COUNT(*) FROM moments GROUP BY 1, 2 ORDER BY 1, 2"
    indexed = [connection.execute(each).fetchall() for each in (documents, words, moments)]
    found = [
        sorted(hit.row["id"] for hit in board.search("sky", view=view))
        for view in ("sessions", "lessons")
    ]
    return {**rows, "indexed": indexed, "found": found}


def made(board: Board) -> dict[str, str]:
    """The index of each view's table, whose name is new whenever the table is."""
    rows = connection_of(board).execute(
        "SELECT tbl_name, name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    )
    return dict(rows.fetchall())


def test_no_byte_of_many_messages_is_left(board: Board, tmp_path: Path) -> None:
    """All events named at once are gone from all files, with the lessons that quote any."""
    first, second, kept = board.append(
        [say(f"it is {SECRET}"), say(f"again: {SECRET}", "2"), say("the sky is blue", "3")]
    )
    board.append([learn("l-1", SECRET, first), learn("l-2", SECRET, second), learn("l-3", "sky")])
    board.catch_up()
    assert len(board.forget(first.id, second.id, reason="private")) == 4
    assert remains(tmp_path) == []
    assert board.log.get(kept.id).payload is not None
    assert [row["id"] for row in board.view("lessons")] == ["l-3"]


def test_a_pattern_of_the_session_goes_along(board: Board, tmp_path: Path) -> None:
    """What quotes a session without naming the event is forgotten with any of its messages."""
    (said,) = board.append([say(f"it is {SECRET}")])
    for name in ("s", "other"):
        pattern = Pattern(type="t", severity="low", count=1, suggestion="x",
                          samples=[SECRET if name == "s" else "fine"])  # fmt: skip
        found = PatternDetected(subject=name, pattern=pattern)
        board.append([new(found, stream=f"reflection:{name}")])
    board.forget(said.id, reason="private")
    assert remains(tmp_path) == []
    patterns = [event.payload for event in board.read(types=["pattern.detected"])]
    assert [each and each["subject"] for each in patterns] == [None, "other"]


def test_only_the_views_that_held_it_are_made_anew(board: Board) -> None:
    """A view that folds none of the erased types keeps its table, one of streams its other rows."""
    (said, *_) = board.append([say("private"), *session("b", "the sky"), learn("l-1", "sky")])
    work = WorkCreated(item="w-1", kind="reflect")
    board.append([new(work, stream="work:w-1")])
    board.catch_up()
    before = made(board)
    board.forget(said.id, reason="private")
    assert made(board) == before
    (lesson,) = board.read(types=["lesson.created"])
    board.forget(lesson.id, reason="private")
    after = made(board)
    assert after["view_lessons"] != before["view_lessons"]
    assert after["view_work"] == before["view_work"]
    assert after["view_sessions"] == before["view_sessions"]
    assert [row["title"] for row in board.view("sessions")] == ["the sky"]


_WORDS = st.sampled_from(["the sky is blue", "a red barn", "hunter2", "blue sky again"])
_FACTS = st.one_of(
    st.tuples(st.just("say"), st.sampled_from("abc"), _WORDS),
    st.tuples(st.just("learn"), st.sampled_from(["l-1", "l-2"]), _WORDS),
    st.tuples(st.just("recur"), st.sampled_from(["l-1", "l-2"]), _WORDS),
)


def fact(kind: str, name: str, words: str, cited: Event | None) -> list[NewEvent]:
    """One of the events of a history; a lesson cites an event that was there before."""
    if kind == "say":
        return session(name, words)
    if kind == "learn":
        return [learn(name, words, *[cited] if cited else [])]
    evidence = [Evidence(event_id=cited.id, quote=words)] if cited else []
    return [new(LessonDeduplicated(lesson=name, evidence=evidence), stream=f"lesson:{name}")]


@given(
    facts=st.lists(_FACTS, min_size=1, max_size=8),
    cites=st.lists(st.integers(0, 20), min_size=8, max_size=8),
    asked=st.lists(st.integers(0, 20), min_size=1, max_size=3),
    caught_up=st.integers(0, 8),
)
@settings(max_examples=rounds(4, 50))
def test_what_is_left_is_what_a_replay_gives(
    facts: list[tuple[str, str, str]], cites: list[int], asked: list[int], caught_up: int
) -> None:
    """Views and index after a forgetting are those of a rebuild, however far they had come."""
    with Board.open(":memory:") as board:
        known: list[Event] = []
        for number, (kind, name, words) in enumerate(facts):
            cited = known[cites[number] % len(known)] if known else None
            known += board.append(fact(kind, name, words, cited))
            if number == caught_up:
                board.catch_up()
        board.log.forget([known[each % len(known)].id for each in asked], reason="r", actor="me")
        mended = state(board)
        board.replay()
        assert mended == state(board)


def test_a_table_that_nobody_declares_is_dropped(board: Board, tmp_path: Path) -> None:
    """A rebuild that was killed, and what another version left, keep nothing of the text."""
    (said,) = board.append([say(f"it is {SECRET}")])
    board.catch_up()
    with board.transaction():
        shadow = Projections(connection_of(board), VIEWS, shadow="_next")
        shadow.create()
        shadow.step(board.log.head())
        connection_of(board).execute("CREATE TABLE strange AS SELECT payload FROM events")
        connection_of(board).execute("INSERT INTO checkpoints VALUES ('view:strange', 1, 1)")
    board.forget(said.id, reason="private")
    assert remains(tmp_path) == []
    found = connection_of(board).execute("SELECT name FROM checkpoints WHERE name LIKE '%strange'")
    assert found.fetchall() == []


class Copies:
    """A projection of messages that is told what to answer when something is forgotten."""

    types: Collection[str] = ("message.recorded",)
    answer = True

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def tables(self) -> Collection[str]:
        """See `Projection.tables`."""
        return ["copies"]

    def checkpoints(self) -> Collection[str]:
        """See `Projection.checkpoints`."""
        return ["view:copies"]

    def prepare(self, erased: Erased) -> None:
        """See `Projection.prepare`."""

    def forget(self, erased: Erased) -> bool:
        """See `Projection.forget`."""
        self._connection.executemany(
            "DELETE FROM copies WHERE position = ?", [(each,) for each in erased.positions]
        )
        return self.answer


@pytest.mark.parametrize(("kind", "can", "left"), [
    ("message.recorded", True, [2]),
    ("message.recorded", False, None),
    ("tool.called", False, [1, 2]),
])  # fmt: skip
def test_a_declared_projection_forgets_by_itself(
    board: Board, monkeypatch: pytest.MonkeyPatch, kind: str, can: bool, left: list[int] | None
) -> None:
    """It takes the events out, or is dropped where it cannot; other types do not concern it."""
    monkeypatch.setattr(projected, "PROJECTIONS", (*projected.PROJECTIONS, Copies))
    monkeypatch.setattr(Copies, "answer", can)
    call = {"session": "s", "call": "c", "name": "Bash", "input": {}}
    said, _, called = board.append(
        [say("one"), say("two", "2"), NewEvent("tool.called", "session:s", call)]
    )
    connection = connection_of(board)
    with board.transaction():
        connection.execute("CREATE TABLE copies (position INTEGER PRIMARY KEY)")
        connection.executemany("INSERT INTO copies VALUES (?)", [(1,), (2,)])
        connection.execute("INSERT INTO checkpoints VALUES ('view:copies', 1, 3)")
    board.forget(said.id if kind == "message.recorded" else called.id, reason="r")
    tables = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'copies'").fetchall()
    checkpoint = connection.execute("SELECT 1 FROM checkpoints WHERE name = 'view:copies'")
    assert bool(tables) == (checkpoint.fetchone() is not None) == (left is not None)
    if left is not None:
        rows = connection.execute("SELECT position FROM copies").fetchall()
        assert [row[0] for row in rows] == left
