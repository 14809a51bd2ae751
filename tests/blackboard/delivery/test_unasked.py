"""What an agent is shown unasked, over every trust, proof, status and step: the table of proofs.

A text from elsewhere may claim any proof and any session; whose word it is decides.
"""

from __future__ import annotations

from typing import Any, get_args

import pytest

from blackboard import Board
from blackboard.delivery.candidates import Candidate
from blackboard.delivery.proof import is_said_once, may_be_shown
from blackboard.delivery.situation import STEPS, Situation
from blackboard.event import NewEvent
from blackboard.events.lesson import LessonApproved, LessonPinned
from blackboard.events.payload import PayloadModel
from blackboard.vocabulary import Proof, Status, Trust
from tests.blackboard.delivery.made import row
from tests.blackboard.lessons import HERE, lesson, told

_DAY = 86_400

_TRUSTS, _PROOFS, _STATUSES = get_args(Trust), get_args(Proof), get_args(Status)
_ELSEWHERE = ("repository", "imported")
"""Whose proofs prove nothing here."""

_NOW: dict[str, dict[str, Any]] = {
    "start": {}, "before": {"command": "npm test"}, "prompt": {"prompt": "Run npm test"},
    "failed": {"command": "npm test", "error": "error: no comb"},
}  # fmt: skip


def _is_shown(trust: str, proof: str, status: str, step: str) -> bool:
    """The table, for a lesson that three sessions showed: at each step but the start."""
    if status != "candidate":
        return status == "approved" and (proof != "procedure" or step not in ("after", "failed"))
    if proof and trust not in _ELSEWHERE:
        return proof != "procedure" or step not in ("after", "failed")
    if proof == "procedure" and step in ("after", "failed"):
        return False
    return trust in ("human", "tool", "repository")


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("status", _STATUSES)
def test_whose_word_it_is_decides_what_is_shown_unasked(status: str, step: str) -> None:
    """Whatever proof it claims, imported text waits until it is approved, and is found if asked."""
    for trust in _TRUSTS:
        for proof in _PROOFS:
            columns = row(trust=trust, proof=proof, status=status, sources=3, unfit=0)
            found = Candidate("lesson", columns)
            expected = _is_shown(trust, proof, status, step)
            now = Situation(prompt="x", step=step)
            assert may_be_shown(found, now) is expected, (trust, proof)
            assert may_be_shown(found, Situation(prompt="x", step=step, asked=True))
            assert not (is_said_once(columns) and trust in _ELSEWHERE)


def _steps(board: Board) -> set[str]:
    """The steps at which anything is shown."""
    shown = set()
    for step, known in _NOW.items():
        now = Situation(project=HERE, session=f"at-{step}", step=step, **known)
        shown |= {step} if board.context(now).items else set()
    return shown


def _seen(status: str, sessions: int = 3, **fields: Any) -> list[NewEvent]:
    """Sessions, and a lesson that they showed."""
    ids = [f"s{number}" for number in range(sessions)]
    evidence = [
        {"event_id": f"e{name}", "quote": f"words of {name}", "session": name} for name in ids
    ]
    started = [
        NewEvent("session.started", f"session:{name}", {"session": name, "agent": "a", "cwd": "/"},
                 project=HERE)
        for name in ids
    ]  # fmt: skip
    made = lesson("kite", "Sharpen the quokka comb.", commands=["npm test"], status=status,
                  signatures=["error: no comb"], evidence=evidence, **fields)  # fmt: skip
    return [*started, made._replace(schema=2)]


def _table(trust: str, proof: str) -> set[str]:
    """The steps at which a candidate of three sessions is shown that a command and an error bind.

    A text of the repository is quoted where it fits, as if it claimed nothing.
    """
    match trust, proof:
        case "imported", _:
            return set()
        case "repository", "procedure":
            return {"before", "prompt"}
        case "repository", _:
            return {"before", "prompt", "failed"}
        case "model" | "approved" | "team", "":
            return set()
        case "human", "":
            return {"before", "prompt", "failed"}
        case "tool", "procedure":
            return {"start", "before", "prompt"}
        case _, "procedure":
            return {"before", "prompt"}
        case _:
            return {"start", "before", "prompt", "failed"}


@pytest.mark.parametrize("proof", _PROOFS)
@pytest.mark.parametrize("trust", _TRUSTS)
def test_a_board_shows_unasked_what_the_table_says(trust: str, proof: str, board: Board) -> None:
    """Also where its rows were trusted more once: a lowered trust takes the proof with it."""
    board.append(_seen("candidate", proof=proof, trust="tool", learned_from="miner"))
    board.append([told("lesson.reconsidered", "kite", trust=trust)])
    assert _steps(board) == _table(trust, proof)


@pytest.mark.parametrize("proof", _PROOFS)
@pytest.mark.parametrize("trust", _ELSEWHERE)
def test_a_text_from_elsewhere_makes_no_proof(trust: str, proof: str, board: Board) -> None:
    """Whatever its event says, also where the same is learnt here later."""
    board.append(_seen("candidate", proof=proof, trust=trust, asked="m p@1"))
    kite = board.row("lessons", "kite")
    assert (kite["proof"], kite["asked"], kite["sources"]) == ("", "", 0)


@pytest.mark.parametrize(
    ("sessions", "decision", "actor", "is_told"),
    [
        (1, None, "", False), (2, None, "", True),
        (1, LessonApproved(lesson="kite", by="policy"), "curator", False),
        (2, LessonApproved(lesson="kite", by="policy"), "curator", True),
        (1, LessonApproved(lesson="kite", by="human"), "human", True),
        (1, LessonPinned(lesson="kite"), "human", True),
    ],
)  # fmt: skip
@pytest.mark.parametrize("trust", ["tool", "human"])
def test_at_a_start_it_takes_a_person_or_two_sessions(
    sessions: int, decision: PayloadModel | None, actor: str, is_told: bool, trust: str,
    board: Board,
) -> None:  # fmt: skip
    """A policy's approval of what one session showed makes no second witness."""
    board.append(_seen("approved", sessions, trust=trust))
    if decision:
        board.record(decision, actor=actor)
    assert ("start" in _steps(board)) is is_told


def test_a_session_and_its_subagents_are_one_at_a_start(board: Board) -> None:
    """Only another session is a second witness."""
    evidence = [{"event_id": "e", "quote": "q", "session": each} for each in ("s0", "s0/agent-1")]
    *started, _ = _seen("approved", 1)
    board.append([*started, lesson("kite", "Mind the comb.", commands=["x"], status="approved",
                                   evidence=evidence)])  # fmt: skip
    assert "start" not in _steps(board)


@pytest.mark.parametrize(("day", "is_told"), [(0, False), (1, True), (5, True)])
def test_a_start_says_what_the_last_five_sessions_met(
    day: int, is_told: bool, board: Board
) -> None:
    """Also what was last seen at the very time at which the first of these five began."""
    board.append([
        NewEvent("session.started", f"session:s{number}",
                 {"session": f"s{number}", "agent": "a", "cwd": "/"}, project=HERE,
                 occurred_at=number * _DAY * 1_000_000)
        for number in range(6)
    ])  # fmt: skip
    evidence = [{"event_id": "e", "quote": "q", "session": f"s{day}"}]
    board.append([
        lesson("kite", "Mind the comb.", commands=["x"], evidence=evidence, at=day * _DAY),
        told("lesson.approved", "kite", by="human"),
    ])  # fmt: skip
    assert ("start" in _steps(board)) is is_told
