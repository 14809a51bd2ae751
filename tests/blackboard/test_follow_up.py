"""What came after a failure, and which of it is worth telling first."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.event import NewEvent
from blackboard.fixes.follow_up import FollowUp, follow_up, seen_again
from blackboard.fixes.remedies import Remedy, ranked
from blackboard.views.failures import FAILURES
from blackboard.views.view import fold
from tests.reflect.talks import called, edited, looked, ran, recorded, says

MISSING = "npm error Missing script: test"


def after(*steps: NewEvent, again: tuple[int, ...] = (), name: str = "s1") -> FollowUp:
    """What came after the first step of a session, which fails."""
    events = recorded(*steps, name=name)
    failure = next(iter(fold(FAILURES, events).values()))
    (call,) = [each for each in events if each.position == failure["position"]]
    later = [each for each in events if each.position > failure["position"]]
    return seen_again(follow_up(failure, later, call.payload), again)


FAILS = ran("npm test", MISSING, fails=True)


def test_the_same_command_passes_after_an_edit() -> None:
    """The edit is the remedy; what only looked is not."""
    found = after(
        FAILS, ran("git status"), edited("package.json"), says("use npm"), ran("npm test")
    )
    assert found.how == "same"
    assert [each.text for each in found.steps] == ["package.json"]
    assert found.said == "use npm"
    assert found.worked
    assert not found.came_back


def test_another_form_of_the_command_passes() -> None:
    """The form is the remedy."""
    found = after(ran("npm test", MISSING, fails=True), ran("cd web && npm test 2>&1"))
    assert found.how == "other"
    assert found.worked
    assert found.worked.text == "cd web && npm test 2>&1"


def test_a_tool_succeeds_on_the_same_file() -> None:
    """After the file was read, as its error asked for."""
    fails = called("Edit", "File has not been read yet.", fails=True, file_path="src/kite.py")
    found = after(fails, looked("src/kite.py"), edited("src/kite.py"))
    assert (found.how, [each.tool for each in found.steps]) == ("same", ["Read"])


@pytest.mark.parametrize(
    "later",
    [
        ran("npm test", MISSING, fails=True),
        ran("npm test | tee out", "TypeError: fold is not a function"),
        ran("npm install"),
        ran("npm test")._replace(payload={**ran("npm test").payload, "failed": None}),
        edited("src/kite.py"),
    ],
)
def test_what_does_not_prove_it_is_no_remedy(later: NewEvent) -> None:
    """It failed again, a pipe hid that it failed, it was something else, or nobody knows."""
    assert after(FAILS, later).how == ""


def test_a_call_made_beside_the_failed_one_is_no_answer_to_it() -> None:
    """The agent did not know of the failure yet."""
    beside = ran("npm test")
    beside = beside._replace(payload={**beside.payload, "called_at": 1_700_000_000_000_000})
    assert after(FAILS, beside).how == ""


def test_an_error_that_is_seen_again_came_back() -> None:
    """After the call that passed, not before it."""
    steps = (FAILS, edited(), ran("npm test"))
    assert after(*steps, again=(9,)).came_back
    assert not after(*steps, again=(3,)).came_back


def of(session: str, *steps: NewEvent, at: int = 0, again: tuple[int, ...] = ()) -> FollowUp:
    """What came after a failure in a session, at a time."""
    found = after(*steps, again=again, name=session)
    return FollowUp(**{**vars(found), "occurred_at": found.occurred_at + at})


FORM = (FAILS, ran("cd web && npm test"))
EDIT = (FAILS, edited("package.json"), ran("npm test"))


def hows(remedies: list[Remedy]) -> list[tuple[str, int]]:
    """How each remedy worked, and in how many sessions."""
    return [(remedy.latest.how, len(remedy.sessions)) for remedy in remedies]


def test_what_provably_worked_comes_before_what_was_seen_more_often() -> None:
    """And what was never seen to work comes last."""
    found = ranked(
        [
            *(of(f"back-{n}", *EDIT, again=(9,)) for n in range(3)),
            *(of(f"open-{n}", FAILS) for n in range(5)),
            of("good", *FORM),
        ]
    )
    assert hows(found) == [("other", 1), ("same", 3), ("", 5)]
    assert [(each.worked, each.proved) for each in found] == [
        (True, True), (True, False), (False, False),
    ]  # fmt: skip


def test_often_comes_before_new_and_new_before_old() -> None:
    """Among remedies that worked equally well."""
    often = [of(f"s{n}", *FORM) for n in range(2)]
    assert hows(ranked([of("x", *EDIT, at=10**9), *often])) == [("other", 2), ("same", 1)]
    assert hows(ranked([of("x", *EDIT, at=10**9), of("y", *FORM)])) == [("same", 1), ("other", 1)]


def test_this_project_comes_first() -> None:
    """Of remedies that worked, those of the project in which one is now."""
    elsewhere = FollowUp(**{**vars(of("x", *FORM)), "project": "github.com/bo/fly"})
    found = ranked([elsewhere, of("y", *EDIT)], "github.com/bo/fly")
    assert [each.latest.project for each in found] == ["github.com/bo/fly", "github.com/ada/kite"]


def test_tries_that_end_in_one_success_are_one_remedy() -> None:
    """Three failures before the command passed are told as the last of them."""
    steps = (FAILS, ran("npm test", MISSING, fails=True), edited(), ran("npm test"))
    events = recorded(*steps)
    rows = list(fold(FAILURES, events).values())
    tries = [seen_again(follow_up(row, events[row["position"] :]), [5]) for row in rows]
    (remedy,) = ranked(tries)
    assert remedy.latest.position == rows[-1]["position"]
    assert remedy.sessions == ("s1",)


_steps = st.sampled_from(
    [FAILS, ran("npm test"), edited(), says("no"), ran("cd web && npm test"), looked(), ran("ls")]
)


@given(st.lists(_steps, max_size=12), st.randoms())
def test_the_ranking_does_not_depend_on_the_order_of_what_was_seen(
    steps: list[NewEvent], chance: random.Random
) -> None:
    """The same aftermaths in any order give the same remedies, each failure in one of them."""
    events = recorded(FAILS, *steps)
    rows = list(fold(FAILURES, events).values())
    found = [follow_up(row, events[row["position"] :]) for row in rows]
    shuffled = list(found)
    chance.shuffle(shuffled)
    assert ranked(found) == ranked(shuffled)
    assert {each for remedy in ranked(found) for each in remedy.sessions} == {"s1"}


def test_nothing_is_read_after_the_call_that_worked() -> None:
    """Events are decoded as they are asked for: a remedy that came soon costs little."""
    events = iter(recorded(FAILS, edited(), ran("npm test"), looked(), looked())[1:])
    row = next(iter(fold(FAILURES, recorded(FAILS)).values()))
    assert follow_up(row, events).how == "same"
    assert len(list(events)) == 2


_FORM = "cd web && npm test"
_PASSED = (FAILS, ran(_FORM))
_FAILED = (ran(_FORM, MISSING, fails=True),)


@pytest.mark.parametrize(
    ("seen", "is_told"),
    [
        ([(1, _PASSED), (2, _FAILED)], False),
        ([(2, _PASSED), (1, _FAILED)], True),
        ([(1, _PASSED), (2, _PASSED), (3, _FAILED)], True),
        ([(1, _PASSED), (2, _PASSED), (3, _FAILED), (4, _FAILED)], False),
        ([(1, _PASSED), (2, (*_FAILED, edited(), ran(_FORM)))], True),
        ([(1, _PASSED), (2, _FAILED), (3, _PASSED)], True),
    ],
)
def test_a_form_that_fails_with_the_error_by_now_is_not_told(
    seen: list[tuple[int, tuple[NewEvent, ...]]], is_told: bool
) -> None:
    """Since it last passed, and as often: one failure among many that passed may be chance."""
    found = [of(f"s{at}", *steps, at=at) for at, steps in seen]
    told = [each for each in ranked(found) if each.latest.how == "other"]
    assert bool(told) is is_told
