"""Which events a selection means: by session, project, time and text."""

from __future__ import annotations

import json
from typing import Any

import orjson
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.events.automation import AutomationEnabled
from blackboard.events.payload import new
from blackboard.events.review import PrOpened
from blackboard.events.use import LessonDisputed
from blackboard.forgetting import Plan, forget, plan, plan_of
from blackboard.schemas import field_names
from blackboard.selection import Matcher, Selection
from tests.blackboard.lessons import ELSEWHERE, HERE, lesson

_values = st.recursive(
    st.none() | st.booleans() | st.integers(0, 9) | st.text('aAßéŒ"\\/\n\x1b ', max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["text", "a/é", "Aß"]), inner, max_size=2)
    ),
    max_leaves=6,
)


def holds(value: Any, needle: str) -> bool:
    """Whether a text is in any text of a value, or in a name that no schema has."""
    if isinstance(value, dict):
        names = [name for name in value if name != "text"]
        return any(holds(each, needle) for each in (*names, *value.values()))
    if isinstance(value, list):
        return any(holds(each, needle) for each in value)
    return isinstance(value, str) and needle.casefold() in value.casefold()


@given(value=_values, needle=st.text('aAßéŒ"\\/\n\x1b ', min_size=1, max_size=3))
@example(value={"text": "C:\\new"}, needle="\\NEW")
@example(value={"text": "STRASSE"}, needle="straße")
def test_a_text_is_found_however_it_is_written(value: object, needle: str) -> None:
    """In any case, and whatever of it JSON escapes or not: exactly where it is."""
    matcher = Matcher(needle, frozenset({"text"}))
    plain, ascii_ = orjson.dumps(value).decode(), json.dumps(value)
    for payload in (plain, ascii_, ascii_.replace("/", "\\/")):
        assert matcher.is_in(payload) == holds(value, needle)


def test_names_of_the_schema_are_no_text() -> None:
    """Each payload has those, also inside; what an agent chose as a name is text."""
    fields = field_names()
    payload = '{"session":"s","evidence":[{"event_id":"e"}],"input":{"hunter2":1}}'
    assert not Matcher("event_id", fields).is_in(payload)
    assert not Matcher("session", fields).is_in(payload)
    assert Matcher("HUNTER", fields).is_in(payload)


def say(session: str, text: str, at: int, project: str | None = HERE) -> NewEvent:
    """A message of a session, in seconds since 1970."""
    payload = {"session": session, "role": "user", "text": text}
    return NewEvent("message.recorded", f"session:{session}", payload, project=project,
                    occurred_at=at * 1_000_000)  # fmt: skip


@pytest.fixture
def told(board: Board) -> Board:
    """Two sessions of two projects, one with a subagent; and what else a board holds."""
    disputed = LessonDisputed(lesson="l-1", session="a", verdict="wrong", reason="no red here")
    board.append([
        say("a", "the red barn", 10), say("a/helper", "a red wall", 20), say("a", "blue", 30),
        say("ab", "Red again", 40, ELSEWHERE), say("ab", "unsure", 50, None),
        lesson("l-1", "Paint it red first", at=60), new(disputed, stream="lesson:l-1"),
        new(AutomationEnabled(reason="red"), stream=f"automation:{HERE}", project=HERE),
        new(PrOpened(number=1, title="x"), stream="pr:1", project=ELSEWHERE,
            occurred_at=5_000_000),
    ])  # fmt: skip
    return board


