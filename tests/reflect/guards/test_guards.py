"""What qualifies as a guard on a board, what it would have refused, and when it stops."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board, NewEvent
from blackboard.guards.refusal import MARK
from blackboard.views.rows import LessonRow
from reflect.guards.decide import GuardBacktest, is_wrong_too_often
from reflect.guards.follow_up import follow_up
from reflect.guards.guard_form import guard_forms
from reflect.guards.switching import (
    NotAGuard,
    examine,
    guard_of,
    resting,
    switch_off,
    switch_on,
    switch_on_qualified,
)
from tests.blackboard.lessons import HERE, lesson, told
from tests.reflect.talks import ROOT, called, edited, ran, session

RULE = "Use `bun test` instead of `npm test`."
ERROR = 'npm error Missing script: "test"'
FAILS = ran("npm test", ERROR, fails=True)
WORKS = ran("npm test", "12 passed")


@pytest.fixture
def board() -> Board:
    """A board that knows a lesson."""
    board = Board.open(":memory:")
    learn(board)
    return board


def learn(board: Board, name: str = "a", rule: str = RULE, **fields: Any) -> None:
    """A lesson that was approved."""
    known = {"trust": "tool", "status": "approved"}
    board.append([lesson(name, rule, **{**known, **fields})])


def ingest(board: Board, name: str, *steps: NewEvent, **fields: Any) -> None:
    """A session in which these steps were taken."""
    numbered = session(steps, name, project=HERE, **fields)
    board.append([each._replace(id=f"{name}-{n}") for n, each in enumerate(numbered)])


def fail(board: Board, *names: str) -> None:
    """Sessions in which the failing form was run."""
    for name in names:
        ingest(board, name, FAILS, ran("bun test", "12 passed"))


def row(board: Board, name: str = "a") -> LessonRow:
    """The lesson."""
    return board.row("lessons", name)


def refuse(board: Board, name: str, at: float) -> None:
    """The guard refuses a call some seconds into a session."""
    payload = {"lesson": "a", "session": name, "refused": "npm test", "reason": "r"}
    board.append([NewEvent("guard.refused", f"context:{name}", payload, project=HERE,
                           occurred_at=int((1_700_000_000 + at) * 1_000_000))])  # fmt: skip


def test_a_form_that_failed_three_times_can_be_switched_on(board: Board) -> None:
    """With what was found then: how often it failed, and where."""
    fail(board, "s1", "s2", "s3")
    found = switch_on(board, row(board))
    assert isinstance(found, GuardBacktest)
    assert found.as_json()["would_have_failed"] == 3
    guard = guard_of(board, "a")
    assert guard is not None
    assert (guard["state"], guard["by"], guard["failed"], guard["uses"]) == ("on", "human", 3, 3)
    assert (guard["wrong"], guard["right"], guard["places"]) == (
        ["npm", "test"], ["bun", "test"], [""],
    )  # fmt: skip


def test_two_failures_are_too_few(board: Board) -> None:
    """And one success is one too many."""
    fail(board, "s1", "s2")
    with pytest.raises(NotAGuard, match="failed in 2 uses"):
        switch_on(board, row(board))
    fail(board, "s3")
    ingest(board, "s4", WORKS)
    with pytest.raises(NotAGuard, match="worked in 1 of 4"):
        switch_on(board, row(board))
    assert guard_of(board, "a") is None


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"status": "candidate"}, "only an approved one"),
        ({"trust": "model"}, "trust"),
        ({"trust": "repository"}, "trust"),
        ({"category": "preferences"}, "nothing fails"),
        ({"rule": "Run the tests before you commit."}, "does not name both"),
        ({"rule": "Use `bun test`."}, "does not name both"),
        ({"commands": ["yarn test"]}, "does not name both"),
    ],
)
def test_what_never_qualifies(fields: dict[str, Any], why: str) -> None:
    """However often it failed."""
    board = Board.open(":memory:")
    learn(board, **fields)
    fail(board, "s1", "s2", "s3")
    with pytest.raises(NotAGuard, match=why):
        switch_on(board, row(board))
    assert switch_on_qualified(board) == []


@pytest.mark.parametrize(
    "step",
    [
        ran("npm test $ARGS", ERROR, fails=True),
        ran("npm test", "", fails=True, denied=True),
        ran("npm test", f"{MARK}: in this repository ...", fails=True),
        ran("npm test && npm run lint", "lint: 3 problems", fails=True),
        ran("npm test || true", ""),
    ],
)
def test_what_shows_nothing_is_no_failure(board: Board, step: NewEvent) -> None:
    """What is unsure, was not run, or may have failed elsewhere in its line."""
    fail(board, "s1", "s2")
    ingest(board, "s3", step)
    found, why = examine(board, row(board))
    assert found.as_json()["failed"] == 2
    assert found.as_json()["worked"] == 0
    assert why


def test_a_backtest_counts_once_a_session(board: Board) -> None:
    """As a guard would refuse; the calls are told one by one."""
    ingest(board, "s1", FAILS, FAILS)
    ingest(board, "s2", WORKS, FAILS)
    ingest(board, "s3", ran("cd web && npm test", "12 passed"))
    found, why = examine(board, row(board))
    figures = found.as_json()
    assert (figures["uses"], figures["failed"], figures["worked"]) == (5, 3, 2)
    assert [(each["session"], each["ending"]) for each in figures["refusals"]] == [
        ("s1", "failed"), ("s2", "worked"),
    ]  # fmt: skip
    assert (figures["would_have_failed"], figures["would_have_worked"]) == (1, 1)
    assert "worked in 2 of 5" in why


def test_files_are_guarded_by_their_failures() -> None:
    """An edit that was refused or failed counts as one."""
    board = Board.open(":memory:")
    learn(board, rule="Never edit `src/gen/`; run `make gen`.", trust="human")
    for number in range(3):
        ingest(
            board, f"s{number}", called("Edit", "no", fails=True, file_path=f"{ROOT}/src/gen/a.ts")
        )
    ingest(board, "s9", edited("src/kite.py"))
    switch_on(board, row(board))
    guard = guard_of(board, "a")
    assert guard is not None
    assert (guard["paths"], guard["failed"]) == (["src/gen/"], 3)


def test_what_was_only_said_is_no_guard_until_a_person_approves_it() -> None:
    """Two sessions may have pasted the same words; the policy's approval is not enough."""
    board = Board.open(":memory:")
    learn(board, trust="human", learned_from="miner")
    board.append([told("lesson.approved", "a", by="policy")._replace(actor="curator")])
    fail(board, "s1", "s2", "s3")
    assert "may have been pasted" in examine(board, row(board))[1]
    assert switch_on_qualified(board) == []
    board.append([told("lesson.approved", "a", by="human")._replace(actor="human")])
    assert examine(board, row(board))[1] == ""


