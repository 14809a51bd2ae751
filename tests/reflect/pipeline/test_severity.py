"""A lesson's severity follows its evidence: at birth, and when it is seen again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board
from blackboard.vocabulary import Severity, Trust
from reflect.curator import decisions
from reflect.pipeline.events import Place
from reflect.pipeline.ingest import ingest
from reflect.pipeline.severity import by_evidence
from tests.reflect.findings import HERE, found, silent

ORDER = ("low", "medium", "high")


@pytest.mark.parametrize(
    ("severity", "trust", "sessions", "comes_to"),
    [
        ("low", "tool", ["a", "b"], "low"),
        ("low", "tool", ["a", "b", "c"], "medium"),
        ("low", "tool", ["a", "a/1", "a/2"], "low"),
        ("medium", "tool", list("abcdefghij"), "medium"),
        ("medium", "human", ["a"], "medium"),
        ("medium", "human", ["a", "b"], "high"),
        ("low", "human", ["a", "b"], "high"),
        ("low", "human", [], "low"),
        ("high", "repository", [], "high"),
        ("low", "model", ["a", "b", "c"], "medium"),
    ],
)
def test_what_comes_back_is_worse(
    severity: Severity, trust: Trust, sessions: list[str], comes_to: Severity
) -> None:
    """A trifle in three sessions is none; what a person says twice is severe, and only that."""
    assert by_evidence(severity, trust, sessions) == comes_to


@given(
    st.sampled_from(["low", "medium", "high"]),
    st.sampled_from(["human", "tool", "model", "imported"]),
    st.lists(st.sampled_from("abcdefgh")),
    st.sampled_from("ijkl"),
)
def test_more_evidence_never_makes_it_less(
    severity: Severity, trust: Trust, sessions: list[str], more: str
) -> None:
    """Nor is it ever less than it was where it was learnt."""
    now, later = (by_evidence(severity, trust, each) for each in (sessions, [*sessions, more]))
    assert ORDER.index(severity) <= ORDER.index(now) <= ORDER.index(later)


def _teach(board: Board, *sessions: str, trust: Trust = "human") -> str:
    for number, name in enumerate(sessions):
        ingest(board, found("Run `make gen` first.", name, at=number, trust=trust),
               Place(HERE, "miner"), silent)  # fmt: skip
    (row,) = board.view("lessons")
    return str(row["severity"])


def test_a_lesson_that_a_person_repeats_becomes_severe_once(board: Board) -> None:
    """By an event with its reason, that a person takes back for good."""
    assert _teach(board, "s1") == "medium"
    assert _teach(board, "s2") == "high"
    (row,) = board.view("lessons")
    (decision,) = [each for each in row["decisions"] if each["type"] == "lesson.revised"]
    assert (decision["actor"], decision["reason"]) == ("curator", "said in 2 sessions")
    decisions.undo(board, row, decision["event"])
    assert _teach(board, "s3") == "medium"


def test_a_severity_that_a_person_chose_stays(board: Board) -> None:
    """However often it is said again."""
    _teach(board, "s1")
    (row,) = board.view("lessons")
    decisions.revise(board, row, severity="low")
    assert _teach(board, "s2", "s3") == "low"
