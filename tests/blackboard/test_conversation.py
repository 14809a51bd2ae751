"""A session's events as a conversation."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.board import Board
from blackboard.conversation import Child, Entry, conversation
from blackboard.event import Event, NewEvent
from blackboard.session_events import merged, session_events, subagents
from blackboard.session_names import meant, short_ids
from tests.memory_log import MemoryLog
from tests.reflect.talks import called, edited, looked, ran, recorded, says, session


def entry(step: NewEvent, *children: Child) -> Entry:
    """The entry of one step."""
    return list(conversation(recorded(step), children))[-1]


def about(type_: str, at: int = 5, **payload: Any) -> NewEvent:
    """An event about session s1 in another stream."""
    return NewEvent(type_, "beside", {"session": "s1", **payload}, occurred_at=at)


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (says("fold it"), {"kind": "prompt", "text": "fold it"}),
        (says("done", role="assistant"), {"kind": "answer", "text": "done"}),
        (ran("npm test", "error: no wing", fails=True),
         {"kind": "command", "target": "npm test", "exit_code": 1, "failed": True,
          "error": "error: no wing"}),
        (ran("git status", "clean"), {"kind": "look", "text": "clean", "failed": False}),
        (edited("src/a.py"), {"kind": "edit", "files": ("src/a.py",), "tool": "Edit"}),
        (looked("src/a.py"), {"kind": "look", "files": ("src/a.py",)}),
        (called("Grep", pattern="wing", path="src"), {"kind": "look", "target": "wing"}),
        (called("Skill", skill="fly"), {"kind": "tool", "target": "fly"}),
        (about("context.injected", items=["a", "b"], text="use uv", tokens=2),
         {"kind": "context", "lessons": ("a", "b"), "text": "use uv"}),
        (about("lesson.withheld", lesson="a"), {"kind": "withheld", "lessons": ("a",)}),
        (about("lesson.obeyed", lesson="a"), {"kind": "obeyed", "lessons": ("a",)}),
        (about("lesson.recurred", lesson="a", injected=True), {"kind": "recurred"}),
        (about("lesson.disputed", lesson="a", verdict="wrong", reason="no uv here"),
         {"kind": "disputed", "text": "wrong: no uv here"}),
        (about("session.ended", reason="logout"), {"kind": "ended", "text": "logout"}),
    ],
)  # fmt: skip
def test_each_event_is_what_a_person_would_call_it(
    step: NewEvent, expected: dict[str, object]
) -> None:
    """With what is worth knowing of it."""
    found = entry(step)
    assert {name: getattr(found, name) for name in expected} == expected


def test_what_a_human_refused_did_not_fail() -> None:
    """It is told as refused, without an error line."""
    step = ran("rm -rf wing", "error: the user said no", fails=True)
    found = entry(step._replace(payload={**step.payload, "denied": True}))
    assert (found.denied, found.error) == (True, "")


def test_a_forgotten_event_is_told_as_such() -> None:
    """Its kind is all that is left of it."""
    (*_, event) = recorded(says("secret"))
    (found,) = conversation([event._replace(payload=None)])
    assert (found.kind, found.text, found.event) == ("forgotten", "message.recorded", event.id)


def test_a_subagent_is_named_where_it_was_started() -> None:
    """By the id in the answer, else by being the only one that began meanwhile."""
    task = called("Task", "done\nagentId: a68e11c (for resuming)", description="look around")
    plain = called("Task", "done", description="look around")
    plain = plain._replace(payload={**plain.payload, "called_at": 1_700_000_000_000_000})
    children = (Child("s1/a68e11c", 1), Child("s1/b", 1_700_000_000_500_000))
    assert entry(task, *children).session == "s1/a68e11c"
    assert entry(plain, *children).session == "s1/b"
    assert entry(plain, *children, Child("s1/c", 1_700_000_000_600_000)).session == ""


_steps = st.sampled_from(
    [says("a"), says("b", role="assistant"), ran("npm test", "error: x y", fails=True), edited(),
     looked(), about("lesson.obeyed", lesson="a"), NewEvent("note.taken", "n", {"x": 1})]
)  # fmt: skip


@given(st.lists(_steps, max_size=12), st.integers(0, 12))
def test_two_halves_of_a_session_make_its_conversation(steps: list[NewEvent], cut: int) -> None:
    """Each known event is one entry, in order, however the events came."""
    events = recorded(*steps)
    whole = list(conversation(events))
    assert [*conversation(events[:cut]), *conversation(events[cut:])] == whole
    known = [event.position for event in events if event.type != "note.taken"]
    assert [each.position for each in whole] == known


def _at(*times: int) -> list[Event]:
    return MemoryLog().append([about("turn.ended", at) for at in times])


@given(st.lists(st.integers(0, 9), max_size=8), st.lists(st.integers(0, 9), max_size=8))
def test_merging_loses_nothing_and_keeps_the_order(main: list[int], beside: list[int]) -> None:
    """The stream stays in its order, and the others among themselves in that of their times."""
    events = _at(*main, *beside)
    stream, others = events[: len(main)], events[len(main) :]
    found = list(merged(stream, others))
    assert [each for each in found if each in stream] == stream
    assert [each.occurred_at for each in found if each in others] == sorted(beside)


def test_what_came_of_a_lesson_stands_after_what_proves_it() -> None:
    """Whatever time it was given; an agent's own words stand by their time."""
    calls = recorded(ran("uv run pytest"), says("thanks"))
    proof = about("lesson.obeyed", 1, lesson="a", evidence=calls[1].id)
    word = about("lesson.obeyed", 1, lesson="b", evidence="it helped me")
    (proved, said) = MemoryLog().append([proof, word])
    assert list(merged(calls, [proved, said])) == [said, calls[0], calls[1], proved, calls[2]]


def test_a_session_is_read_from_all_streams_that_speak_of_it(board: Board) -> None:
    """What it was told, and what came of that, by whoever judged it."""
    board.append(session([says("test it"), ran("pytest", "error: use uv", fails=True)]))
    board.append(session([looked()], "s1/a68e11c"))
    at = 1_700_000_000_500_000
    judged = about("lesson.disputed", at, lesson="a", verdict="wrong", reason="x")
    beside = {
        "context:s1": about("context.injected", at, items=["a"], text="use uv", tokens=2),
        "lesson:a": about("lesson.recurred", at, lesson="a", injected=True),
        "use:a": judged,
        "lesson:b": about("lesson.obeyed", at, lesson="a", session="s2"),
    }
    board.append([event._replace(stream=stream) for stream, event in beside.items()])
    row = board.row("sessions", "s1")
    kinds = [each.kind for each in conversation(session_events(board, row))]
    assert kinds == ["started", "context", "recurred", "disputed", "prompt", "command"]
    assert [child.session for child in subagents(board, row)] == ["s1/a68e11c"]


_ids = st.text(alphabet="0123456789abcdef", min_size=1, max_size=12)


@given(st.sets(_ids, min_size=1, max_size=20), st.data())
def test_a_short_id_means_its_session_and_no_other(ids: set[str], data: st.DataObject) -> None:
    """Whatever others there are, and for the sessions of subagents as well."""
    known = sorted(ids | {f"{each}/a1" for each in ids})
    chosen = data.draw(st.sampled_from(known))
    assert meant(short_ids([chosen], known)[chosen], known) == [chosen]
