"""The gate: an order to somebody, a cause that is not the symptom, and evidence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reflect.pipeline.gate import (
    LONGEST_SENTENCE,
    MOST_WORDS,
    is_paraphrase,
    is_passed_on,
    problems,
)
from tests.reflect.findings import found

VOICE = "the constraint does not say what to do"
NOTHING = "the constraint says next to nothing"
REPEATS = "the root cause only repeats the symptom"
UNPROVED = "there is no evidence for it"


@pytest.mark.parametrize(
    "rule",
    [
        "Always run the type-check before committing",
        "Never edit files under `gen/` by hand",
        "never edit files under gen/",
        "When a test needs the database, run `make db` first",
        "If the port is taken, stop the old server with `make down`",
        "Prefer `uv run` over `pip`",
        "Run `make gen` before the tests",
        "Use `npm run test:unit` instead of `npm test`",
        "Do not commit generated files",
        "Don't push to main",
        "Before you commit, format the code with `ruff format`",
        "- Mock the clock in tests",
        "**Pin** the base image",
        "Migrations must be reversible",
        "You must not log tokens",
    ],
)
def test_orders_of_any_form_pass(rule: str) -> None:
    """Always, Never, Prefer, a condition first, a bare imperative, or a demand."""
    assert problems(found(rule)) == []


@pytest.mark.parametrize(
    "rule",
    [
        "The tests are slow on Mondays",
        "Tests need a database connection sometimes",
        "A missing lock file breaks the image",
        "I think that this is wrong here",
        "Slow integration tests",
        "npm error Missing script: test",
        "Why does the build fail here?",
    ],
)
def test_statements_are_refused(rule: str) -> None:
    """What tells nobody to do anything is no constraint, however true it is."""
    assert problems(found(rule)) == [VOICE]


@pytest.mark.parametrize(
    "rule",
    [
        "keine Abkürzungen in Namen",
        "необходимо запускать тесты перед коммитом",
        "必ずテストを実行してください",
        "先运行测试再提交",
        "the deploy is Friday's business, not ours",
    ],
)
def test_a_humans_words_need_no_voice_and_no_english(rule: str) -> None:
    """What a person said is taken as it was said, in any language."""
    assert problems(found(rule, trust="human")) == []


@pytest.mark.parametrize("rule", ["", " ", "\n\t", "...", "🚀🚀🚀", "👍", "-", "\u200b", "\x1b"])
@pytest.mark.parametrize("trust", ["tool", "human"])
def test_what_says_nothing_is_refused_from_anybody(rule: str, trust: str) -> None:
    """Empty text, signs and pictures are no lesson, also from a person."""
    assert NOTHING in problems(found(rule, trust=trust))


def test_one_word_is_enough_for_a_human_alone() -> None:
    """A tool's finding must say what to do with what."""
    assert NOTHING in problems(found("Stop"))
    assert problems(found("uv!", trust="human")) == []


@pytest.mark.parametrize("size", [100_000, 100_001])
@pytest.mark.parametrize("unit", ["x", "run ", "When a, ", "äöü ", "漢字", "🚀 ", "`a` ", "a\n"])
def test_huge_texts_are_judged_like_any_other(unit: str, size: int) -> None:
    """A hundred kilobytes of anything are no trouble."""
    huge = (unit * size)[:size]
    assert problems(found(f"Always run the tests: {huge}")) == []
    assert is_paraphrase(huge, huge)


@pytest.mark.parametrize(
    ("cause", "symptom"),
    [
        ("The build failed in CI.", "Build fails in CI"),
        ("build FAILS, in CI!!", "The build failed in CI"),
        ("The build stopped with exit code 2", "The build stopped with exit code 2"),
        ("CI failed.", "The build failed in CI after the merge of the branch"),
        ("ビルドが失敗した", "ビルドが失敗した。"),
        ("🤷", "The build failed"),
        ("...", "The build failed"),
    ],
)
def test_a_cause_that_only_says_the_symptom_again_is_refused(cause: str, symptom: str) -> None:
    """Other order, case, endings or fewer words make no cause; neither do signs alone."""
    words = {"root_cause": cause, "symptom": symptom}
    assert problems(found("Always run `make gen` first", words=words)) == [REPEATS]


