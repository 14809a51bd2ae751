"""Boards from before: what nobody attests is put back, what a person decided stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.importer import import_files
from reflect.curator import decisions
from reflect.curator.curate import curate
from reflect.curator.settings import CuratorSettings
from reflect.put_back import waiting
from reflect.reconsider import reconsider
from tests.blackboard.lessons import HERE, lesson
from tests.blackboard.records import human, model, write
from tests.counting_board import CountingBoard

SETTINGS = CuratorSettings()
RULE = "Always run `make fmt` before you commit."


def _from_before(board: Board, *sessions: str, role: str = "user", **fields: Any) -> None:
    """A lesson as it was learnt and approved when a role was taken for a person."""
    said = [
        NewEvent("message.recorded", f"session:{name}",
                 {"session": name, "role": role, "text": RULE}, project=HERE, id=f"m-{name}")
        for name in sessions
    ]  # fmt: skip
    board.append(said)
    proofs = [{"event_id": f"m-{name}", "quote": RULE, "session": name} for name in sessions]
    given = {"trust": "human", "tags": ["human-rule"], "learned_from": "miner", "confidence": 0.9,
             "evidence": proofs}  # fmt: skip
    board.append([lesson("a", RULE, **{**given, **fields})])


def _approve_by_policy(board: Board) -> None:
    payload = {"lesson": "a", "by": "policy", "reason": "said in 2 sessions"}
    board.append([NewEvent("lesson.approved", "lesson:a", payload, actor="curator")])


def _row(board: Board) -> Any:
    return board.row("lessons", "a")


def test_what_nobody_attests_becomes_a_candidate_again(board: Board) -> None:
    """By an event with its reason, once; it is listed, and a person may approve it again."""
    _from_before(board, "s1", "s2")
    _approve_by_policy(board)
    assert [each.put_back for each in reconsider(board, SETTINGS)] == [True]
    row = _row(board)
    assert (row["status"], row["trust"], row["sessions"]) == ("candidate", "imported", [])
    assert row["decisions"][-1]["reason"] == "no one attests who said it"
    assert [each["id"] for each in waiting(board)] == ["a"]
    assert (reconsider(board, SETTINGS), curate(board, SETTINGS)) == ([], {})
    decisions.approve(board, row)
    assert (_row(board)["status"], list(waiting(board))) == ("approved", [])


def test_one_paste_in_two_sessions_becomes_a_candidate_again(board: Board) -> None:
    """Though a person sent both: what was approved before that was looked at waits."""
    pasted = f"{RULE} Never commit generated files."
    for name in ("s1", "s2"):
        said = {"session": name, "role": "user", "text": pasted, "said_by": "human"}
        board.append(
            [NewEvent("message.recorded", f"session:{name}", said, 2, HERE, id=f"m-{name}")]
        )
    proofs = [{"event_id": f"m-{s}", "quote": pasted, "session": s} for s in ("s1", "s2")]
    _from_before(board, evidence=proofs)
    _approve_by_policy(board)
    assert [each.put_back for each in reconsider(board, SETTINGS)] == [True]
    row = _row(board)
    assert (row["status"], row["trust"]) == ("candidate", "human")
    assert row["decisions"][-1]["reason"] == "its sessions repeat one pasted text"
    assert curate(board, SETTINGS) == {}


def test_others_may_write_while_it_reads(board: Board) -> None:
    """Only what changes is appended with the write lock."""
    _from_before(board, "s1", "s2")
    _approve_by_policy(board)
    assert board.path is not None
    with CountingBoard.open(board.path) as counting:
        assert isinstance(counting, CountingBoard)
        assert reconsider(counting, SETTINGS)
        counts = counting.counted()
        assert (counts["lessons"], counts["locked"]) == (1, 0)


def test_it_can_be_undone(board: Board) -> None:
    """It stands then as it stood before."""
    _from_before(board, "s1", "s2")
    _approve_by_policy(board)
    before = _row(board)
    reconsider(board, SETTINGS)
    decisions.undo(board, _row(board))
    after = _row(board)
    assert [after[name] for name in ("status", "trust", "sessions")] == [
        before[name] for name in ("status", "trust", "sessions")
    ]


def test_what_a_person_decided_stays(board: Board) -> None:
    """He stood behind it, whoever had said it."""
    _from_before(board, "s1", "s2")
    decisions.approve(board, _row(board))
    before = _row(board)
    assert reconsider(board, SETTINGS) == []
    assert _row(board) == before


@pytest.mark.parametrize("learned_from", ["by-hand", "rule-files", "import", "reflector", "agent"])
def test_what_did_not_come_from_sessions_is_left_as_it_is(board: Board, learned_from: str) -> None:
    """A rule that a person stated is his, and of the others trust was never more than it is."""
    _from_before(board, "s1", learned_from=learned_from)
    assert reconsider(board, SETTINGS) == []


def test_reading_own_transcripts_again_gives_back_what_is_proved(
    board: Board, tmp_path: Path
) -> None:
    """Said twice, in two ways, as his own transcripts show: the policy approves it by itself."""
    paths = []
    for number in (1, 2):
        name = f"s{number}"
        at = f"2026-03-0{number}T10:00"
        lines = [
            {**model("I will commit."), "sessionId": name, "uuid": f"{name}-0",
             "timestamp": f"{at}:00.000Z"},
            {**human(RULE if number == 1 else f"Please, {RULE}"), "sessionId": name,
             "uuid": f"{name}-1", "timestamp": f"{at}:01.000Z"},
        ]  # fmt: skip
        paths.append(write(tmp_path / f"{name}.jsonl", lines))
    import_files(board, paths)
    said = [event for event in board.read(types=["message.recorded"])
            if (event.payload or {})["role"] == "user"]  # fmt: skip
    proofs = [{"event_id": event.id, "quote": (event.payload or {})["text"],
               "session": (event.payload or {})["session"]} for event in said]  # fmt: skip
    given: dict[str, Any] = {"trust": "human", "tags": ["human-rule"], "learned_from": "miner"}
    board.append([lesson("a", RULE, evidence=proofs, confidence=0.9, **given)])
    _approve_by_policy(board)
    reconsider(board, SETTINGS)
    assert (_row(board)["status"], _row(board)["trust"]) == ("candidate", "imported")
    import_files(board, paths, trusted=True)
    assert [each.put_back for each in reconsider(board, SETTINGS)] == [False]
    assert (_row(board)["trust"], _row(board)["sessions"]) == ("human", ["s1", "s2"])
    assert curate(board, SETTINGS) == {"lesson.approved": 1}


def _insight(board: Board, statement: str, quote: str, **fields: Any) -> None:
    said = {"session": "s1", "role": "user", "text": quote, "said_by": "human"}
    board.append([NewEvent("message.recorded", "session:s1", said, 2, HERE, id="m1")])
    proof = {"event_id": "m1", "quote": quote, "session": "s1"}
    payload = {"insight": "i", "statement": statement, "category": "testing", "confidence": 0.9,
               "evidence": [proof], "trust": "human", "learned_from": "s1", **fields}  # fmt: skip
    board.append([NewEvent("insight.curated", "insight:i", payload, 1, HERE)])


def test_an_insight_that_was_approved_at_birth_waits(board: Board) -> None:
    """One session is not enough; and no word makes it hold everywhere."""
    _insight(board, "Always write tests.", "Always write tests.", scope="global")
    assert [each.put_back for each in reconsider(board, SETTINGS)] == [True]
    row = board.row("insights", "i")
    assert (row["status"], row["scope"], row["trust"]) == ("candidate", "project", "human")


def test_a_rule_that_a_model_invented_has_a_models_trust(board: Board) -> None:
    """Whatever a person said in the sentence that it quotes."""
    _insight(board, "Always push at once, everywhere.", "Run the tests, please.")
    reconsider(board, SETTINGS)
    row = board.row("insights", "i")
    assert (row["status"], row["trust"]) == ("candidate", "model")


def test_an_insight_of_one_paste_in_two_sessions_is_not_approved(board: Board) -> None:
    """Its evidence quotes the sentence alone, so the whole messages are compared."""
    for name in ("s1", "s2"):
        said = {"session": name, "role": "user", "said_by": "human",
                "text": f"{RULE} Never commit generated files."}  # fmt: skip
        board.append(
            [NewEvent("message.recorded", f"session:{name}", said, 2, HERE, id=f"m-{name}")]
        )
    proofs = [{"event_id": f"m-{s}", "quote": RULE, "session": s} for s in ("s1", "s2")]
    payload = {"insight": "i", "statement": RULE, "category": "testing", "confidence": 0.9,
               "evidence": proofs, "trust": "human", "learned_from": "s1"}  # fmt: skip
    board.append([NewEvent("insight.curated", "insight:i", payload, 2, HERE)])
    assert curate(board, SETTINGS) == {}
    assert board.row("insights", "i")["status"] == "candidate"
