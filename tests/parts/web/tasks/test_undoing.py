"""Every decision of the page is undone with one click, and all is as before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from blackboard import Board
from lessonboard import muting
from reflect.curator import decisions
from reflect.guards import switching
from tests.blackboard.lessons import told
from tests.parts.web.tasks.conftest import FEW, Person
from tests.parts.web.test_pages import LESSON

_NAME = LESSON.rpartition("/")[2]
_MOVING = ("updated_at", "undone")
_KINDS = (
    ("Reject", LESSON),
    ("Stop showing it", LESSON),
    ("Show it in every project", LESSON),
    ("Pin: never hold it back", LESSON),
    ("Show it although it rests", LESSON),
    ("Mute it there", LESSON),
    ("Switch the guard off", LESSON),
)


def _state(sample: Path, name: str = _NAME) -> dict[str, Any]:
    with Board.open(sample) as board:
        row = board.row("lessons", name)
        guard = switching.guard_of(board, name)
        muted = muting.is_muted(board, name, muting.Where(project=row["project"]))
    kept = {key: value for key, value in row.items() if key not in _MOVING}
    return {**kept, "guard": guard and guard["state"], "muted": muted}


def _undone(person: Person, sample: Path, button: str, path: str, name: str = _NAME) -> None:
    """Decide by a button, undo it by the next click, and see that all is as before."""
    before = _state(sample, name)
    person.clicks = 0
    person.begin_at(path)
    person.click(button)
    person.sees("Undo u")
    assert _state(sample, name) != before, button
    person.click("Undo")
    person.sees("Undone")
    assert _state(sample, name) == before, button
    assert person.clicks <= FEW


def test_each_decision_of_a_lesson_is_undone(person: Person, sample: Path) -> None:
    """Approving, muting, pinning, guards, and what others there are."""
    with Board.open(sample) as board:
        check = {"kind": "hook", "file": "x", "lines": 1, "digest": "0" * 64}
        seen = {"kind": "hook", "file": "x", "commit": "c", "committed_at": 1}
        board.append([told("lesson.compiled", _NAME, **check),
                      told("lesson.resting", _NAME, **seen)])  # fmt: skip
    for button, path in _KINDS:
        _undone(person, sample, button, path)
    with Board.open(sample) as board:
        decisions.pin(board, board.row("lessons", _NAME))
        muting.mute(board, _NAME, muting.Where(project=board.row("lessons", _NAME)["project"]))
        decisions.wake(board, board.row("lessons", _NAME))
        switching.switch_off(board, _NAME)
    _undone(person, sample, "Measure it again", LESSON)
    _undone(person, sample, "Show it there again", LESSON)
    _undone(person, sample, "Let it refuse this", f"{LESSON}/guard")


def test_what_is_decided_about_two_lessons_is_undone(person: Person, sample: Path) -> None:
    """Both hold, or one of them does."""
    with Board.open(sample) as board:
        rows = board.view("lessons", order="constraint")
        one, other = (row["id"] for row in rows if "squash" in row["constraint"])
    for button in ("Both hold", "This one holds"):
        before = _state(sample, one)
        _undone(person, sample, button, f"/lessons/{one}", other)
        assert _state(sample, one) == before


def test_an_older_decision_is_undone_in_the_list_of_its_lesson(
    person: Person, sample: Path
) -> None:
    """Also those about its guard, and where it is muted."""
    before = _state(sample)
    with Board.open(sample) as board:
        decisions.pin(board, board.row("lessons", _NAME))
        switching.switch_off(board, _NAME)
        muting.mute(board, _NAME, muting.Where(project=board.row("lessons", _NAME)["project"]))
    person.begin_at(LESSON)
    for what in ("guard disabled", "pinned", "muted in"):
        person.click(person.tab.get_by_role("button", name=f"Undo: {what}"))
        person.sees(f"Undone: {what}")
    assert _state(sample) == before
    assert person.clicks <= FEW
