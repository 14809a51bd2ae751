"""What a board knows of an error: where it was seen, what was done, which lesson is about it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from blackboard.board import Board
from blackboard.event import Event
from blackboard.events.lesson import LessonCreated
from blackboard.events.payload import new
from blackboard.fixes import fixes, last_failure
from blackboard.fixes.aftermath import Aftermaths
from blackboard.views.view import Row
from tests.reflect.talks import edited, ran, session

MISSING = "npm error Missing script: test"
FAILS = ran("npm test", MISSING, fails=True)
WORKS = ran("npm run test:unit", "ok")
ELSEWHERE = "github.com/bo/fly"


def test_without_a_lesson_an_error_is_known_from_the_sessions(board: Board) -> None:
    """Where it was seen, and the form of the command that worked."""
    board.append([*session([FAILS, WORKS], "s1"), *session([FAILS, WORKS], "s2")])
    found = fixes(board, f"Exit code 1\n{MISSING}")
    assert found.seen is not None
    assert (found.exact, found.seen.times, set(found.seen.sessions)) == (True, 2, {"s1", "s2"})
    (remedy,) = found.remedies
    assert (remedy.proved, remedy.sessions) == (True, ("s2", "s1"))
    assert remedy.latest.worked is not None
    assert remedy.latest.worked.text == "npm run test:unit"
    assert found.lessons == ()


def test_an_error_that_came_back_in_its_session_is_told_so(board: Board) -> None:
    """The remedy of the last time stands before the one that did not last."""
    board.append(session([FAILS, edited("package.json"), ran("npm test"), FAILS, WORKS]))
    remedies = fixes(board, MISSING).remedies
    assert [(each.latest.how, each.came_back) for each in remedies] == [("other", 0), ("same", 1)]


def test_a_lesson_for_the_error_is_told(board: Board) -> None:
    """It is found by the signature of any of the error's lines."""
    lesson = LessonCreated(
        lesson="lesson-1", phase="implement", category="tooling", severity="low",
        symptom=MISSING, root_cause="x", resolution="y", constraint="Use `npm run test:unit`.",
        signatures=["npm error missing script: test"],
    )  # fmt: skip
    board.append([new(lesson, stream="lesson:lesson-1", project="github.com/ada/kite")])
    assert [row["id"] for row in fixes(board, MISSING).lessons] == ["lesson-1"]
    assert fixes(board, MISSING, projects=[ELSEWHERE]).lessons == ()


def test_an_error_in_other_words_is_found_by_its_rare_ones(board: Board) -> None:
    """Never by words that stand in every error."""
    fails = ran("flask run", "sqlite3.OperationalError: database wing.db is locked", fails=True)
    board.append(session([fails, ran("flask run")]))
    found = fixes(board, "OperationalError (sqlite3): the database is locked, try later")
    assert (found.exact, len(found.remedies)) == (False, 1)
    assert "wing.db is locked" in found.alike
    assert fixes(board, "error: command not found").seen is None
    assert fixes(board, "AssertionError: something else entirely").seen is None


def test_projects_narrow_it_down(board: Board) -> None:
    """An error of another project is not told where one is named."""
    board.append([*session([FAILS, WORKS]), *session([FAILS], "s2", project=ELSEWHERE)])
    found = fixes(board, MISSING, projects=[ELSEWHERE])
    assert found.seen is not None
    assert found.seen.projects == (ELSEWHERE,)
    assert fixes(board, MISSING, here=ELSEWHERE).seen != found.seen


def test_nothing_is_known_of_what_is_no_error(board: Board) -> None:
    """An empty text, and an empty board."""
    for text in ("", "   \n", "\x1b[31m\x1b[0m", "Exit code 1"):
        found = fixes(board, text)
        assert (found.error, found.seen, found.remedies, found.lessons) == ("", None, (), ())
    assert last_failure(board, None) is None


def test_the_last_failure_is_that_of_the_project(board: Board) -> None:
    """Of any where none is named; one without words is passed over."""
    silent = ran("grep -q x y", "", fails=True)
    board.append(session([FAILS, ran("make", "error: no rule to fly", fails=True), silent]))
    board.append(session([FAILS], "s2", project=ELSEWHERE))
    row = last_failure(board, "github.com/ada/kite")
    assert row is not None
    assert row["target"] == "make"
    assert last_failure(board, "nowhere") is None


def test_what_came_after_a_failure_is_read_once_for_many_look_ups(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answers are those of a look-up that stands alone."""
    board.append([*session([FAILS, WORKS, FAILS], "s1"), *session([FAILS, WORKS], "s2")])
    alone = [fixes(board, text) for text in (MISSING, f"{MISSING}\nexit 1", MISSING)]
    read: list[str] = []
    from_on = board.local.failures.from_on

    def counted(row: Row, limit: int) -> Iterator[Event]:
        read.append(row["id"])
        return from_on(row, limit)

    monkeypatch.setattr(board.local.failures, "from_on", counted)
    known = Aftermaths(board)
    together = [
        fixes(board, text, aftermaths=known) for text in (MISSING, f"{MISSING}\nexit 1", MISSING)
    ]
    assert together == alone
    assert len(read) == len(set(read)) == 3
