"""Of two lessons that contradict each other an agent is told the stronger one, or neither."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from blackboard import Board, Situation
from blackboard.delivery.contradicted import kept_back, strength
from blackboard.events.insight import InsightApproved, InsightCurated
from blackboard.events.lesson import (
    LessonApproved,
    LessonContradicted,
    LessonReconciled,
    LessonRetired,
)
from blackboard.storage.sqlite.contradicted import why_kept_back
from tests.blackboard.lessons import HERE, lesson

HERE_AND_NOW = Situation(project=HERE, command="make gen --fast", session="s1")


def row(name: str = "a", status: str = "candidate", trust: str = "tool") -> dict[str, Any]:
    """What is known of a lesson."""
    return {"id": name, "status": status, "trust": trust}


def told(board: Board, situation: Situation = HERE_AND_NOW) -> set[str]:
    """What an agent is told."""
    return set(board.context(situation).ids)


def two(
    board: Board, one: dict[str, Any], other: dict[str, Any], verdict: Any = "opposite"
) -> None:
    """Two lessons about the same command that contradict each other."""
    board.append([
        lesson("a", "Always run `make gen` before the tests", commands=["make gen"], **one),
        lesson("b", "Never run `make gen` before the tests", commands=["make gen"], **other),
    ])  # fmt: skip
    pair = LessonContradicted(lesson="b", other="a", verdict=verdict)
    board.record(pair, actor="miner", project=HERE)


@pytest.mark.parametrize("verdict", ["opposite", "unsure"])
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({}, {}, set()),
        ({"trust": "human"}, {"trust": "human"}, set()),
        ({"trust": "human"}, {}, {"a"}),
        ({}, {"trust": "human"}, {"b"}),
        ({"trust": "repository"}, {"trust": "imported"}, {"a"}),
        ({"status": "approved"}, {"trust": "human"}, {"a"}),
        ({"status": "approved", "trust": "human"}, {"status": "approved", "trust": "human"}, set()),
    ],
)
def test_at_most_one_of_a_pair_is_told(
    board: Board, one: dict[str, Any], other: dict[str, Any], expected: set[str], verdict: str
) -> None:
    """The approved one, else the one of the better source; between equals none."""
    two(board, one, other, verdict)
    assert told(board) == expected
    assert told(board, Situation(project=HERE, step="start")) <= expected


def test_the_weaker_is_not_told_where_the_stronger_does_not_fit(board: Board) -> None:
    """The other one may be told later in the same session, or by the same person."""
    board.append([
        lesson("a", "Always run `make gen`", trust="human"),
        lesson("b", "Never run `make gen`", commands=["make gen"]),
    ])  # fmt: skip
    board.record(LessonContradicted(lesson="b", other="a", verdict="unsure"), actor="miner")
    assert told(board) == set()


def test_what_is_decided_is_told(board: Board) -> None:
    """Whether one was retired, or a person says that both hold."""
    two(board, {}, {})
    [retired] = board.record(LessonRetired(lesson="a"), actor="human", project=HERE)
    assert told(board) == {"b"}
    assert retired.type == "lesson.retired"


def test_what_is_reconciled_is_told(board: Board) -> None:
    """A person says that both can be followed."""
    two(board, {}, {})
    board.record(LessonReconciled(lesson="a", other="b"), actor="human", project=HERE)
    assert told(board)


def test_nothing_is_told_against_what_the_session_was_told(board: Board) -> None:
    """The other became stronger only after a session had been told the first."""
    two(board, {"trust": "human"}, {})
    assert set(board.inject(HERE_AND_NOW).ids) == {"a"}
    board.record(LessonApproved(lesson="b", by="human"), actor="human", project=HERE)
    assert told(board) == set()
    assert told(board, Situation(project=HERE, command="make gen --fast", session="s2")) == {"b"}


def test_an_insight_that_stands_is_not_told_beside_its_opposite(board: Board) -> None:
    """A candidate lesson gives way to an approved insight."""
    statement = "Always run `make gen` before the tests"
    board.append([lesson("b", "Never run `make gen` before the tests", commands=["make gen"])])
    made = InsightCurated(insight="i", statement=statement, category="testing", confidence=0.9)
    board.record(made, actor="curator", project=HERE)
    board.record(InsightApproved(insight="i", by="human"), actor="human", project=HERE)
    board.record(LessonContradicted(lesson="b", other="i", verdict="opposite"), actor="miner")
    assert "b" not in told(board)


def test_the_reason_names_the_other() -> None:
    """And whether a person has to decide."""
    assert kept_back(row(), row("b", trust="human"), ()) == "it contradicts b, which is stronger"
    assert "a person decides" in kept_back(row(), row("b"), ())
    stated = row("b", trust="human")
    assert "was shown" in kept_back(row(status="approved"), stated, {"b"})
    assert kept_back(row(status="approved"), row("b"), {"b"}) == ""
    assert kept_back(row(status="approved"), row("b"), ()) == ""


def test_approval_counts_before_the_source() -> None:
    """A tool's lesson that was approved is stronger than what a person said in passing."""
    assert strength(row(status="approved")) > strength(row(trust="human"))
    assert strength(row(trust="human")) == strength(row(trust="approved"))
    assert strength(row(trust="unheard-of")) <= strength(row(trust="imported"))


