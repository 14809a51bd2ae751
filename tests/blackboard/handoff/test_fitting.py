"""What there is room for, and words in fewer signs."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.handoff import Fact
from blackboard.handoff.fact import SECTIONS, Keep
from blackboard.handoff.fitting import Shown, fitting
from blackboard.handoff.words import lines, prose, shortened

KEEPS = st.sampled_from(get_args(Keep))
FACTS = st.lists(st.builds(
    Fact, st.sampled_from(SECTIONS), st.integers(1, 99), st.floats(1, 100), st.text(max_size=20),
    st.text(max_size=900), keep=KEEPS,
), max_size=30)  # fmt: skip


def size(shown: Shown) -> int:
    """One character takes one place."""
    return min(len(shown.fact.words), shown.longest)


@given(FACTS, st.integers(0, 4_000))
def test_what_fits_is_never_larger_than_the_room(facts: list[Fact], room: int) -> None:
    """Headings count, and the order is that of the facts."""
    found = fitting(facts, size, lambda _section: 10, room)
    taken = sum(map(size, found)) + 10 * len({each.fact.section for each in found})
    assert taken <= room or not found
    places = iter(facts)
    assert all(any(each.fact is fact for fact in places) for each in found)


def test_the_best_facts_are_long_before_the_least_are_there() -> None:
    """A step of a fact is worth less than the one before it."""
    best, least = Fact("left", 1, 100, "", "a" * 880), Fact("ran", 2, 1, "", "b" * 110)
    (shown,) = fitting([best, least], size, lambda _section: 0, 900)
    assert shown == Shown(best, 880)
    shorter = fitting([best, least], size, lambda _section: 0, 1_000)
    assert [each.fact for each in shorter] == [best, least]


@given(st.text(max_size=2_000), st.integers(20, 500), KEEPS)
def test_shortened_words_are_never_longer_than_wanted(text: str, longest: int, keep: Keep) -> None:
    """Whatever is kept of them."""
    line = prose(text)
    assert len(shortened(line, longest, keep)) <= max(longest, 0) + 2


@given(st.text(max_size=300))
def test_prose_and_lines_are_one_line(text: str) -> None:
    """What breaks a line is gone."""
    for found in (prose(text), lines(text)):
        assert found == " ".join(found.split())


@pytest.mark.parametrize(("keep", "kept"), [
    ("wishes", "Never push to main."), ("rest", "Two tests still fail."),
    ("ends", "The end."), ("end", "The end."), ("start", "The beginning"),
])  # fmt: skip
def test_what_is_cut_keeps_what_matters(keep: Keep, kept: str) -> None:
    """Wishes of a person, what an agent left, both ends, or one."""
    filler = "It was a fine day and we looked at the wing. " * 6
    text = (
        f"The beginning of it. {filler}Never push to main. {filler}Two tests still fail. The end."
    )
    found = shortened(text, 120, keep)
    assert kept in found
    assert "…" in found
