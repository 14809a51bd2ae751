"""The interval of a difference: what must hold for any counts, and how it is pooled."""

from __future__ import annotations

from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.accounts.intervals import Pair, Share, difference, sessions_needed, z

shares = st.integers(0, 400).flatmap(
    lambda total: st.integers(0, total).map(lambda part: Share(part, total))
)
seen = st.integers(3, 400).flatmap(
    lambda total: st.integers(0, total).map(lambda part: Share(part, total))
)
pairs = st.lists(st.builds(Pair, shares, shares), max_size=6)


def turned(told: list[Pair]) -> list[Pair]:
    """The sides exchanged."""
    return [Pair(pair.other, pair.shown) for pair in told]


@pytest.mark.parametrize("information", [0.5, 3.0, 18.0, 400.0])
def test_the_bound_is_that_of_robbins(information: float) -> None:
    """A normal prior on the drift, of precision 3: the bound at which the mixture reaches 20."""
    width = z(information) / sqrt(information)
    drift_mass = 0.5 * log(3 / (3 + information))
    gain = (width * information) ** 2 / (2 * (3 + information))
    assert drift_mass + gain == pytest.approx(log(20))


def test_one_pair_is_agresti_and_caffos_with_a_wider_bound() -> None:
    """One more success and failure on each side."""
    found = difference([Pair(Share(6, 40), Share(12, 20))])
    one, two = 7 / 42, 13 / 22
    error = sqrt(one * (1 - one) / 42 + two * (1 - two) / 22)
    width = z(40 * 20 / 60) * error
    assert (found.shown, found.other) == pytest.approx((0.15, 0.6))
    assert (found.low, found.high) == pytest.approx((one - two - width, one - two + width))


@given(pairs)
def test_an_estimate_lies_in_its_interval(told: list[Pair]) -> None:
    """And the interval between -1 and 1."""
    found = difference(told)
    assert -1 <= found.low <= found.estimate + 1e-9
    assert found.estimate - 1e-9 <= found.high <= 1


@given(pairs)
def test_turning_the_sides_turns_the_interval(told: list[Pair]) -> None:
    """Nothing depends on which side is named first."""
    found, other = difference(told), difference(turned(told))
    assert (other.estimate, other.low, other.high) == pytest.approx(
        (-found.estimate, -found.high, -found.low)
    )


@given(seen, seen, st.integers(4, 20))
def test_more_of_the_same_is_surer(one: Share, other: Share, times: int) -> None:
    """The interval shrinks when the same shares are seen in more sessions."""

    def wide(factor: int) -> float:
        grown = (Share(each.part * factor, each.total * factor) for each in (one, other))
        found = difference([Pair(*grown)])
        return found.high - found.low

    assert wide(times) < wide(1)


def test_nothing_seen_says_nothing() -> None:
    """Nor do sessions of one kind alone, nor two on each side."""
    for told in ([], [Pair(Share(9, 9), Share(0, 0))], [Pair(Share(2, 2), Share(0, 2))]):
        found = difference(told)
        assert (found.low, found.high) == (-1.0, 1.0)


def test_each_pair_is_compared_with_itself_only() -> None:
    """Here every lesson helps, although failures came back in more of the sessions with one."""
    frequent = Pair(Share(60, 90), Share(9, 10))
    rare = Pair(Share(0, 10), Share(18, 90))
    crude = (60 + 0) / 100 - (9 + 18) / 100
    assert crude > 0
    assert difference([frequent, rare]).estimate == pytest.approx(
        -(0.9 - 0.6667 + 0.2) / 2, abs=1e-4
    )


@given(seen, seen, st.lists(st.builds(Pair, shares, st.just(Share(0, 0))), max_size=3))
def test_sessions_without_a_counterpart_change_nothing(
    one: Share, other: Share, alone: list[Pair]
) -> None:
    """There is nothing to compare them with."""
    pair = Pair(one, other)
    assert difference([pair, *alone]) == difference([pair])


def test_the_rarer_a_failure_the_longer_it_takes() -> None:
    """And what changes nothing is never decided."""
    needed = [sessions_needed(share, share / 4) for share in (0.9, 0.6, 0.3, 0.1)]
    assert needed == sorted(needed, key=lambda each: each or 0)
    assert sessions_needed(0.0, 0.0) is None
