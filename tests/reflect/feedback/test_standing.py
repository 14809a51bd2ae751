"""What tells a standing wish from a task, a question, a remark and a specification."""

from __future__ import annotations

import pytest

from reflect.feedback.rules import rules
from reflect.feedback.sentences import sentences
from reflect.feedback.standing import FORMS, form_of, is_standing, without_filler

EXAMPLES = {
    "begins with a scope in time or place": "From now on one parser a file.",
    "never": "Never amend a pushed commit.",
    "scope of an order": "Sort the keys of every table, everywhere",
    "what we always do": "we never vendor anything",
    "what we do not do": "we don't vendor libraries",
    "what we use": "we use tox here",
    "stop": "stop adding banners",
    "taste": "i hate nested ternaries",
    "ask first": "show me the plan before you apply it",
    "habit": "when you touch a query, run the slow suite",
    "convention": "branch names start with a ticket number",
    "every piece of work": "every migration has a way back",
    "no such thing": "no sleeps without a reason",
    "place": "date helpers live in src/time",
    "how it is run": "rspec is run with bin/spec here",
    "contrast in scope": "tabs here, not spaces",
    "one per": "one commit per logical change",
    "means": "prefer tables over prose",
    "what we should do": "we should take typed ids wherever they exist",
    "every one": "each loader needs a timeout",
    "our": "use our retry helper",
    "prohibition": "don't push to forks",
    "prohibition of a way": "don't call it directly",
    "policy": "our convention is one class a file",
    "keep": "keep all fixtures small",
}


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_a_way_to_say_it(form: str) -> None:
    """And none is left without a sentence that only it understands."""
    sentence = EXAMPLES[form]
    assert is_standing(sentence)
    assert form_of(without_filler(sentence)) == form


@pytest.mark.parametrize(
    "sentence",
    [
        "the button never works",
        "users should always see their name",
        "it always returns 404",
        "never would have found that",
        "the docs say never call this twice",
        "we don't have tests for it, do we?",
        "never do this, for now",
        "use a set instead of a list in query.py",
        "tests are failing",
        "Der Knopf geht nie",
        "cosa non va mai bene?",
        "这次必须改完",
        "we do that in the helper, so not valid",
        "fix it in the store please, and show me the diff before you commit",
        "tell me when you start the server",
        "the loop needs a break here",
        "everything works in the other branch",
    ],
)
def test_what_is_said_of_the_program_or_the_moment_is_none(sentence: str) -> None:
    """In spite of its words."""
    assert not is_standing(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Ab jetzt nur noch kleine Commits",
        "non, on n'utilise pas yarn ici",
        "Nunca subas el fichero de claves",
        "W tym repo piszemy po angielsku",
        "впредь только ruff",
        "コミットの前に必ず整形してください",
        "以后都用中文写注释",
    ],
)
def test_other_languages_have_their_scopes(sentence: str) -> None:
    """A scope in time or place, or an order that begins with always or never."""
    assert is_standing(sentence)


@pytest.mark.parametrize(
    "words",
    [
        "can't we take a TileId here instead?",
        "don't start the browser tests, they take far too long.",
        "use our event bus, should be queued",
    ],
)
def test_a_refusal_says_how_it_is_done(words: str) -> None:
    """Also as a question."""
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
    task = "Every commit message should name its ticket."
    assert rules(task) == [task]
    assert rules(task, opening=True) == []


@pytest.mark.parametrize(
    "text",
    [
        "1. Every test must have a name.\n2. Never draw two.",
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


@pytest.mark.parametrize(
    "sentence",
    [
        "add -v when you run the suite", "when u rename a route also rename its page",
        "nginx needs -c conf/dev.conf here", "job names must hold the region, otherwise they clash",
        "everything new goes behind a flag", "hands off infra/", "ne pousse jamais sur main",
        "i don't want comments that repeat the code", "vendor/ は触らないでください",
    ],
)  # fmt: skip
def test_a_wish_is_understood_wherever_its_condition_stands(sentence: str) -> None:
    """Before the order or after it, and with what happens otherwise."""
    assert is_standing(sentence)


def test_a_task_that_begins_with_a_label_is_pasted() -> None:
    """From a review or a tracker; what is said later in the session is the person's."""
    review = "High severity: SQL is built by concatenation. Always use bound parameters."
    assert rules(review, opening=True) == []
    assert rules("Always use bound parameters.", opening=True) != []
