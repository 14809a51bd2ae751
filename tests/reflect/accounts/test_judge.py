"""Judge sessions on a board: which events, once each, and what is ignored."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard import Board, NewEvent
from blackboard.events.insight import InsightCurated
from blackboard.events.payload import new
from blackboard.vocabulary import CHILD_MARK
from reflect.accounts.judge import judge
from tests.blackboard.lessons import ELSEWHERE, HERE, lesson, told
from tests.reflect.talks import ran, says, session

START = 1_700_000_000
DAY = 86_400
ERROR = 'npm error Missing script: "test"'
RULE = "Use `npm run test:unit` instead of `npm test`."
FAILS = ran("npm test", ERROR, fails=True)
WORKS = ran("npm run test:unit")


def learn(board: Board, name: str = "a", at: int = START - DAY, **fields: Any) -> None:
    """A lesson of the day before."""
    known = {"signatures": ['npm error missing script: "test"'], "commands": ["npm test"]}
    board.append([lesson(name, RULE, at=at, **{**known, **fields})])


def ingest(board: Board, name: str, *steps: NewEvent, project: str = HERE) -> None:
    """A session that begins at START, a step a second."""
    numbered = session(steps, name, project=project)
    board.append([each._replace(id=f"{name}-{n}") for n, each in enumerate(numbered)])


def shown(board: Board, name: str, after: float, type_: str = "context.injected") -> None:
    """The lesson is shown or withheld a number of seconds into a session."""
    payload: dict[str, Any] = {"session": name, "lesson": "a"}
    if type_ == "context.injected":
        payload = {"session": name, "items": ["a"], "text": "t", "tokens": 9}
    at = int((START + after) * 1_000_000)
    board.append([NewEvent(type_, f"context:{name}", payload, project=HERE, occurred_at=at)])


def outcomes(board: Board) -> list[tuple[str, str, bool, str]]:
    """The outcome events: session, type, whether shown, and call."""
    events = board.read(types=["lesson.recurred", "lesson.obeyed"])
    return [
        (event.payload["session"], event.type.split(".")[1], event.payload["injected"],
         event.payload["evidence"])
        for event in events if event.payload
    ]  # fmt: skip


def test_a_session_that_was_shown_the_lesson_is_judged_from_then_on(board: Board) -> None:
    """Obeyed or failed again, with the call as evidence."""
    learn(board)
    ingest(board, "s1", FAILS, WORKS)
    ingest(board, "s2", WORKS, FAILS)
    shown(board, "s1", 1.5)
    shown(board, "s2", 0.5)
    assert judge(board) == {"lesson.obeyed": 1, "lesson.recurred": 1}
    assert outcomes(board) == [("s1", "obeyed", True, "s1-2"), ("s2", "recurred", True, "s2-2")]


def test_sessions_without_the_lesson_are_judged_from_their_beginning(board: Board) -> None:
    """They show what happens without the lesson; so does a session where it was withheld."""
    learn(board)
    ingest(board, "s1", FAILS)
    ingest(board, "s2", WORKS)
    ingest(board, "s3", FAILS, FAILS)
    shown(board, "s3", 1.5, "lesson.withheld")
    judge(board)
    assert outcomes(board) == [
        ("s1", "recurred", False, "s1-1"),
        ("s2", "obeyed", False, "s2-1"),
        ("s3", "recurred", False, "s3-2"),
    ]


def test_insights_are_judged_like_lessons(board: Board) -> None:
    """Followed where it was shown, and done without it; it has no failure of its own."""
    kept = InsightCurated(insight="a", statement=RULE, category="testing", confidence=0.9)
    board.append([new(kept, project=HERE, occurred_at=(START - DAY) * 1_000_000)])
    ingest(board, "s1", FAILS, WORKS)
    ingest(board, "s2", WORKS)
    shown(board, "s1", 1.5)
    assert judge(board) == {"lesson.obeyed": 2}
    assert outcomes(board) == [("s1", "obeyed", True, "s1-2"), ("s2", "obeyed", False, "s2-1")]
    assert judge(board) == {}


def test_nobody_fails_a_lesson_that_was_not_learnt_yet(board: Board) -> None:
    """The session that taught it least of all."""
    learn(board, at=START + 1)
    ingest(board, "s1", ran("ls"), FAILS, FAILS)
    judge(board)
    assert outcomes(board) == []


def test_lessons_of_other_projects_and_those_let_go_are_left_alone(board: Board) -> None:
    """Unless they hold everywhere."""
    learn(board, "other", project=ELSEWHERE)
    learn(board, "gone")
    board.append([told("lesson.retired", "gone")])
    ingest(board, "s1", FAILS)
    assert judge(board) == {}
    learn(board, "global", project=ELSEWHERE, scope="global")
    ingest(board, "s2", FAILS)
    assert judge(board) == {"lesson.recurred": 1}


def test_sessions_that_the_program_started_are_not_judged(board: Board) -> None:
    """It never learns from itself."""
    learn(board)
    ingest(board, "s1", says(f"{CHILD_MARK} Do it."), FAILS)
    assert judge(board) == {}


def test_judging_again_adds_nothing(board: Board) -> None:
    """Nor does it when the first time was forgotten."""
    learn(board)
    ingest(board, "s1", FAILS)
    judge(board)
    before = outcomes(board)
    assert judge(board) == {}
    board.remember_reader("judge", 0)
    assert judge(board) == {}
    assert outcomes(board) == before


def test_of_a_session_that_grew_only_what_is_new_is_told(board: Board) -> None:
    """The failure that came first stays; what happened since the lesson was shown is added."""
    learn(board)
    ingest(board, "s1", FAILS)
    judge(board)
    shown(board, "s1", 1.5)
    ingest(board, "s1", FAILS, ran("ls"), FAILS)
    assert judge(board) == {"lesson.recurred": 1}
    assert outcomes(board) == [
        ("s1", "recurred", False, "s1-1"),
        ("s1", "recurred", True, "s1-3"),
    ]
    (row,) = board.view("exposures")
    assert row["evidence"] == "s1-3"


def test_an_insight_that_was_shown_is_no_lesson(board: Board) -> None:
    """Only lessons have an outcome."""
    ingest(board, "s1", FAILS)
    shown(board, "s1", 0.5)
    assert judge(board) == {}


# Comparisons


def left_to_chance(board: Board, name: str, *, held: bool) -> None:
    """A session that fails, or was shown the lesson, as chance decided."""
    ingest(board, name, FAILS if held else WORKS)
    payload: dict[str, Any] = {"session": name, "lesson": "a", "one_in": 3}
    if not held:
        payload = {"session": name, "items": ["a"], "text": "t", "tokens": 9, "one_in": {"a": 3}}
    type_ = "lesson.withheld" if held else "context.injected"
    at = START * 1_000_000 + 500_000
    board.append([NewEvent(type_, f"context:{name}", payload, project=HERE, occurred_at=at)])


def test_what_comparing_shows_is_told_once(board: Board) -> None:
    """When the verdict changes, with the counts that it rests on."""
    learn(board)
    for number in range(3):
        left_to_chance(board, f"a{number}", held=bool(number % 2))
    assert judge(board)["lesson.measured"] == 0
    for number in range(12):
        left_to_chance(board, f"b{number}", held=False)
        left_to_chance(board, f"c{number}", held=True)
    assert judge(board)["lesson.measured"] == 1
    left_to_chance(board, "d", held=True)
    assert judge(board)["lesson.measured"] == 0
    (event,) = board.read(types=["lesson.measured"])
    payload = event.payload or {}
    assert (payload["verdict"], payload["failed"], payload["sessions"]) == ("helps", 0, 14)
    assert (payload["failed_without"], payload["sessions_without"]) == (13, 13)
    assert payload["low"] < payload["high"] < 0
    assert board.row("accounts", "a")["verdict"] == "helps"


def test_a_verdict_that_new_sessions_undo_is_taken_back(board: Board) -> None:
    """It is held back more often again, until it is decided anew."""
    learn(board)
    for number in range(9):
        left_to_chance(board, f"a{number}", held=False)
        left_to_chance(board, f"b{number}", held=True)
    judge(board)
    for number in range(9):
        ingest(board, f"a{number}", WORKS, FAILS)
    assert judge(board)["lesson.measured"] == 1
    assert board.row("accounts", "a")["verdict"] == ""


def test_older_events_without_odds_are_counted_but_not_compared(board: Board) -> None:
    """They do not say which sessions were left to chance."""
    learn(board)
    for number in range(30):
        ingest(board, f"s{number}", FAILS if number % 2 else WORKS)
        shown(board, f"s{number}", 0.5, "lesson.withheld" if number % 2 else "context.injected")
    assert judge(board) == {"lesson.recurred": 15, "lesson.obeyed": 15}
    assert board.row("accounts", "a")["withheld"] == 15


# Which lessons concern a session


@pytest.mark.parametrize(("before", "judged"), [(0, 0), (1, 1), (-1, 0)])
def test_a_lesson_counts_from_the_moment_after_it_was_learnt(
    board: Board, before: int, judged: int
) -> None:
    """A session that began in the very moment is not judged by it."""
    made = lesson("a", RULE, signatures=['npm error missing script: "test"'], commands=["npm test"])
    board.append([made._replace(occurred_at=START * 1_000_000 - before)])
    ingest(board, "s1", FAILS)
    assert judge(board)["lesson.recurred"] == judged


def test_an_error_or_a_program_is_enough(board: Board) -> None:
    """And a lesson that has neither in common with a session does not concern it."""
    learn(board, "by-error", commands=[])
    kept = InsightCurated(insight="by-program", statement=RULE, category="testing", confidence=0.9)
    board.append([new(kept, project=HERE, occurred_at=(START - DAY) * 1_000_000)])
    learn(board, "other", signatures=["gamelan is dull"], commands=[])
    board.append([lesson("none", "Always write a test first.", at=START - DAY)])
    ingest(board, "s1", FAILS)
    ingest(board, "s2", WORKS)
    judge(board)
    found = {(event.payload or {})["lesson"] for event in board.read(types=["lesson.recurred"])}
    assert found == {"by-error"}
    followed = [event.payload or {} for event in board.read(types=["lesson.obeyed"])]
    assert {each["session"] for each in followed} == {"s2"}
    assert {each["lesson"] for each in followed} == {"by-error", "by-program", "other"}


def test_what_was_shown_is_judged_though_it_was_let_go_since(board: Board) -> None:
    """The session heard of it; another one did not."""
    learn(board)
    ingest(board, "s1", FAILS, FAILS)
    ingest(board, "s2", FAILS)
    shown(board, "s1", 1.5)
    board.append([told("lesson.retired", "a")])
    judge(board)
    assert outcomes(board) == [("s1", "recurred", True, "s1-2")]


def test_a_lesson_that_was_held_back_first_is_judged_from_there(board: Board) -> None:
    """Whoever was told later was told."""
    learn(board)
    ingest(board, "s1", FAILS, FAILS, FAILS)
    shown(board, "s1", 1.5, "lesson.withheld")
    shown(board, "s1", 2.5)
    judge(board)
    assert outcomes(board) == [("s1", "recurred", True, "s1-2")]


@pytest.mark.parametrize("after", [0, 1])
def test_a_session_is_judged_from_its_first_moment(board: Board, after: int) -> None:
    """A call of the moment in which it began is its own."""
    learn(board)
    started, call = session([FAILS], "s1")
    call = call._replace(occurred_at=START * 1_000_000 + after, id="s1-1")
    board.append([started._replace(id="s1-0"), call])
    assert judge(board)["lesson.recurred"] == 1


def test_an_outcome_is_an_event_of_the_session_at_the_time_of_its_call(board: Board) -> None:
    """By the judge, in the project of the session, on the stream of the lesson."""
    learn(board)
    ingest(board, "s1", ran("ls"), FAILS)
    judge(board)
    (event,) = board.read(types=["lesson.recurred"])
    assert (event.project, event.actor, event.occurred_at) == (
        HERE, "judge", (START + 2) * 1_000_000,
    )  # fmt: skip
    assert event.payload == {
        "lesson": "a", "session": "s1", "injected": False, "evidence": "s1-2",
    }  # fmt: skip


def test_each_lesson_of_a_session_has_its_outcome_in_a_fixed_order(board: Board) -> None:
    """By their names, so that two machines write the same."""
    for name in ("c", "a", "b"):
        learn(board, name)
    ingest(board, "s1", FAILS)
    judge(board)
    found = [(event.payload or {})["lesson"] for event in board.read(types=["lesson.recurred"])]
    assert found == ["a", "b", "c"]


def test_only_what_came_since_is_judged_again(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A session without news is not read, and its project's lessons are looked up once."""
    learn(board)
    ingest(board, "s1", FAILS)
    judge(board)
    assert board.reader_position("judge") > 0
    ingest(board, "s2", FAILS)
    ingest(board, "s3", WORKS)
    read: list[str | None] = []
    calls = board.read

    def reading(**options: Any) -> Any:
        if options.get("types") == ["tool.called"]:
            read.append(options["stream"])
        return calls(**options)

    monkeypatch.setattr(board, "read", reading)
    assert judge(board) == {"lesson.recurred": 1, "lesson.obeyed": 1}
    assert read == ["session:s2", "session:s3"]
