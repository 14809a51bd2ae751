"""Prohibitions on a board: noted from a person's sentences, counted, confirmed, and put to rest."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard import Board, NewEvent
from reflect.guards.follow_up import follow_up
from reflect.guards.next_steps import next_steps
from reflect.guards.prohibiting import propose, weigh
from reflect.guards.switching import (
    NotAGuard,
    guard_of,
    resting,
    switch_off,
    switch_on,
    switch_on_qualified,
)
from tests.blackboard.lessons import HERE, said, told
from tests.reflect.talks import ran, says, session

RULE = "Don't use npm here, use bun."
_ACTORS = {"human": "human", "policy": "curator"}
NOW = 1_700_000_000_000_000 + 86_400_000_000


@pytest.fixture
def board() -> Board:
    """A board with a sentence of its person's."""
    board = Board.open(":memory:")
    learn(board)
    return board


def learn(board: Board, name: str = "a", rule: str = RULE, **fields: Any) -> None:
    """A sentence that a person said in a session."""
    board.append([said(name, rule, **{"category": "preferences", **fields})])


def approve(board: Board, name: str = "a", by: str = "human") -> None:
    """A person stands behind it, or the policy does."""
    board.append([told("lesson.approved", name, by=by)._replace(actor=_ACTORS[by])])


def ingest(board: Board, name: str, *steps: NewEvent) -> None:
    """A session in which these steps were taken."""
    numbered = session(steps, name, project=HERE)
    board.append([each._replace(id=f"{name}-{n}") for n, each in enumerate(numbered)])


def ask(board: Board, name: str, call: str) -> None:
    """The person is asked about a call of a session."""
    payload = {"lesson": "a", "session": name, "call": call, "asked": "npm ci", "reason": "r"}
    board.append([NewEvent("guard.asked", f"context:{name}", payload, project=HERE)])


def row(board: Board, name: str = "a") -> Any:
    """The lesson."""
    return board.row("lessons", name)


def test_a_sentence_is_noted_once(board: Board) -> None:
    """With what it forbids; another wording of it is noted anew, until he decided."""
    assert propose(board) == ["a"]
    guard = guard_of(board, "a")
    assert guard is not None
    assert (guard["state"], guard["forbids"], guard["rule"]) == ("proposed", ["npm"], RULE)
    assert propose(board) == []
    reworded = told("lesson.revised", "a", constraint="Never use npm or yarn here.")
    board.append([reworded._replace(actor="human")])
    assert propose(board) == ["a"]
    assert switch_off(board, "a")
    board.append([told("lesson.revised", "a", constraint="Never use yarn here.")])
    propose(board)
    guard = guard_of(board, "a")
    assert guard is not None
    assert guard["state"] == "off"


@pytest.mark.parametrize(
    "fields",
    [{"trust": "tool"}, {"trust": "model"}, {"trust": "repository"}, {"learned_from": "rule-files"},
     {"rule": "Don't use npm yet."}, {"status": "rejected"}],
)  # fmt: skip
def test_what_is_nobodys_standing_sentence_is_not_noted(fields: dict[str, Any]) -> None:
    """Neither what a program said nor what holds for a while."""
    board = Board.open(":memory:")
    learn(board, **fields)
    assert propose(board) == []


def test_a_program_is_known_by_what_was_run_here() -> None:
    """Or by the call that was refused."""
    board = Board.open(":memory:")
    learn(board, rule="Don't use kite here.")
    assert propose(board) == []
    learn(board, "b", rule="Don't use heron here.", commands=["heron fly"])
    ingest(board, "s1", ran("kite up", "up"))
    learn(board, "c", rule="Never use kite here.")
    assert propose(board) == ["b", "c"]


