"""What is deferred, at its boundaries, and that it stays within reach and comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from blackboard import Board, NewEvent
from blackboard.storage.hook_board import HookBoard
from blackboard.storage.hook_status import waiting
from blackboard.storage.sqlite.undecided import SURE
from lessonboard.inbox.reading import inbox
from lessonboard.inbox.reasons import DEFERRED
from lessonboard.waiting import number_waiting
from tests.blackboard.lessons import HERE, lesson, said, told

_PROPOSED = {"trust": "model", "proof": "conclusion", "learned_from": "model", "confidence": 0.6}
_SEEN = [{"event_id": "e1", "quote": "It failed so.", "session": "s1"}]
_AGAIN = [{"event_id": "e2", "quote": "It failed once more.", "session": "s2"}]
_UNDERSTOOD = NewEvent(
    "session.understood", "reflection:s1", {"subject": "s1", "until": 3, "content": "c"}
)


def proposed(**fields: Any) -> NewEvent:
    """A lesson that a model proposed about one session."""
    return lesson("one", "The loom needs oil.", **{**_PROPOSED, "evidence": _SEEN, **fields})


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ([proposed(confidence=SURE)], ""),
        ([proposed(confidence=SURE - 0.01)], "unsure"),
        ([proposed(confidence=SURE - 0.01, proof="fix")], "unsure"),
        ([proposed(confidence=0.1, proof="person")], ""),
        ([proposed(confidence=0.1), told("lesson.deduplicated", "one", evidence=_AGAIN)], ""),
        ([proposed(confidence=0.1), told("lesson.checked", "one", freshness="drifted")], ""),
        ([proposed(tags=["oil", "agent"])], "agent"),
        ([proposed(tags=["agent", "oil"])], ""),
        ([proposed(tags=["agent"], proof="person")], ""),
        ([said("one", "Oil the loom.", evidence=_SEEN)], ""),
        ([said("one", "Oil the loom.", evidence=_SEEN), _UNDERSTOOD], "understood"),
        ([said("one", "Oil the loom.", evidence=_AGAIN), _UNDERSTOOD], ""),
        ([lesson("one", "Oil it.", learned_from="rule-files", trust="repository")], "loaded"),
        ([lesson("one", "Oil it.", learned_from="rule-files", trust="imported")], ""),
    ],
)
def test_why_something_is_set_deferred(events: list[NewEvent], why: str, tmp_path: Path) -> None:
    """Every face counts the rest, and all of it is found and decided as before."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append(events)
        found = inbox(board, "lessons", {"project": HERE})
        assert [each.deferred for each in found.deferred] == [why] * bool(why)
        assert not why or DEFERRED[why]
        counted = number_waiting(board, {"project": HERE})
        assert counted == found.number() == (not why)
        assert [hit.row["id"] for hit in board.search("oil")] == ["one"]
        board.catch_up()
    quick = HookBoard(str(path), 0.05)
    try:
        assert waiting(quick, HERE) == counted
    finally:
        quick.close()


def test_what_says_the_same_here_is_one_decision(tmp_path: Path) -> None:
    """Of another project it is another one, and what it contradicts is never decided with it."""
    with Board.open(tmp_path / "board.db") as board:
        board.append([
            lesson("a", "Run the slow loom tests before you push."),
            lesson("b", "Run the slow loom tests before pushing it.", at=1_700_000_001),
            lesson("c", "Run the slow loom tests before you push.", project="elsewhere"),
            lesson("d", "Never run the slow loom tests before you push."),
            told("lesson.contradicted", "b", other="d", verdict="opposite"),
            told("lesson.contradicted", "d", other="b", verdict="opposite"),
            told("lesson.contradicted", "a", other="d", verdict="opposite"),
            told("lesson.contradicted", "d", other="a", verdict="opposite"),
        ])  # fmt: skip
        found = inbox(board, "lessons", {})
    groups = {frozenset(each.id for each in group.all) for group in found.groups}
    assert groups == {frozenset("ab"), frozenset("c"), frozenset("d")}
