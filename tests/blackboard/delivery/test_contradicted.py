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
    assert "was shown" in kept_back(row(status="approved"), row("b"), {"b"})
    assert kept_back(row(status="approved"), row("b"), ()) == ""


def test_approval_counts_before_the_source() -> None:
    """A tool's lesson that was approved is stronger than what a person said in passing."""
    assert strength(row(status="approved")) > strength(row(trust="human"))
    assert strength(row(trust="human")) == strength(row(trust="approved"))
    assert strength(row(trust="unheard-of")) <= strength(row(trust="imported"))


def test_a_board_that_an_older_version_read_last_is_no_error() -> None:
    """A hook may be the first to come after an upgrade; the next read makes the column."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE view_lessons (id, status, trust)")
        assert why_kept_back(connection, ["a"]) == {}