def test_it_needs_no_failures_but_his_yes(board: Board) -> None:
    """And the count of what was done against it; lessons of tools need theirs as before."""
    ingest(board, "s1", says("run `npm ci` please"), ran("npm ci", "ok"),
           ran("npm run lint", "ok"))  # fmt: skip
    with pytest.raises(NotAGuard, match="only an approved one"):
        switch_on(board, row(board))
    approve(board, by="policy")
    with pytest.raises(NotAGuard, match="may have been pasted"):
        switch_on(board, row(board))
    approve(board)
    weighed = weigh(board, row(board), NOW)
    assert weighed is not None
    assert (len(weighed.uses), weighed.by_person) == (2, 1)
    assert weighed.offer == "will ask before `npm`; used 2 times last month, once by you"
    assert switch_on_qualified(board) == []
    switch_on(board, row(board))
    guard = guard_of(board, "a")
    assert guard is not None
    assert (guard["state"], guard["by"], guard["forbids"]) == ("on", "human", ["npm"])
    assert resting(board, [guard]) == {}
    learn(board, "tool", "Use `bun test` instead of `npm test`.", trust="tool", status="approved",
          category="tooling")  # fmt: skip
    with pytest.raises(NotAGuard, match="3 failures are needed"):
        switch_on(board, row(board, "tool"))


def test_what_he_asked_for_by_name_is_counted_as_his(board: Board) -> None:
    """His prompt before the call names the command."""
    learn(board, "b", "Never run `npm publish`.")
    ingest(board, "s1", says("Now npm publish it."), ran("npm publish", "ok"),
           says("Thanks."), ran("npm publish", "ok"))  # fmt: skip
    weighed = weigh(board, row(board, "b"), NOW)
    assert weighed is not None
    assert (len(weighed.uses), weighed.by_person) == (2, 1)
    later = weigh(board, row(board, "b"), NOW + 40 * 86_400_000_000)
    assert later is not None
    assert later.offer.endswith("not used last month")


def test_a_check_in_the_repository_puts_the_guard_to_rest(board: Board) -> None:
    """As it does the reminder."""
    approve(board)
    switch_on(board, row(board))
    board.append([told("lesson.compiled", "a", kind="rule-line", file="AGENTS.md", lines=1,
                       digest="d" * 64),
                  told("lesson.resting", "a", kind="rule-line", file="AGENTS.md", commit="c",
                       committed_at=1, reason="AGENTS.md has its check")])  # fmt: skip
    assert "has its check" in resting(board, board.view("guards"))["a"]


def answered(board: Board, name: str, *, let: bool) -> None:
    """A session in which he is asked about a call, which then is made or not."""
    ask(board, name, f"call-{name}")
    ingest(board, name, ran("npm ci", "ok" if let else "", fails=not let, denied=not let,
                            call=f"call-{name}"))  # fmt: skip


def test_a_yes_in_two_sessions_proposes_to_put_it_to_rest(board: Board) -> None:
    """To him, with the command; his no counts for nothing, and what he decided ends it."""
    propose(board)
    answered(board, "s1", let=True)
    answered(board, "s2", let=False)
    assert follow_up(board)["guard.answered"] == 2
    assert next_steps(board) == []
    answered(board, "s3", let=True)
    assert follow_up(board)["guard.answered"] == 1
    [step] = next_steps(board)
    assert (step.lesson, step.command) == ("a", "lessonboard lesson guard a --undo")
    assert "2 sessions" in step.why
    switch_off(board, "a")
    assert next_steps(board) == []


def test_a_call_that_an_agent_repeats_is_no_yes(board: Board) -> None:
    """Where it was refused, and made again, nothing is said of the guard."""
    approve(board)
    switch_on(board, row(board))
    for name in ("s1", "s2", "s3"):
        payload = {"lesson": "a", "session": name, "refused": "npm ci", "reason": "r"}
        board.append([NewEvent("guard.refused", f"context:{name}", payload, project=HERE,
                               occurred_at=1)])  # fmt: skip
        ingest(board, name, ran("npm ci", "ok"))
    assert dict(follow_up(board)) == {}
    assert next_steps(board) == []
    guard = guard_of(board, "a")
    assert guard is not None
    assert guard["state"] == "on"


def test_what_was_approved_waits_for_his_yes(board: Board) -> None:
    """It is said with the command, until he said yes or no."""
    propose(board)
    assert next_steps(board) == []
    approve(board)
    [step] = next_steps(board)
    assert step.command == "lessonboard lesson guard a"
    switch_on(board, row(board))
    assert next_steps(board) == []


def test_replay_gives_the_same_prohibitions(board: Board) -> None:
    """They are folded from the log alone."""
    propose(board)
    answered(board, "s1", let=True)
    follow_up(board)
    before = board.view("guards")
    board.replay()
    assert board.view("guards") == before
