"""Verdicts against known truths, in a small run of the simulation of `bench/accounts.py`."""

from __future__ import annotations

import pytest

from bench.accounts import GOOD, HARMFUL, PLAIN, Truth, found, together
from reflect.accounts.intervals import Pair, Share
from reflect.accounts.verdict import MANY, about_needed, verdict

HISTORIES = 300
"""Seeds are fixed, so that a share below its bound is a change of the code, not of luck."""


def test_a_good_lesson_is_proven_soon() -> None:
    """By 60 sessions in half of the histories, by 100 in nine of ten, looking after each."""
    seen = found(GOOD, HISTORIES, (60, 100))
    assert seen.covered >= 0.93
    assert seen.helps[0] >= 0.5
    assert seen.helps[1] >= 0.9
    assert seen.harms[1] == 0


def test_a_harmful_lesson_is_found_out() -> None:
    """By 60 sessions in four of ten histories, by 100 in three quarters."""
    seen = found(HARMFUL, HISTORIES, (60, 100))
    assert seen.covered >= 0.93
    assert seen.harms[0] >= 0.4
    assert seen.harms[1] >= 0.75


@pytest.mark.parametrize("share", [0.05, 0.5])
def test_a_useless_lesson_is_hardly_ever_called_harmful(share: float) -> None:
    """However often its failure comes back."""
    seen = found(Truth(share, share), HISTORIES, (100,))
    assert seen.covered >= 0.93
    assert seen.harms[0] <= 0.02


def test_a_failure_that_dies_out_is_no_merit_of_the_lesson() -> None:
    """Also where the odds of holding back change meanwhile."""
    seen = found(Truth(0.9, 0.9), HISTORIES, (200,), fades=True)
    assert seen.covered >= 0.93
    assert seen.helps[0] <= 0.02


def test_a_lesson_that_helps_a_little_is_never_called_harmful() -> None:
    """Its failure comes back in six of ten sessions with it: that is no harm, but nine without."""
    seen = found(PLAIN, HISTORIES, (100,))
    assert seen.harms[0] == 0
    assert seen.helps[0] >= 0.5


def test_lessons_of_few_sessions_are_proven_together() -> None:
    """Twenty of them with twenty sessions each, none of which is proven by itself."""
    histories = [together(GOOD, seed) for seed in range(20)]
    assert [verdict(pairs) for pairs in histories] == ["helps"] * 20
    useless = [together(Truth(0.4, 0.4), seed) for seed in range(20)]
    assert {verdict(pairs) for pairs in useless} == {"too small to tell"}


def test_what_is_not_seen_in_many_sessions_is_too_small_to_tell() -> None:
    """From then on the lesson is held back seldom."""
    few = Pair(Share(30, 80), Share(15, MANY - 81))
    many = Pair(Share(30, 80), Share(15, MANY - 80))
    assert (verdict([few]), verdict([many])) == (None, "too small to tell")
    assert verdict([]) is None


def test_how_many_sessions_it_may_take_follows_from_how_often_it_fails() -> None:
    """A failure that nearly never comes back can hardly be prevented measurably."""
    often = about_needed([Pair(Share(0, 9), Share(9, 9))])
    seldom = about_needed([Pair(Share(0, 90), Share(1, 90))])
    assert often is not None
    assert often < 60
    assert seldom is None or seldom > 500
