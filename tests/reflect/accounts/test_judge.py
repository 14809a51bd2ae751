"""Judge sessions on a board: which events, once each, and what is ignored."""

from __future__ import annotations

from typing import Any

from blackboard import Board, NewEvent
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