@pytest.mark.parametrize("field", ["symptom", "root_cause", "resolution"])
@pytest.mark.parametrize(
    "filler", ["N/A", "n/a.", "Unknown", "**TBD**", "not yet known", "(none)", "See above.", "todo",
               "same as above", "A bug", "Human error"],
)  # fmt: skip
def test_a_field_that_is_only_filled_is_refused(field: str, filler: str) -> None:
    """Nobody is told "unknown" as if it were a cause; the message says what to do."""
    (problem,) = problems(found("Always run `make gen` first", words={field: filler}))
    assert repr(filler) in problem
    assert "leave it empty" in problem


@pytest.mark.parametrize("field", ["symptom", "root_cause", "resolution"])
@pytest.mark.parametrize(
    "text", ["", "Unknown flags are passed on", "The bug is in `a.py`", "None of the workers wait"]
)
def test_an_empty_field_claims_nothing(field: str, text: str) -> None:
    """What nobody stated may be missing; words that begin like filler are words."""
    assert problems(found("Always run `make gen` first", words={field: text})) == []


@pytest.mark.parametrize(
    ("cause", "symptom"),
    [
        ("Nobody ran the type checker.", "Build fails in CI"),
        ("The build in CI has no network", "The build failed in CI"),
        ("`test` does not work here, `run test:unit` does.", "`npm test` fails: missing script"),
        ("型検査を誰も実行しなかった", "ビルドが失敗した"),
    ],
)
def test_a_cause_that_says_more_passes(cause: str, symptom: str) -> None:
    """What adds something of its own is a cause."""
    words = {"root_cause": cause, "symptom": symptom}
    assert problems(found("Always run `make gen` first", words=words)) == []


@pytest.mark.parametrize("trust", ["human", "tool", "repository", "imported"])
def test_nothing_is_learnt_without_evidence(trust: str) -> None:
    """Whoever says it: a lesson points at what shows it."""
    assert problems(found("Always run `make gen` first", trust=trust, evidence=())) == [UNPROVED]


def test_every_problem_is_named() -> None:
    """Whoever is refused learns all the reasons at once."""
    words = {"root_cause": "It broke.", "symptom": "It broke!"}
    assert problems(found("oops", words=words, evidence=())) == [VOICE, NOTHING, REPEATS, UNPROVED]


def test_what_was_written_down_may_be_a_fact() -> None:
    """A fact that its author wrote down to be remembered needs no voice, but evidence and words."""
    rule = "The seed script drops every table of the test schema."
    assert problems(found(rule)) != []
    assert problems(found(rule, noted=True)) == []
    assert problems(found("Caching.", noted=True)) == ["the constraint says next to nothing"]
    assert problems(found(rule, noted=True, evidence=())) == ["there is no evidence for it"]


def test_one_short_sentence_that_an_agent_passes_on_needs_no_language() -> None:
    """By its form alone; with a story, a second sentence or more words it must be an order."""
    words, letters = ["Tests"] * MOST_WORDS, "x" * (LONGEST_SENTENCE - 2)
    cases = [
        (" ".join(words), "agent", {}, True),
        (" ".join([*words, "Tests"]), "agent", {}, False),
        (f"y {letters}", "agent", {}, True),
        (f"y {letters}x", "agent", {}, False),
        ("Keine Mocks", "agent", {}, True),
        ("npm", "agent", {}, False),
        ("Niemals pushen. Danach warten", "agent", {}, False),
        ("不要推送。运行测试", "agent", {}, False),
        ("Niemals pushen", "agent", {"symptom": "es brach"}, False),
        ("Niemals pushen", "agent", {"root_cause": "es ist so"}, False),
        ("Niemals pushen", "agent", {"resolution": "anders"}, False),
        ("Niemals pushen", "model", {}, False),
    ]
    wrong = [
        (rule, told)
        for rule, writer, told, passes in cases
        for given in [found(rule, writer=writer)]
        for text in [{"symptom": "", "root_cause": "", "resolution": rule, **told}]
        if is_passed_on(replace(given, text=given.text.model_copy(update=text))) != passes
    ]
    assert wrong == []
