"""Categories follow from whole words, the most specific first."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.vocabulary import InsightCategory
from reflect.reflector.category import category_of, headed_category, named_category


@pytest.mark.parametrize("category", get_args(InsightCategory))
def test_every_category_is_known_by_its_own_name(category: str) -> None:
    """However it is spelt: in one word, with dashes or blanks, in any case."""
    spaced = "".join(f" {letter}" if letter.isupper() else letter for letter in category)
    for name in (category, category.upper(), spaced, spaced.replace(" ", "-")):
        assert named_category(name) == category
        assert headed_category(name) == category


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("anti-pattern", "antiPatterns"),
        ("Anti Patterns", "antiPatterns"),
        ("best practices", "patterns"),
        ("Tests", "testing"),
        ("project", "projectSpecific"),
        ("Conventions", "projectSpecific"),
        ("latest", None),
        ("customer", None),
        ("antipatterned", None),
        ("", None),
        ("\u6d4b\u8bd5", None),
    ],
)
def test_names_are_matched_whole(name: str, category: str | None) -> None:
    """The words "latest" and "customer" do not count as "test" and "custom"."""
    assert named_category(name) == category


@pytest.mark.parametrize(
    ("statement", "category"),
    [
        ("This anti-pattern hides a pattern in the tests.", "antiPatterns"),
        ("Follow the pattern of the other reducers.", "patterns"),
        ("Rotate the credentials that the tests use.", "security"),
        ("The test suite is slow without the cache.", "performance"),
        ("Mock the clock in every fixture.", "testing"),
        ("In this repository the reducers are pure.", "projectSpecific"),
        ("Never read the clock in a reducer.", "antiPatterns"),
        ("Don\u2019t read the clock in a reducer.", "antiPatterns"),
        ("Install the latest customer package.", "patterns"),
        ("Contest the protest of the attested.", "patterns"),
        ("Sort the rows by their key.", "patterns"),
    ],
)
def test_the_first_sign_in_the_words_decides(statement: str, category: str) -> None:
    """Anti-patterns before security, performance, tests and the project; patterns are the rest."""
    assert category_of(statement) == category


@given(st.text())
def test_every_text_has_a_category(text: str) -> None:
    """None breaks the reading."""
    assert category_of(text) in get_args(InsightCategory)
    assert named_category(text) in (None, headed_category(text))
