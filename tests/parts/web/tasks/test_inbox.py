"""From Today to the first decisions of the inbox; what says the same is decided together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from blackboard import Board
from lessonboard.inbox.reading import inbox
from tests.blackboard.lessons import lesson
from tests.parts.web.tasks.conftest import FEW, Person

PersonAt = Callable[[Path], Person]
_NAMES = ("one", "same", "two", "three", "unsure")


def test_the_first_three_decisions(person_at: PersonAt, tmp_path: Path) -> None:
    """Four clicks: to the inbox, and one for each; the surest first."""
    board = _board(tmp_path)
    person = person_at(board)
    person.click("Review them")
    assert person.sees("1 of 3, about 4 lessons · seen once, with a confidence of 0.90")
    person.click("Approve")
    assert person.sees("1 of 2 · seen once, with a confidence of 0.80")
    person.click("Reject")
    assert person.sees("1 of 1 · seen once, with a confidence of 0.70")
    person.click("Approve")
    assert person.sees("Nothing waits")
    assert person.clicks == 4 <= FEW
    assert _standing(board) == ["approved", "approved", "rejected", "approved", "candidate"]


def test_a_folded_group_is_one_decision_and_one_undo(person_at: PersonAt, tmp_path: Path) -> None:
    """What says the same is ticked, and what is deferred is one click away."""
    board = _board(tmp_path)
    person = person_at(board)
    person.click("Review them")
    assert person.sees("Decide the same about these, which say the same")
    person.click("Reject")
    assert person.sees("and 1 alike")
    assert _standing(board)[:3] == ["rejected", "rejected", "candidate"]
    person.click("Undo")
    assert person.sees("1 of 3")
    assert _standing(board)[:3] == ["candidate", "candidate", "candidate"]
    person.click("Deferred (1)")
    assert person.sees("deferred: a model concluded it from one session, and was not sure")
    assert person.clicks == 4 <= FEW


def _board(folder: Path) -> Path:
    """Four conclusions that wait, of which two say the same, and one that was not sure."""
    path = folder / "inbox.db"
    rules = (
        "Run the slow loom tests before you push.",
        "Run the slow loom tests before pushing it.",
        "The shuttle needs `make oil` first.",
        "Weave with two threads on the old loom.",
        "Perhaps the loom is too warm.",
    )
    sure = (0.9, 0.85, 0.8, 0.7, 0.3)
    with Board.open(path) as board:
        board.append([
            lesson(name, rule, confidence=each, trust="model", proof="conclusion",
                   learned_from="model", evidence=[{"event_id": name, "quote": "It went so."}])
            for name, rule, each in zip(_NAMES, rules, sure, strict=True)
        ])  # fmt: skip
        assert len(inbox(board, "lessons", {}).groups) == 3
    return path


def _standing(path: Path) -> list[str]:
    with Board.open(path) as board:
        return [board.row("lessons", name)["status"] for name in _NAMES]
