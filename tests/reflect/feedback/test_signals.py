"""Signals: what tells a lasting rule from a task, a question and a remark, and where the bar is."""

from __future__ import annotations

import pytest

from reflect.feedback.rules import rules
from reflect.feedback.sentences import sentences
from reflect.feedback.signals import BAR, signals, weight


def test_the_bar_is_where_it_is() -> None:
    """A demand with a scope is a rule; without the scope, or as an opinion, it is a task."""
    assert weight("Every loader needs a timeout.") == BAR
    assert weight("The loader needs a timeout.") < BAR
    assert weight("Maybe every loader needs a timeout.") < BAR


@pytest.mark.parametrize(
    "words",
    [
        "can't we take a TileId here instead?",
        "don't start the browser tests, they take far too long.",
        "use our event bus, should be queued",
    ],
)
def test_a_refusal_weighs_more(words: str) -> None:
    """What comes with the refusal of a call says how it is done."""
    assert weight(words, refused=True) > weight(words)
    assert rules(words, refused=True)


@pytest.mark.parametrize(
    "words",
    ["what are you doing??", "do we know what it looks like?", "I'll take it from here.", "stop."],
)
def test_a_refusal_that_asks_or_takes_over_is_no_rule(words: str) -> None:
    """Not every refusal says how."""
    assert rules(words, refused=True) == []


def test_the_first_message_is_a_task() -> None:
    """What opens a session describes the work, in the words of rules."""
    task = "Every page should show the legend."
    assert rules(task) == [task]
    assert rules(task, opening=True) == []


@pytest.mark.parametrize(
    "text",
    [
        "1. Every tile must have a legend.\n2. Never draw two.",
        "The loader lacks a timeout. " + "Every call should have its own and fail loudly. " * 6,
        '"""\nNever commit generated files.\n"""',
        "\u276f make\nNever commit generated files.",
        "Always see https://example.com/rules first.",
        "Never change line 12 of that file.",
    ],
    ids=["numbered", "review", "quoted", "terminal", "address", "line"],
)
def test_what_is_pasted_or_points_is_no_rule(text: str) -> None:
    """A specification, a bot's review, a quotation and a terminal are not the person's word."""
    assert rules(text) == []


def test_sentences_of_a_long_message_are_nobodys() -> None:
    """A message longer than people type is pasted."""
    assert sentences("Never push. " * 200) == []


def test_each_signal_says_its_weight() -> None:
    """A verdict can be explained: the signals are named, and add up."""
    found = signals("We should always use our logger.")
    assert {"obligation", "ours"} <= set(found)
    assert sum(found.values()) == weight("We should always use our logger.")