def test_by_the_settings_what_qualifies_switches_itself_on(board: Board) -> None:
    """But not what a person switched off, and not what retired."""
    fail(board, "s1", "s2", "s3")
    assert switch_on_qualified(board) == ["a"]
    guard = guard_of(board, "a")
    assert guard is not None
    assert guard["by"] == "settings"
    assert switch_off(board, "a", "too strict")
    assert not switch_off(board, "a")
    assert switch_on_qualified(board) == []


def test_a_guard_rests_when_its_lesson_changes(board: Board) -> None:
    """And the list says why."""
    fail(board, "s1", "s2", "s3")
    switch_on(board, row(board))
    assert resting(board, board.view("guards")) == {}
    board.append([told("lesson.revised", "a", constraint="Use `deno test` instead of `npm test`.")])
    assert "other words" in resting(board, board.view("guards"))["a"]
    board.append([told("lesson.retired", "a")])


@pytest.mark.parametrize(
    ("steps", "outcome"),
    [
        ([WORKS], "worked"),
        ([FAILS, WORKS], "failed"),
        ([ran("ls"), ran("bun test", "12 passed"), WORKS], "followed"),
        ([ran("npm test", f"{MARK}: in this repository ...", fails=True), FAILS], "failed"),
        ([ran("npm test", "", denied=True)], None),
        ([ran("ls")], None),
    ],
)
def test_what_followed_a_refusal(board: Board, steps: list[NewEvent], outcome: str | None) -> None:
    """The first call that shows it, once, also when the session is looked at again."""
    fail(board, "s1", "s2", "s3")
    switch_on(board, row(board))
    refuse(board, "s4", at=-1)
    ingest(board, "s4", *steps)
    follow_up(board)
    ingest(board, "s5", ran("ls"))
    follow_up(board)
    events = [event.payload or {} for event in board.read(types=["guard.resolved"])]
    assert [each["outcome"] for each in events] == [outcome] * bool(outcome)


