"""Whether a sentence is an order is told by how it begins, in what words soever."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.rules.imperative import is_imperative, is_verb, leading_verb

ORDERS = [
    "Always run the formatter.",
    "Never commit secrets",
    "Prefer small functions over long ones.",
    "Use `uv run`.",
    "When a test needs the database, run `make db` first.",
    "If the schema changes: regenerate the client",
    "Before pushing, run the tests",
    "Don't mock the clock",
    "Do not edit generated files.",
    "- Keep controllers thin",
    "> Keep controllers thin",
    "`make fmt` must be run before a commit",
    "Every handler must set a timeout.",
    "Commit messages should be in English",
    "Force-pushing is forbidden",
    "Please run the tests",
    "Only import from the public module",
    "Simply rerun the job",
    "No default exports in the web package",
    "Avoid globals",
    "Make sure to run the tests",
    "Instead of sleeping, poll the queue",
    "In the billing module, use Decimal",
    "Brew the coffee",
    "RUN THE TESTS",
    "Tests have to pass",
]
NO_ORDERS = [
    "",
    " ",
    "The tests are slow.",
    "It works now",
    "This fixes the bug",
    "There is a race in the scheduler",
    "Tests fail on Windows",
    "We had two outages",
    "And so on",
    "Both are fine",
    "Fails the build",
    "Testing the parser took long",
    "Fixed the parser",
    "Expert agents answer faster",
    "Great work, looks good to me!",
    "What about the tests?",
    "7",
    "🎉",
    "TypeError: x is undefined",
    "The",
]


@pytest.mark.parametrize("sentence", ORDERS)
def test_orders_prohibitions_and_demands_are_imperative(sentence: str) -> None:
    """With or without a condition before, a bullet, or an adverb."""
    assert is_imperative(sentence)
    assert is_imperative(f"  {sentence}\n")


@pytest.mark.parametrize("sentence", NO_ORDERS)
def test_what_tells_asks_or_praises_is_not_imperative(sentence: str) -> None:
    """Third persons, participles and questions are no orders."""
    assert not is_imperative(sentence)


@pytest.mark.parametrize(
    ("sentence", "verb"),
    [
        ("Always run the tests", "run"),
        ("Please do not mock the clock", "mock"),
        ("Do not mock the clock", "mock"),
        ("When it fails, restart the worker", "restart"),
        ("Simply Use `uv`", "use"),
        ("- Fix the parser", "fix"),
        ("The parser is slow", None),
        ("", None),
        ("🎉", None),
    ],
)
def test_the_leading_verb_is_what_is_ordered(sentence: str, verb: str | None) -> None:
    """Without "always", "do not" and the condition."""
    assert leading_verb(sentence) == verb


@given(text=st.text(max_size=200))
def test_any_text_is_judged(text: str) -> None:
    """In any language, and a found verb is a known one."""
    assert is_imperative(text) in (True, False)
    verb = leading_verb(text)
    assert verb is None or is_verb(verb)


@pytest.mark.parametrize("piece", ["when x ", "a", " ", "really ", "-", "if a, ", "must not ", "("])
def test_a_hundred_kilobytes_are_judged_at_once(piece: str) -> None:
    """No expression goes back and forth over a long text."""
    text = (piece * 100_000)[:100_000]
    began = time.perf_counter()
    is_imperative(text)
    leading_verb(text)
    assert time.perf_counter() - began < 2
