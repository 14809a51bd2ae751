"""Findings for the tests of intake and gate: made of a rule, the rest filled in."""

from __future__ import annotations

from typing import Any

from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from reflect.critic.process import Review
from reflect.critic.recommendation import CritiqueResult, Recommendation
from reflect.finding import Finding

HERE = "github.com/ada/kite"
ELSEWHERE = "github.com/ada/glider"
NOON = 1_700_000_000_000_000

WORDS = {
    "phase": "implement",
    "category": "tooling",
    "severity": "medium",
    "symptom": "The build stopped with exit code 2",
    "root_cause": "The generated client was stale.",
    "resolution": "It was generated again.",
    "tags": [],
}


def found(rule: str, session: str = "s1", **fields: Any) -> Finding:
    """What one session teaches; `at` is in seconds after noon, `words` replace those of the text.

    Without an occasion of its own, what a session teaches happened once.
    """
    at, words = fields.pop("at", 0), fields.pop("words", {})
    given = {
        "key": f"rule\n{rule.lower()}",
        "occasion": f"{session}:{rule}",
        "evidence": (Evidence(event_id=f"{session}-1", quote="the words", session=session),),
        "trust": "tool",
        "confidence": 0.5,
        "occurred_at": NOON + at * 1_000_000,
        **fields,
    }
    return Finding(
        text=LessonText.model_construct(**{**WORDS, "constraint": rule, **words}), **given
    )


def silent(recommendation: Recommendation) -> Review:
    """A critic that judges nothing, so that everything is kept."""
    return Review(recommendation)


def judged(score: float, text: str = "") -> CritiqueResult:
    """What a critic thought: kept from 0.7 on, discarded below 0.3."""
    good, bad = score >= 0.7, score < 0.3
    return CritiqueResult(
        good, "", good, "", good, "", [], score, bad, not good and not bad, text, "model"
    )


def forms(recommendation: Recommendation, *given: tuple[str, float]) -> Review:
    """The course of a recommendation through some instructions and their scores."""
    told = [
        (recommendation.model_copy(update={"instruction": words or recommendation.instruction}),
         judged(score))
        for words, score in given
    ]  # fmt: skip
    return Review(recommendation, told)