def test_two_wrong_refusals_retire_a_guard(board: Board) -> None:
    """It says so, is on record, and a person may switch it on again."""
    fail(board, "s1", "s2", "s3")
    switch_on(board, row(board))
    for name in ("s4", "s5"):
        refuse(board, name, at=-1)
        ingest(board, name, WORKS)
    assert follow_up(board) == {"guard.resolved": 2, "guard.retired": 1}
    guard = guard_of(board, "a")
    assert guard is not None
    assert (guard["state"], guard["then_worked"]) == ("retired", 2)
    assert "2 of its 2" in guard["reason"]
    assert follow_up(board) == {}
    assert board.row("accounts", "a")["refused_wrongly"] == 2
    assert switch_on_qualified(board) == []


def test_replay_gives_the_same_guards(board: Board) -> None:
    """The guards are folded from the log alone."""
    fail(board, "s1", "s2", "s3")
    switch_on(board, row(board))
    refuse(board, "s4", at=-1)
    ingest(board, "s4", WORKS)
    follow_up(board)
    before = board.view("guards")
    board.replay()
    assert board.view("guards") == before


@given(st.lists(st.sampled_from(["followed", "failed", "", "worked"]), max_size=40))
def test_when_a_guard_must_stop(outcomes: list[str]) -> None:
    """Twice wrong in its first five, more than once in ten: in either case it stops in time."""
    wrong = outcomes.count("worked")
    stops = is_wrong_too_often(outcomes)
    if outcomes[:5].count("worked") >= 2 or (wrong > 1 and wrong * 10 > len(outcomes)):
        assert stops
    if wrong <= 1:
        assert not stops
    assert stops == (
        (wrong > 1 and wrong * 10 > len(outcomes))
        or any(outcomes[at : at + 10].count("worked") >= 2 for at in range(len(outcomes)))
    )


@pytest.mark.parametrize(
    ("rule", "shown"),
    [
        ("Use `uv run pytest` instead of `pytest`.", "pytest"),
        ("Use `CI=1 npm test` instead of `npm test`.", "npm test"),
        ("Leave `--watch` out of `tsc`.", "tsc --watch"),
        ("Never run `npm ci`; use `bun install`.", "npm ci"),
        ("Do not edit the generated `src/api/gen.ts`, run `make gen` instead.", "src/api/gen.ts"),
        ("Never edit `src/gen`; run `make gen`.", "src/gen, src/gen/"),
        ("Never edit `src/gen/`.", None),
        ("Never edit `/etc/hosts`; use `make hosts`.", None),
        ("Run `make gen` before `go test`.", None),
        ("Call Edit with its name `old`, not `new`.", None),
        ("Use `npm test` instead of `npm test`.", None),
    ],
)
def test_which_rules_name_both_forms(board: Board, rule: str, shown: str | None) -> None:
    """Nothing else is a guard, however it is worded."""
    learn(board, "b", rule)
    forms = guard_forms(row(board, "b"))
    assert (str(forms[0]) if forms else None) == shown


def test_what_both_forms_share_is_left_out_as_far_as_history_shows(board: Board) -> None:
    """`rtk bun run lint` taught it, and any `rtk bun run` failed; `rtk git` is another matter."""
    learn(board, "b", "Use `bun run lint` instead of `rtk bun run lint`.", commands=["rtk"])
    assert [str(each) for each in guard_forms(row(board, "b"))] == [
        "rtk bun run lint", "rtk bun run", "rtk bun",
    ]  # fmt: skip
    for number, what in enumerate(("lint", "test", "build")):
        error = "error: unrecognized subcommand 'bun'"
        ingest(board, f"s{number}", ran(f"rtk bun run {what}", error, fails=True))
    ingest(board, "s3", ran("rtk git status"), ran("rtk bun --version"))
    found, why = examine(board, row(board, "b"))
    assert (str(found.form), why) == ("rtk bun run", "")
    assert found.form.right is not None
    assert found.form.right.words == ("bun", "run")
