"""Intervals: against published values, and what must hold for any counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.accounts.intervals import Share, newcombe, wilson

shares = st.integers(0, 400).flatmap(
    lambda total: st.integers(0, total).map(lambda part: Share(part, total))
)
seen = st.integers(1, 400).flatmap(
    lambda total: st.integers(0, total).map(lambda part: Share(part, total))
)


@pytest.mark.parametrize(
    ("part", "total", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611),
     (1, 29, 0.0061, 0.1718)],
)  # fmt: skip
def test_the_interval_of_a_share_is_wilsons(part: int, total: int, low: float, high: float) -> None:
    """The examples of Newcombe, Statistics in Medicine 17, pages 857 to 872, method 3."""
    found = wilson(Share(part, total))
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
def test_the_interval_of_a_difference_is_newcombes(
    one: tuple[int, int], other: tuple[int, int], low: float, high: float
) -> None:
    """The examples of Newcombe, Statistics in Medicine 17, pages 873 to 890, method 10."""
    found = newcombe(Share(*one), Share(*other))
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@given(shares)
def test_a_share_lies_in_its_interval(share: Share) -> None:
    """And the interval between 0 and 1."""
    found = wilson(share)
    assert 0 <= found.low <= found.estimate <= found.high <= 1


@given(shares, shares)
def test_a_difference_lies_in_its_interval(one: Share, other: Share) -> None:
    """And the interval between -1 and 1."""
    found = newcombe(one, other)
    assert -1 <= found.low <= found.estimate <= found.high <= 1


@given(shares, shares)
def test_turning_the_sides_turns_the_interval(one: Share, other: Share) -> None:
    """Nothing depends on which side is named first."""
    found, turned = newcombe(one, other), newcombe(other, one)
    assert turned == pytest.approx((-found.estimate, -found.high, -found.low))


@given(seen, seen, st.integers(2, 20))
def test_more_of_the_same_is_surer(one: Share, other: Share, times: int) -> None:
    """The interval shrinks when the same shares are seen in more sessions."""

    def wide(factor: int) -> float:
        grown = (Share(each.part * factor, each.total * factor) for each in (one, other))
        found = newcombe(*grown)
        return found.high - found.low

    assert wide(times) < wide(1)


def test_nothing_seen_says_nothing() -> None:
    """Without sessions any share is possible."""
    assert wilson(Share(0, 0)) == (0.0, 0.0, 1.0)
    assert newcombe(Share(0, 0), Share(0, 0)) == (0.0, -1.0, 1.0)