@pytest.mark.parametrize(("selection", "meant"), [
    (Selection(session="a"), ["the red barn", "a red wall", "blue", "no red here"]),
    (Selection(session="a/helper"), ["a red wall"]),
    (Selection(session="ab"), ["Red again", "unsure"]),
    (Selection(projects=(ELSEWHERE,)), ["Red again", "unsure", "x"]),
    (Selection(projects=()), []),
    (Selection(before=20_000_000), ["the red barn", "x"]),
    (Selection(matching="RED"),
     ["the red barn", "a red wall", "Red again", "l-1", "no red here"]),
    (Selection(matching="red", projects=(HERE,), before=15_000_000), ["the red barn"]),
    (Selection(session="a", matching="nowhere"), []),
])  # fmt: skip
def test_all_conditions_must_be_met(told: Board, selection: Selection, meant: list[str]) -> None:
    """A session with its subagents, a project's own events, what happened before, what it holds."""
    asked = list(plan(told, selection).reach.because_of.values())
    payloads = [told.log.get(each).payload or {} for each in dict.fromkeys(asked)]
    names = [each.get("text") or each.get("reason") or each.get("title") or each["lesson"]
             for each in payloads]  # fmt: skip
    assert names == meant


def closed(found: Plan) -> list[str]:
    """The sessions that a plan closes."""
    names: list[str] = found.as_json()["closed_sessions"]
    return names


def test_only_whole_sessions_are_closed(told: Board) -> None:
    """Of a session of which something stays, new events are welcome."""
    assert closed(plan(told, Selection(session="a"))) == ["a"]
    assert closed(plan(told, Selection(projects=(ELSEWHERE,)))) == ["ab"]
    assert closed(plan(told, Selection(before=10**15))) == []
    told.append([say("a", "elsewhere", 70, ELSEWHERE)])
    assert closed(plan(told, Selection(projects=(HERE,)))) == ["a/helper"]


def test_a_forgotten_session_does_not_come_back(told: Board) -> None:
    """Neither what was there nor what is said later, also of its subagents."""
    forget(told, plan(told, Selection(session="a")), reason="private")
    assert told.append([say("a", "the red barn", 10), say("a/late", "more", 80)]) == []
    assert [row["id"] for row in told.view("sessions")] == ["ab"]
    assert told.view("accounts", where={"lesson": "l-1", "disputed>=": 1}) == []
    assert plan(told, Selection(session="a")).events == 0


def test_what_switches_something_is_forgotten_only_by_name(told: Board) -> None:
    """The automation stays on; that its reason holds the text is said."""
    found = plan(told, Selection(matching="red"))
    (setting,) = told.read(types=["automation.enabled"])
    assert found.settings == [setting.id]
    forget(told, found, reason="private")
    assert told.log.get(setting.id).payload is not None
    forget(told, plan_of(told, [setting.id]), reason="private")
    assert told.log.get(setting.id).payload is None


def test_a_plan_says_what_falls_and_what_gets_weaker(told: Board) -> None:
    """Lessons made of it fall, those that were only seen again in it stay with less evidence."""
    (said,) = told.append([say("c", "paint", 90)])
    evidence = [{"event_id": said.id, "quote": "paint", "session": "c"}]
    other = [{"event_id": "elsewhere", "quote": "paint", "session": "d"}]
    again = {"lesson": "l-1", "evidence": evidence}
    told.append([
        lesson("l-2", "Always paint twice", evidence=evidence),
        NewEvent("lesson.deduplicated", "lesson:l-2", {"lesson": "l-2", "evidence": other}),
        NewEvent("lesson.deduplicated", "lesson:l-1", again),
    ])  # fmt: skip
    found = plan(told, Selection(session="c"))
    assert found.as_json()["lessons"] == [
        {"id": "l-2", "constraint": "Always paint twice", "status": "candidate",
         "other_sessions": ["d"]},
    ]  # fmt: skip
    assert found.weaker == ["l-1"]
    assert (found.asked, found.events) == (1, 4)
    forget(told, found, reason="private")
    assert [row["id"] for row in told.view("lessons")] == ["l-1"]


def test_what_came_after_the_plan_goes_too(told: Board) -> None:
    """A session that still runs may say more, and be cited, before a person has agreed."""
    found = plan(told, Selection(session="a"))
    (late,) = told.append([say("a", "one more secret", 95)])
    told.append([lesson("l-3", "Keep it", evidence=[{"event_id": late.id, "quote": "secret"}])])
    forget(told, found, reason="private")
    assert "secret" not in str([event.payload for event in told.read()])
