"""Literals first: what is skipped without asking a pattern is what the pattern would not find."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard.search import complaint as complaints
from blackboard.search import moments
from blackboard.search.complaint import complaint
from blackboard.search.hints import caseless, hinted_lines
from tests.long_runs import rounds

HINTED = [
    (complaints._MISUSED, complaints._MISUSE_HINTS),
    (complaints._UNFORMATTED, complaints._FORM_HINTS),
]
ODD_CASE = str.maketrans({"i": "\u0130", "I": "\u0131", "s": "\u017f", "k": "\u212a"})
"""Letters that patterns which ignore case take for others, though `lower` does not."""


@pytest.mark.parametrize(("pattern", "hints"), HINTED, ids=["misused", "form"])
@settings(max_examples=rounds(80, 400))  # the longest pattern has sixty alternatives
@given(data=st.data())
def test_whatever_a_pattern_finds_has_a_hint(
    pattern: re.Pattern[str], hints: tuple[str, ...], data: st.DataObject
) -> None:
    """No line in which a pattern is found is skipped, in whatever case it is written."""
    text = data.draw(st.from_regex(pattern))
    for written in (text, text.upper(), text.translate(ODD_CASE)):
        found = [line for line in written.splitlines() if pattern.search(line)]
        assert set(found) <= set(hinted_lines(written, hints))


@given(st.from_regex(moments._ERROR))
def test_every_line_that_is_shaped_like_an_error_has_a_hint(text: str) -> None:
    """But for those of pytest, which begin with a capital letter of their own."""
    for line in text.splitlines():
        if moments._ERROR.search(line) and not re.match(r"\s*e", line, re.IGNORECASE):
            assert [line] == list(hinted_lines(line, moments.HINTS, begin="E"))


@given(st.text("isk\u0130\u0131\u017f\u212aI\u0307x", max_size=8), st.text("isk", min_size=1))
def test_case_is_ignored_as_patterns_ignore_it(text: str, hint: str) -> None:
    """A literal is in the caseless text wherever a pattern of the same letters finds it."""
    if re.search(hint, text, re.IGNORECASE):
        assert hint in caseless(text)


WORDS = st.sampled_from(
    [
        "error: unknown option", "Not Found: x", "would reformat a.py", "[1] must be set",
        "12 fixable", "ok", "\t", "already there", "x" * 300, "run `make`", "USAGE: a", "\u017fo",
        "no \u017fuch file or directory", "no such", "file or directory", "code style issues",
    ]
)  # fmt: skip


@given(st.lists(WORDS, max_size=70).map("\n".join), st.sampled_from(["\n", "\r\n", "\u2028"]))
def test_a_complaint_is_the_first_line_that_its_pattern_finds(text: str, end: str) -> None:
    """With hints or without, the answer is the same; a long output only complains about form."""
    output = text.replace("\n", end)
    lines = [line.strip() for line in output.splitlines()]
    shapes = [complaints._MISUSED, complaints._UNFORMATTED][len(lines) > 60 :]
    plain = (
        line for shape in shapes for line in lines if 8 <= len(line) <= 300 and shape.search(line)
    )
    assert complaint(output) == next(plain, None)


def test_lines_that_begin_so_count_without_a_hint() -> None:
    """After blanks too, and in the order of the text."""
    text = "a\n  E  x\nE\ndenied\ne"
    assert list(hinted_lines(text, ("denied",), begin="E")) == ["  E  x", "E", "denied"]
    assert list(hinted_lines(text, ("refused",))) == []
