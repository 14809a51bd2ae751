"""What documents state, in each of the forms in which people write it down."""

from __future__ import annotations

import re
import time
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.documents.stated import stated
from tests.reflect.documents.samples import EXPECTED, NOTHING, STATING


@pytest.mark.parametrize("form", STATING)
def test_each_form_is_read(form: str) -> None:
    """Rule, symptom, cause, resolution and what was not chosen; in lines that say so."""
    found = [{name: value for name, value in asdict(each).items() if value and name != "quote"}
             for each in stated(STATING[form])]  # fmt: skip
    assert found == EXPECTED[form]
    assert found


@pytest.mark.parametrize("document", NOTHING.values(), ids=NOTHING)
def test_nothing_is_made_of_what_states_nothing(document: str) -> None:
    """Headings, criteria, examples, code, quotations, status, plans, questions and wishes."""
    assert stated(document) == []


@pytest.mark.parametrize("document", STATING.values(), ids=STATING)
def test_no_word_is_made_up(document: str) -> None:
    """Every word of every field stands in the passage that is quoted, or in its headings."""
    for each in stated(document):
        headings = "\n".join(re.findall(r"(?m)^#+ .*$", document))
        known = set(_words(f"{headings}\n{each.quote}"))
        for text in (each.rule, each.symptom, each.cause, each.resolution, each.alternatives):
            assert [word for word in _words(text) if word not in known] == []


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_a_quotation_is_character_for_character(ends: str) -> None:
    """Whatever ends the lines; its lines are counted from 1 in the whole document."""
    for text in STATING.values():
        document = text.replace("\n", ends)
        lines = document.split(ends)
        for each in stated(document):
            assert each.quote in document
            assert each.quote == ends.join(lines[each.first - 1 : each.last]).strip()


def test_front_matter_does_not_move_the_lines() -> None:
    """It is not read, and counted."""
    (found,) = stated("---\nlesson: none\n---\n\n**Lesson:** Close what you have opened.\n")
    assert (found.first, found.last) == (5, 5)


def test_a_long_document_is_read_whole_and_its_lines_are_right() -> None:
    """It is parsed in pieces; fenced code is never cut open."""
    filler = "# Part\n\n" + "Words of no consequence here.\n\n" * 100
    code = "```\n" + "# Lessons\n- Always read code\n" * 4_000 + "```\n"
    document = filler * 20 + code + filler * 80 + "**Lesson:** Close what you have opened.\n"
    assert len(document) > 400_000
    (found,) = stated(document)
    assert found.quote == "**Lesson:** Close what you have opened."


_UNITS = {
    "prose": "We keep one queue because two are slow. It is as it is.\n\n",
    "items": "- **Fix:** Close the file\n",
    "headings": "# A heading\n",
    "rows": "| a | b |\n",
    "one paragraph": "**Lesson: ",
    "dashes": " \u2014 -- - ",
    "labels": "Fix: Cause: ",
    "brackets": "[(`*_",
    "no line breaks": "instead of ",
}


@pytest.mark.parametrize("unit", _UNITS.values(), ids=_UNITS)
def test_the_time_grows_with_the_length(unit: str) -> None:
    """Four times the text takes far less than sixteen times as long.

    Of three tries one is enough: the machine may be slower while the longer text is read.
    """
    small, large = (unit * (size // len(unit)) for size in (40_000, 160_000))
    ratios = (_seconds(large) / max(_seconds(small), 0.1) for _ in range(3))
    assert any(ratio < 10 for ratio in ratios)


@given(
    st.lists(st.sampled_from([*_UNITS.values(), "\n", "#", "\t", "  ", "0", "|", ">", "\u4e2d"]))
)
def test_any_text_is_read(pieces: list[str]) -> None:
    """Without an error; quotations stand in it, and lines are within it."""
    document = "".join(pieces)
    for each in stated(document):
        assert each.quote in document
        assert each.rule
        assert 1 <= each.first <= each.last <= document.count("\n") + 1


def _seconds(document: str) -> float:
    """The CPU time of reading it."""
    start = time.process_time()
    stated(document)
    return time.process_time() - start


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