_KINDS = {
    "mine approved": row(status="approved", trust="tool"),
    "colleague's, approved by me": row(status="approved", trust="approved") | {"author": "bo"},
    "mine said": row(trust="human"),
    "default branch": row(status="approved", trust="team") | {"author": "git:host:acme:kite"},
    "colleague approved": row(status="approved", trust="team") | {"author": "bo"},
    "mine found": row(trust="tool"),
    "a repository's file": row(trust="repository"),
    "colleague's proposal": row(trust="imported") | {"author": "bo"},
    "branch's proposal": row(trust="imported") | {"author": "git:host:acme:kite"},
    "a model's": row(trust="model"),
}
_ORDER = (
    ("colleague's, approved by me",), ("mine approved",), ("mine said",), ("default branch",),
    ("colleague approved",), ("mine found",), ("a repository's file",),
    ("colleague's proposal", "branch's proposal", "a model's"),
)  # fmt: skip
"""Whose word is shown beside an opposite, strongest first; between equals neither is."""


@pytest.mark.parametrize("one", _KINDS)
@pytest.mark.parametrize("other", _KINDS)
@pytest.mark.parametrize("was_shown", [False, True])
def test_who_is_shown_beside_an_opposite(one: str, other: str, was_shown: bool) -> None:
    """Each kind against each. What the session was shown silences only proposals and colleagues."""
    place = {name: at for at, names in enumerate(_ORDER) for name in names}
    shown = {"b"} if was_shown else set()
    why = kept_back(_KINDS[one] | {"id": "a"}, _KINDS[other] | {"id": "b"}, shown)
    mine = {"colleague's, approved by me", "mine approved", "mine said"}
    is_above = (one in mine and other not in mine) or (
        one == "default branch" and place[other] > place[one]
    )
    is_silent = place[one] >= place[other] or (was_shown and not is_above)
    assert bool(why) == is_silent, why


@pytest.mark.parametrize("status", ["approved", "candidate"])
def test_on_a_log_that_is_a_teams_what_is_signed_is_nobodys_own(status: str) -> None:
    """A policy's approval of a colleague's lesson is less than what a person approved."""
    policys = row(status=status, trust="tool") | {"signed_by": "bo"}
    persons = row("b", status="approved", trust="team") | {"signed_by": "anna"}
    assert strength(policys) < strength(persons)


def test_a_board_that_an_older_version_read_last_is_no_error() -> None:
    """A hook may be the first to come after an upgrade; the next read makes the column."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE view_lessons (id, status, trust)")
        assert why_kept_back(connection, ["a"]) == {}
