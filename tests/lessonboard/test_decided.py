"""What was decided about a lesson, whatever it is about, is listed, undone, and replayed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.views.rows import LessonRow
from lessonboard import decided, muting
from reflect.curator import decisions
from reflect.guards import switching
from tests.blackboard.lessons import HERE, lesson, told
from tests.command_line import Run
from tests.conftest import FixedClock
from tests.reflect.talks import ran, session

RULE = "Use `bun test` instead of `npm test`."
FAILS = ran("npm test", 'npm error Missing script: "test"', fails=True)
_MOVING = ("updated_at", "undone")
"""What says when a row changed, and that something was undone."""


def _furnish(board: Board) -> None:
    board.append([
        lesson("a", RULE, trust="tool", status="approved"),
        lesson("b", "Use `npm test` instead of `bun test`.", trust="tool", status="approved"),
        told("lesson.contradicted", "a", other="b", verdict="opposite"),
        told("lesson.compiled", "a", kind="hook", file="x", lines=1, digest="0" * 64),
    ])  # fmt: skip
    for name in ("s1", "s2", "s3"):
        steps = session([FAILS, ran("bun test", "12 passed")], name, project=HERE)
        board.append([each._replace(id=f"{name}-{n}") for n, each in enumerate(steps)])


def _row(board: Board) -> LessonRow:
    return board.row("lessons", "a")


def _state(board: Board) -> dict[str, object]:
    """All that decisions change: both lessons, the guard, and where it is muted."""
    rows = {name: {key: value for key, value in board.row("lessons", name).items()
                   if key not in _MOVING} for name in ("a", "b")}  # fmt: skip
    guard = switching.guard_of(board, "a")
    muted = muting.is_muted(board, "a", muting.Where(project=HERE))
    return {**rows, "on": guard is not None and guard["state"] == "on", "muted": muted}


def _mute(board: Board) -> None:
    muting.mute(board, "a", muting.Where(project=HERE))


def _unmute(board: Board) -> None:
    muting.unmute(board, "a", muting.Where(project=HERE))


DECIDE: dict[str, tuple[list[Callable[[Board], object]], str]] = {
    "pin": ([lambda board: decisions.pin(board, _row(board))], "pinned"),
    "unpin": ([lambda board: decisions.pin(board, _row(board)),
               lambda board: decisions.unpin(board, _row(board))], "unpinned"),
    "both": ([lambda board: decisions.reconcile(board, _row(board))], "holds beside b"),
    "wake": ([lambda board: decisions.wake(board, _row(board))], "woken"),
    "revise": ([lambda board: decisions.revise(board, _row(board), constraint="Run it.")],
               "revised"),
    "promote": ([lambda board: decisions.promote(board, _row(board))], "promoted"),
    "retire": ([lambda board: decisions.retire(board, _row(board))], "retired"),
    "mute": ([_mute], f"muted in {HERE}"),
    "unmute": ([_mute, _unmute], f"unmuted in {HERE}"),
    "guard": ([lambda board: switching.switch_on(board, _row(board))], "guard enabled"),
    "guard off": ([lambda board: switching.switch_on(board, _row(board)),
                   lambda board: switching.switch_off(board, "a")], "guard disabled"),
}  # fmt: skip


@pytest.mark.parametrize("name", DECIDE)
def test_any_decision_is_undone_and_replay_agrees(
    board: Board, clock: FixedClock, name: str
) -> None:
    """The last one is listed with what it was; without it all is as before, also when replayed."""
    _furnish(board)
    (*earlier, last), what = DECIDE[name]
    for act in earlier:
        act(board)
        clock.advance(1)
    before = _state(board)
    clock.advance(1)
    last(board)
    assert _state(board) != before
    latest = decided.decided(board, _row(board))[0]
    assert (latest.what, bool(latest.event)) == (what, True)
    assert decided.undo(board, _row(board)) == what
    assert _state(board) == before
    if not what.startswith(("muted", "unmuted")):
        assert latest.event not in decided.undoable(board, _row(board))
    board.replay()
    assert _state(board) == before


def test_an_older_decision_is_undone_by_its_event(board: Board, clock: FixedClock) -> None:
    """What was decided since stays."""
    _furnish(board)
    clock.advance(1)
    switching.switch_on(board, _row(board))
    on = decided.undoable(board, _row(board))[-1]
    decisions.pin(board, _row(board))
    assert decided.undo(board, _row(board), on) == "guard enabled"
    assert _row(board)["pinned"]
    guard = switching.guard_of(board, "a")
    assert guard is not None
    assert guard["state"] == "off"
    with pytest.raises(decisions.NothingToUndo, match=on):
        decided.undo(board, _row(board), on)


def test_an_unmute_that_is_undone_has_the_reason_of_the_mute_again(board: Board) -> None:
    """Why it is not shown is not lost by a change of mind."""
    _furnish(board)
    muting.mute(board, "a", muting.Where(project=HERE), "It is for the old loom.")
    _unmute(board)
    decided.undo(board, _row(board))
    assert decided.beside(board, _row(board))[-1].reason == "It is for the old loom."


def test_what_a_guard_that_was_undone_would_be_by_settings_stays_off(
    board: Board, clock: FixedClock
) -> None:
    """A person decided: settings that switch on what qualifies pass over it."""
    _furnish(board)
    clock.advance(1)
    switching.switch_on(board, _row(board))
    decided.undo(board, _row(board))
    assert switching.switch_on_qualified(board) == []


def test_a_reason_may_follow_and_both_faces_show_it(run: Run, tmp_path: Path) -> None:
    """It is kept with its decision, not with the one after it."""
    with Board.open(tmp_path / "board.db") as board:
        _furnish(board)
        decisions.pin(board, _row(board))
        pin = decided.undoable(board, _row(board))[-1]
        decisions.retire(board, _row(board), "old")
        decisions.explain(board, _row(board), pin, "ours alone, ask ada@example.org")
        found = {each.what: each.reason for each in decided.decided(board, _row(board))}
        assert found["pinned"] == "ours alone, ask ada@example.org"
        assert found["retired"] == "old"
        with pytest.raises(decisions.Unusable):
            decisions.explain(board, _row(board), pin, "  ")
        with pytest.raises(decisions.NothingToUndo):
            decisions.explain(board, _row(board), "elsewhere", "why")
    assert "human  ours alone" in run("lesson", "a").out


def test_the_command_undoes_mutes_and_guards(run: Run, tmp_path: Path) -> None:
    """And lists them with the events by which they are undone."""
    with Board.open(tmp_path / "board.db") as board:
        _furnish(board)
        _mute(board)
        switching.switch_on(board, _row(board))
        _, mute, on = decided.undoable(board, _row(board))
    shown = run("lesson", "a").out
    assert f"guard enabled  {on}  human" in shown
    assert f"muted in {HERE}  {mute}  human" in shown
    assert run("lesson", "undo", "a").code == 0
    assert run("lesson", "undo", "a", "--decision", mute).code == 0
    with Board.open(tmp_path / "board.db") as board:
        assert not muting.is_muted(board, "a", muting.Where(project=HERE))
        guard = switching.guard_of(board, "a")
        assert guard is not None
        assert guard["state"] == "off"
