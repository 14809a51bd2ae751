"""Judging: fresh, moved or drifted, for any text around a span and any change of one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.freshness.judge import Judgement, best, gone, judge
from reflect.freshness.span import Span, digest, split

CITED = [
    "def tile(path):",
    "    with path.open() as file:",
    "",
    "        return file.read(1 << 20)",
]
OTHERS = st.lists(st.sampled_from(["", "x = 1", "    y()", "def other():", "}"]), max_size=12)


def span(first: int | None = 1, lines: list[str] = CITED, *, quoted: bool = True) -> Span:
    """Some lines as evidence cites them."""
    text = "\n".join(lines)
    last = None if first is None else first + len(lines) - 1
    return Span("src/tile.py", first, last, digest(text), text if quoted else "")


@given(OTHERS, OTHERS, st.sampled_from(["", "  ", "\t"]), st.booleans())
def test_an_edit_outside_keeps_it(
    before: list[str], after: list[str], deeper: str, quoted: bool
) -> None:
    """Whatever comes before or after: fresh where it was, moved elsewhere, also if indented."""
    lines = [*before, *[deeper + line for line in CITED], *after]
    found = judge(span(3, quoted=quoted), lines)
    assert found is not None
    first = len(before) + 1
    assert (found.freshness == "fresh") == (first == 3)
    assert found.freshness in ("fresh", "moved")
    assert (found.first_line, found.last_line) == (first, first + len(CITED) - 1)


@given(OTHERS, OTHERS, st.data(), st.booleans())
def test_an_edit_of_text_inside_is_a_drift(
    before: list[str], after: list[str], data: st.DataObject, quoted: bool
) -> None:
    """Even of one character, for that may turn it around."""
    row = data.draw(st.sampled_from([0, 1, 3]))
    line = CITED[row]
    column = data.draw(st.integers(len(line) - len(line.lstrip()), len(line) - 1))
    changed = f"{line[:column]}#{line[column + 1 :]}"
    lines = [*before, *CITED[:row], changed, *CITED[row + 1 :], *after]
    found = judge(span(len(before) + 1, quoted=quoted), lines)
    assert found is not None
    assert found.freshness == "drifted"


@given(OTHERS, OTHERS, st.sampled_from(range(5)))
def test_a_line_put_in_or_taken_out_is_a_drift(
    before: list[str], after: list[str], place: int
) -> None:
    """Inside; the first and the last lines are those of the span."""
    inside = [*CITED[:place], "    audit(path)", *CITED[place:]] if 0 < place < 4 else CITED[:3]
    found = judge(span(len(before) + 1), [*before, *inside, *after])
    assert found is not None
    assert found.freshness == "drifted"


def test_a_drift_says_how_much_is_left_and_where() -> None:
    """So that a person who looks at it knows where to look."""
    lines = ["import os", "", *CITED[:3], "        return file.read(1 << 24)"]
    assert judge(span(), lines) == Judgement(
        "drifted", "src/tile.py", 3, 6, "99 % of it is left, at src/tile.py:3-6")  # fmt: skip
    nothing = judge(span(), ["import os"])
    assert nothing is not None
    assert nothing.reason == "none of its lines is left in src/tile.py as it was"
    unquoted = judge(span(quoted=False), lines)
    assert unquoted is not None
    assert unquoted.reason == "its lines are not in src/tile.py any more"


def test_text_that_stands_often_by_chance_shows_nothing() -> None:
    """A few short lines found twice neither confirm nor refute."""
    short = ["}", "return x"]
    assert judge(span(2, short), ["a", *short, "b", *short]) is None
    once = judge(span(2, short), ["a", *short, "b"])
    assert once is not None
    assert once.freshness == "fresh"


def test_of_two_places_the_one_it_had_counts_and_then_the_nearest() -> None:
    """Longer text that occurs twice counts as present."""
    still = judge(span(6), [*CITED, "", *CITED])
    assert still is not None
    assert (still.freshness, still.first_line) == ("fresh", 6)
    moved = judge(span(9), [*CITED, "", *CITED])
    assert moved is not None
    assert (moved.freshness, moved.first_line) == ("moved", 6)


def test_lines_that_nobody_counted_are_fresh_anywhere() -> None:
    """An edit does not say at which lines it was made."""
    found = judge(span(None), ["a", *CITED])
    assert found is not None
    assert (found.freshness, found.first_line, found.last_line) == ("fresh", 2, 5)


def test_one_span_that_stands_is_enough() -> None:
    """A lesson with several is as fresh as the freshest; one without any is not judged."""
    drifted, fresh = Judgement("drifted", "a"), Judgement("fresh", "b")
    assert best([gone(span()), drifted, fresh]) == fresh
    assert best([gone(span()), drifted]) == drifted
    assert best([]) is None


@pytest.mark.parametrize("text", ["\n\n\n", "", "\x0c\x1c"], ids=repr)
def test_any_text_can_be_judged(text: str) -> None:
    """Also files of empty lines, and characters that end lines only for some."""
    found = judge(span(), split(text))
    assert found is not None
    assert found.freshness == "drifted"
