"""Templates and parameters: round trips for any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.compiler.parameters import generalised, snake_case, whole
from lessonboard.parts.recordings.compiler.template import (
    BadTemplate,
    MissingValue,
    Part,
    escape,
    names,
    parse,
    render,
    unparse,
)

TEXTS = (
    st.text() | st.text("{} ab\n\t😀小") | st.sampled_from(["", " ", "{", "}}", "{a}", "👩‍👩‍👧"])
)
NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True)
LITERALS = st.builds(Part, TEXTS, st.just(value=False))
PARTS = st.lists(LITERALS | st.builds(Part, NAMES, st.just(value=True)), max_size=6)


@given(TEXTS)
def test_an_escaped_text_stands_for_itself(text: str) -> None:
    """Braces, blanks, emoji and line breaks come back as they were."""
    assert render(escape(text), {}) == text


@given(PARTS, TEXTS)
def test_a_template_gives_back_what_it_was_made_of(parts: list[Part], value: str) -> None:
    """Parsing inverts writing; rendering replaces names by values."""
    template = unparse(parts)
    values = dict.fromkeys(names(template), value)
    assert unparse(parse(template)) == template
    rendered = "".join(value if part.is_parameter else part.text for part in parts)
    assert render(template, values) == rendered


@given(TEXTS, NAMES, TEXTS)
def test_a_generalised_text_gives_itself_with_the_example(text: str, name: str, value: str) -> None:
    """Whatever is replaced, the example brings it back."""
    for told in (text, f"{text} {value}", value * 2):
        assert render(generalised(told, [(name, value)]), {name: value}) == told


@pytest.mark.parametrize("template", ["{", "}", "a { b", "{}", "{A}", "{1}", "{a b}", "{{{"])
def test_a_single_brace_is_no_template(template: str) -> None:
    """What could be a slip of the pen is refused, with what to write instead."""
    with pytest.raises(BadTemplate, match="double a brace"):
        parse(template)


def test_a_missing_value_is_named() -> None:
    """The error names the parameter."""
    with pytest.raises(MissingValue, match="'song'"):
        render("play {song}", {})


def test_a_value_is_not_read_as_a_template() -> None:
    """Braces in a value are just characters."""
    assert render("{a}{b}", {"a": "{b}", "b": "{"}) == "{b}{"


def test_only_whole_words_are_replaced() -> None:
    """A longer word that holds the example is another word; the longest example wins."""
    values = [("a", "Numb"), ("b", "Numb One")]
    assert generalised("Numb, Numbers, Numb One", values) == "{a}, Numbers, {b}"
    assert generalised("小王子 (书)", [("book", "小王子")]) == "{book} (书)"


def test_a_letter_or_two_are_left_alone() -> None:
    """Short examples occur in texts by chance."""
    assert generalised("go to A1", [("cell", "A1"), ("blank", "   ")]) == "go to A1"


@pytest.mark.parametrize(
    ("words", "name"),
    [("E-mail *", "e_mail"), ("Überschrift", "uberschrift"), ("名前", ""), ("  ", ""),
     ("x" * 60, "x" * 40)],
    ids=["punctuation", "accent", "wide", "blank", "long"],
)  # fmt: skip
def test_parameters_are_named_after_fields(words: str, name: str) -> None:
    """The name is plain snake_case, or empty without usable words."""
    assert snake_case(words) == name


def test_the_parameter_that_is_all_of_a_template() -> None:
    """Anything besides it makes it a part."""
    assert [whole(each) for each in ("{a}", "{a} ", "a", "{a}{b}", "{{a}}", "")] == [
        "a", None, None, None, None, None]  # fmt: skip
