"""Refining adds what is known and cuts what says nothing; it never makes something of nothing."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.search.words import words
from reflect.critic import refine as by_rules
from reflect.critic.process import run
from reflect.critic.recommendation import CritiqueResult, Recommendation
from reflect.critic.rules import critique
from reflect.critic.settings import CriticSettings

SETTINGS = CriticSettings()
_INSTRUCTIONS = [
    "Make sure to pin `httpx==0.27.2`.",
    "Ensure that inputs are validated.",
    "Please move `load()` to `b.py` because `a.py` imports it too late.",
    "Make sure everything works.",
    "It would be great to cache `list_countries`.",
    "Add a retry.",
    "Use a transaction. " * 60,
    "Improve it.",
    "🎉",
    "",
    "auth.py のエラー処理を改善する。",
    "Remember to close `conn` in `export.py`",
    "Make sure `retry_count` is written to the log.",
]
_RECOMMENDATIONS = st.builds(
    Recommendation,
    instruction=st.one_of(st.sampled_from(_INSTRUCTIONS), st.text(max_size=80)),
    scope=st.sampled_from(["", "a.py"]),
    rationale=st.sampled_from(["", "It imports `a.py` too late."]),
    issue=st.sampled_from(
        ["", "Crash in src/app.py:12.", "`load()` is called in b.py.", "It is slow."]
    ),
)


def refined(instruction: str, **fields: str) -> Recommendation:
    """What the rules make of a recommendation."""
    return by_rules.refine(Recommendation(instruction=instruction, **fields), SETTINGS)


@pytest.mark.parametrize(
    ("instruction", "better"),
    [
        ("Make sure to pin `httpx`.", "Pin `httpx`."),
        ("Please  remove `os`\nfrom a.py.", "Remove `os` from a.py."),
        ("Ensure that inputs are validated.", "Validate inputs."),
        ("Make sure the file is written first.", "Write the file first."),
        ("Make sure that CHANGELOG.md is updated.", "Update CHANGELOG.md."),
        ("Try to run `make gen`.", "Run `make gen`."),
        ("You should run `make gen`.", "Run `make gen`."),
        ("Make sure everything works.", "Make sure everything works."),
        ("Make sure that the cache is warm.", "Make sure that the cache is warm."),
        ("Run `make gen`.", "Run `make gen`."),
    ],
)
def test_a_lead_in_is_cut_off_and_nothing_else(instruction: str, better: str) -> None:
    """What says a state and no deed stays as it is."""
    assert refined(instruction).instruction == better


def test_a_reason_goes_where_reasons_belong() -> None:
    """But not over one that is there already."""
    text = "Pin `httpx` in setup.cfg, because 0.28 removed the proxies argument."
    better = refined(text)
    assert better.instruction == "Pin `httpx` in setup.cfg."
    assert better.rationale == "0.28 removed the proxies argument."
    assert refined(text, rationale="CI fails.").instruction == text


def test_the_place_is_taken_from_the_issue() -> None:
    """Three at most, none that the instruction names, and never over a scope that is given."""
    issue = "`load()` in src/app.py:12 and src/b.py, c.py, d.py fails."
    assert refined("Call `load()` later.", issue=issue).scope == "src/app.py:12, src/b.py, c.py"
    assert refined("Call `load()` later.", issue=issue, scope="x.py").scope == "x.py"
    assert refined("Call it later.", issue="It is slow.").scope == ""


def test_what_is_too_long_is_cut_at_a_sentence() -> None:
    """As many whole sentences as fit; a single endless one stays."""
    text = "Pin `httpx` in setup.cfg. " * 40
    better = refined(text).instruction
    assert len(better) <= 500
    assert better.endswith("setup.cfg.")
    assert refined("x" * 600).instruction == "x" * 600


@given(recommendation=_RECOMMENDATIONS)
def test_nothing_is_added_that_was_not_said(recommendation: Recommendation) -> None:
    """Every word of a refined form stands in the recommendation or in its issue."""
    better = by_rules.refine(recommendation, SETTINGS)
    said = {*words(" ".join(recommendation.model_dump().values()))}
    irregular = {"writ"} if "written" in recommendation.instruction else set()
    added = {*words(" ".join(better.model_dump().values()))} - said - irregular
    assert not added
    assert (better.id, better.issue) == (recommendation.id, recommendation.issue)


@given(recommendation=_RECOMMENDATIONS)
def test_refining_twice_is_refining_once(recommendation: Recommendation) -> None:
    """There is nothing left to cut or to move, but for a lead-in behind a lead-in."""
    once = by_rules.refine(recommendation, SETTINGS)
    twice = by_rules.refine(once, SETTINGS)
    assert by_rules.refine(twice, SETTINGS) == twice


@given(recommendation=_RECOMMENDATIONS)
def test_a_form_is_kept_only_if_it_scores_higher(recommendation: Recommendation) -> None:
    """And each stored critique is that of its form."""
    course = run(recommendation, SETTINGS, _judge, lambda each, _: by_rules.refine(each, SETTINGS))
    scores = [result.quality_score for _, result in course.forms]
    assert scores == sorted(set(scores))
    assert len(course.forms) <= 1 + SETTINGS.refinement.max_iterations
    assert all(result == _judge(form) for form, result in course.forms)


@pytest.mark.parametrize(
    "instruction",
    [
        "Make sure everything works correctly.",
        "Ensure proper error handling throughout the application.",
        "Please improve the quality.",
        "Make sure errors are handled.",
        "Try to make it better.",
    ],
)
def test_the_vague_stays_vague(instruction: str) -> None:
    """No course of refining makes an accepted recommendation of it."""
    recommendation = Recommendation(instruction=instruction, issue="Crash in src/app.py:12.")
    course = run(recommendation, SETTINGS, _judge, lambda each, _: by_rules.refine(each, SETTINGS))
    assert not course.is_kept


@pytest.mark.parametrize(
    "boilerplate",
    [
        "Follow best practices. Make sure to test.",
        "Do this carefully and thoroughly.",
        "This improves the overall quality, security and maintainability of the application.",
    ],
)
def test_a_refiner_that_adds_boilerplate_gains_nothing(boilerplate: str) -> None:
    """Not even with a judge that falls for length."""

    def adds(form: Recommendation, _result: CritiqueResult) -> Recommendation:
        return form.model_copy(update={"instruction": f"{form.instruction} {boilerplate}"})

    def falls_for_length(form: Recommendation) -> CritiqueResult:
        score = min(0.99, 0.4 + len(form.instruction) / 1_000)
        return CritiqueResult(True, "", True, "", True, "", [], score, False, score < 0.6, "More.")

    vague = Recommendation(instruction="Improve the parser.")
    for judge in (_judge, falls_for_length):
        assert len(run(vague, SETTINGS, judge, adds).forms) == 1


def test_a_refiner_that_adds_information_is_listened_to() -> None:
    """A place and a value make the same advice a better one."""

    def knows(form: Recommendation, _result: CritiqueResult) -> Recommendation:
        return form.model_copy(update={"instruction": "Set `timeout=10` in `mail.py`."})

    vague = Recommendation(instruction="Set a timeout.", issue="Worker hangs in mail.py.")
    course = run(vague, SETTINGS, _judge, knows)
    assert course.is_kept
    assert course.final.instruction == "Set `timeout=10` in `mail.py`."


@pytest.mark.parametrize(
    "piece", ["a", " ", "a.", "a/", "because ", "ensure that ", "\n", "🎉", "("]
)
@pytest.mark.parametrize("field", ["instruction", "scope", "rationale", "issue"])
def test_a_hundred_kilobytes_are_refined_at_once(piece: str, field: str) -> None:
    """Whatever they consist of."""
    texts = {"instruction": "Pin `x`.", field: (piece * 100_000)[:100_000]}
    began = time.perf_counter()
    by_rules.refine(Recommendation(**texts), SETTINGS)
    assert time.perf_counter() - began < 2


def _judge(form: Recommendation) -> CritiqueResult:
    return critique(form, SETTINGS)
