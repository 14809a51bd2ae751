"""What becomes of a recommendation: the thresholds decide what they say, and a veto is a veto."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reflect.critic.process import Review, process, run
from reflect.critic.recommendation import (
    CritiqueResult,
    Judgement,
    Outcome,
    Recommendation,
    conclude,
)
from reflect.critic.rules import critique
from reflect.critic.settings import CriticSettings, Dimensions, Thresholds

ISSUE = "`fetch_rates` in rates/client.py hangs for minutes when the provider is down."
TEXTS = [
    "Set `timeout=5` in the `requests.get` call of rates/client.py.",
    "Give up on the provider after 5 seconds.",
    "Improve the timeout of `fetch_rates`.",
    "Rename `Invoice` to `Bill` in billing/models.py.",
    "Rename the invoice.",
    "Review and fix the problems.",
    "Make sure that `fetch_rates` in rates/client.py times out.",
    "Push with --force to main.",
    "Improve it.",
    "",
]
ONLY_SPECIFIC = Dimensions.model_validate(
    {
        name: {"weight": weight}
        for name, weight in (("actionable", 0), ("fixes_issue", 0), ("specific", 1),
                             ("side_effects", 0))
    }
)  # fmt: skip


def scored(
    score: float,
    *,
    actionable: float = 1,
    fixes_issue: float = 1,
    harm: tuple[str, ...] = (),
    discard: float = 0.3,
) -> CritiqueResult:
    """A critique with a given score, whatever the two dimensions that may veto."""
    return conclude(
        actionable=Judgement(actionable, "Begin with what to do."),
        fixes_issue=Judgement(fixes_issue, "Has nothing in common with the issue."),
        specific=Judgement(score, "why"),
        harmless=Judgement(1, "why"),
        side_effects=[],
        suggestions="",
        dimensions=ONLY_SPECIFIC,
        thresholds=Thresholds(discard_threshold=discard),
        judge="rules",
        harm=harm,
    )


def outcome(judged: CritiqueResult) -> Outcome | None:
    """What becomes of a recommendation that nobody refines."""
    it = Recommendation(instruction="Pin it.")
    return run(it, CriticSettings(), lambda _: judged, lambda form, _: form).outcome


def reviewed(text: str, discard: float) -> Review:
    """A recommendation through the rules, refined by them."""
    settings = CriticSettings.model_validate({"thresholds": {"discard_threshold": discard}})
    given = Recommendation(instruction=text, issue=ISSUE)
    return run(given, settings, lambda form: critique(form, settings), lambda form, _: form)


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (0.0, "discarded"),
        (0.2999, "discarded"),
        (0.3, "not_good_enough"),
        (0.6999, "not_good_enough"),
        (0.7, "accepted"),
        (1.0, "accepted"),
    ],
)
def test_the_thresholds_are_those_of_the_settings(score: float, expected: str) -> None:
    """Below 0.3 it is discarded, from 0.7 on accepted, between them not good enough."""
    assert outcome(scored(score)) == expected


@pytest.mark.parametrize(
    ("score", "expected"),
    [(0.2999, "discarded"), (0.3, "not_good_enough"), (0.6999, "not_good_enough"),
     (0.7, "vetoed"), (0.82, "vetoed"), (1.0, "vetoed")],
)  # fmt: skip
@pytest.mark.parametrize("dimension", ["actionable", "fixes_issue"])
def test_what_scores_enough_without_a_dimension_is_vetoed(
    dimension: str, score: float, expected: str
) -> None:
    """Where the score alone decides, there is no veto."""
    judged = scored(score, **{dimension: 0.4999})  # type: ignore[arg-type]  # one of the two
    assert outcome(judged) == expected
    assert judged.veto == (dimension if expected == "vetoed" else None)
    assert bool(judged.veto_reason) == (expected == "vetoed")
    assert outcome(scored(score, **{dimension: 0.5})) != "vetoed"  # type: ignore[arg-type]


@pytest.mark.parametrize("score", [0.0, 0.2999, 0.3, 0.6999, 0.7, 1.0])
@pytest.mark.parametrize("discard", [0.0, 0.3, 1.0])
def test_harm_is_vetoed_whatever_it_scores(score: float, discard: float) -> None:
    """It is neither refined nor merely discarded."""
    judged = scored(score, harm=("deletes data",), discard=discard)
    assert outcome(judged) == "vetoed"
    assert (judged.veto, judged.decision) == ("harm", "discard")
    assert "deletes data" in judged.side_effects


@pytest.mark.parametrize(
    ("score", "expected"),
    [(0.0, "not_good_enough"), (0.2999, "not_good_enough"), (0.6999, "not_good_enough"),
     (0.7, "accepted")],
)  # fmt: skip
def test_at_zero_nothing_is_discarded_for_its_score(score: float, expected: str) -> None:
    """Only vetoes refuse then."""
    assert outcome(scored(score, discard=0.0)) == expected


def test_a_lower_discard_threshold_discards_less() -> None:
    """What to do about a high discard rate, as the documents say: 0.4, 0.3, 0."""
    outcomes = [[reviewed(text, least).outcome for text in TEXTS] for least in (0.4, 0.3, 0.0)]
    assert [each.count("discarded") for each in outcomes] == [4, 3, 0]
    assert [each.count("vetoed") for each in outcomes] == [3, 3, 3]
    assert [each.count("not_good_enough") for each in outcomes] == [2, 3, 6]


@given(
    text=st.sampled_from(TEXTS),
    thresholds=st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted),
)
def test_the_threshold_moves_nothing_but_the_discarded(text: str, thresholds: list[float]) -> None:
    """Whatever is kept or vetoed with a high threshold is so with a lower one."""
    lower, higher = (reviewed(text, threshold) for threshold in thresholds)
    if higher.outcome != "discarded":
        assert lower.outcome == higher.outcome
    if lower.outcome == "discarded":
        assert higher.outcome == "discarded"


def test_more_rationale_and_a_narrower_scope_raise_the_score() -> None:
    """What to do about low scores, as the documents say."""
    bare = Recommendation(instruction="Give up on the provider after a while.", issue=ISSUE)
    reasoned = bare.model_copy(update={"rationale": "Workers block on the open socket."})
    narrow = reasoned.model_copy(update={"scope": "rates/client.py"})
    scores = [critique(each, CriticSettings()).quality_score for each in (bare, reasoned, narrow)]
    assert scores[0] < scores[1] < scores[2]


def test_refinement_that_lifts_a_veto_is_kept_for_fewer_points() -> None:
    """The first form scores 0.9 and bears on nothing, the second 0.7 and does."""
    judged = {"Pin it.": scored(0.9, fixes_issue=0.4), "Pin `httpx`.": scored(0.7)}
    it = Recommendation(instruction="Pin it.")
    better = it.model_copy(update={"instruction": "Pin `httpx`."})
    review = run(it, CriticSettings(), lambda x: judged[x.instruction], lambda *_: better)
    assert (review.outcome, review.final) == ("refined", better)


def test_refinement_cannot_lift_a_veto_by_a_place_of_the_issue() -> None:
    """What has nothing in common with an issue does not get it by naming the issue's file."""
    beside = Recommendation(instruction="Rename `Invoice` to `Bill` in the models.", issue=ISSUE)
    (review,) = process([beside], CriticSettings()).courses
    assert (review.outcome, review.final.scope) == ("vetoed", "")
    assert (review.critique or scored(0)).veto == "fixes_issue"
    near = beside.model_copy(update={"instruction": "Give up on the provider after 5 seconds."})
    (review,) = process([near], CriticSettings()).courses
    assert (review.outcome, review.final.scope) == ("refined", "fetch_rates, rates/client.py")


def test_refinement_into_harm_is_not_kept() -> None:
    """However high a model scores it."""
    judged = {"Pin it.": scored(0.4), "Pin `x`.": scored(0.9, harm=("deletes data",))}
    it = Recommendation(instruction="Pin it.")
    worse = it.model_copy(update={"instruction": "Pin `x`."})
    review = run(it, CriticSettings(), lambda x: judged[x.instruction], lambda *_: worse)
    assert (review.outcome, review.final) == ("not_good_enough", it)
