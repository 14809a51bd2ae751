"""A list of recommendations through the whole critic: judge, refine, discard, deduplicate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from blackboard import ids
from blackboard.event import NewEvent
from blackboard.events.critique import (
    CritiqueRecorded,
    RecommendationAccepted,
    RecommendationDiscarded,
    RecommendationProposed,
    RecommendationRefined,
)
from blackboard.events.payload import new
from reflect.critic import refine as by_rules
from reflect.critic import rules
from reflect.critic.duplicates import Duplicate, Embed, Scored, deduplicate
from reflect.critic.recommendation import CritiqueResult, Recommendation
from reflect.critic.settings import CriticSettings

Judge = Callable[[Recommendation], CritiqueResult]
Refine = Callable[[Recommendation, CritiqueResult], Recommendation]

ACTOR = "critic"


@dataclass
class Course:
    """What became of one recommendation: each form it had, with the critique of that form."""

    original: Recommendation
    forms: list[tuple[Recommendation, CritiqueResult]] = field(default_factory=list)
    duplicate_of: str | None = None

    @property
    def final(self) -> Recommendation:
        """The last form."""
        return self.forms[-1][0] if self.forms else self.original

    @property
    def critique(self) -> CritiqueResult | None:
        """The critique of the last form; None when nothing was judged."""
        return self.forms[-1][1] if self.forms else None

    @property
    def is_kept(self) -> bool:
        """Whether it was accepted and is no duplicate."""
        accepted = self.critique is None or self.critique.decision == "accept"
        return accepted and self.duplicate_of is None


@dataclass
class Processed:
    """The recommendations that were kept, and the counts."""

    courses: list[Course]
    reflection_enabled: bool

    @property
    def kept(self) -> list[Course]:
        """What is left, in the order given."""
        return [course for course in self.courses if course.is_kept]

    def as_json(self) -> dict[str, Any]:
        """The recommendations kept, each with its critique, and the statistics."""
        duplicates = [course for course in self.courses if course.duplicate_of is not None]
        kept = self.kept
        return {
            "recommendations": [
                {
                    **course.final.model_dump(),
                    "critique": course.critique.to_dict() if course.critique else None,
                }
                for course in kept
            ],
            "original_count": len(self.courses),
            "discarded_count": len(self.courses) - len(duplicates) - len(kept),
            "refined_count": sum(len(course.forms) > 1 for course in kept),
            "deduplicated_count": len(duplicates),
            "final_count": len(kept),
            "reflection_enabled": self.reflection_enabled,
        }


def process(
    recommendations: Sequence[Recommendation],
    settings: CriticSettings,
    *,
    judge: Judge | None = None,
    refine: Refine | None = None,
    embed: Embed | None = None,
    force: bool = False,
) -> Processed:
    """Judge, refine and deduplicate a list.

    Args:
        recommendations: what was proposed.
        settings: thresholds, weights and rules in force.
        judge: gives the critique of a form; by rules when left out.
        refine: gives a better form; by rules when left out.
        embed: vectors of texts, for the semantic method.
        force: judge although the settings say `enabled = false`.
    """
    named = [_named(each, number) for number, each in enumerate(recommendations)]
    if not (settings.enabled or force):
        return Processed([Course(each) for each in named], reflection_enabled=False)
    judge = judge or (lambda each: rules.critique(each, settings))
    refine = refine or (lambda each, _critique: by_rules.refine(each, settings))
    courses = [run(each, settings, judge, refine) for each in named]
    _drop_duplicates(courses, settings, embed)
    return Processed(courses, reflection_enabled=True)


def run(
    recommendation: Recommendation, settings: CriticSettings, judge: Judge, refine: Refine
) -> Course:
    """Judge one recommendation, and refine it while that makes it better."""
    course = Course(recommendation, [(recommendation, judge(recommendation))])
    for _ in range(settings.refinement.max_iterations):
        form, critique = course.forms[-1]
        if critique.decision != "refine":
            break
        better = refine(form, critique)
        if better == form:
            break
        judged = judge(better)
        if judged.quality_score <= critique.quality_score:
            break
        course.forms.append((better, judged))
    return course


def events(course: Course, *, project: str | None) -> list[NewEvent]:
    """What the board is told of one course; the same course has the same ids."""
    name = course.original.id
    stream = f"recommendation:{name}"
    told = [new(_proposed(course.original), stream=stream, project=project, actor=ACTOR,
                id=ids.derived(stream, "proposed"))]  # fmt: skip
    for number, (form, critique) in enumerate(course.forms):
        payloads = [RecommendationRefined(recommendation=name, instruction=form.instruction,
                                          scope=form.scope, rationale=form.rationale,
                                          iteration=number)] if number else []  # fmt: skip
        result = {key: value for key, value in critique.to_dict().items() if key != "decision"}
        for payload in (*payloads, CritiqueRecorded(recommendation=name, **result)):
            told.append(new(payload, stream=stream, project=project, actor=ACTOR,
                            id=ids.derived(stream, f"{payload.type}:{number}")))  # fmt: skip
    if course.critique is not None:
        told.append(new(_outcome(course, course.critique), stream=stream, project=project,
                        actor=ACTOR, id=ids.derived(stream, "outcome")))  # fmt: skip
    return told


def _proposed(original: Recommendation) -> RecommendationProposed:
    return RecommendationProposed(
        recommendation=original.id,
        instruction=original.instruction,
        scope=original.scope,
        rationale=original.rationale,
        issue=original.issue,
    )


def _outcome(
    course: Course, critique: CritiqueResult
) -> RecommendationAccepted | RecommendationDiscarded:
    name, score = course.original.id, critique.quality_score
    if course.is_kept:
        return RecommendationAccepted(recommendation=name, quality_score=score)
    return RecommendationDiscarded(
        recommendation=name,
        reason="duplicate" if course.duplicate_of else "quality",
        duplicate_of=course.duplicate_of,
        quality_score=score,
    )


def _drop_duplicates(
    courses: Sequence[Course], settings: CriticSettings, embed: Embed | None
) -> None:
    """Mark those that say what a better one says."""
    kept = [course for course in courses if course.is_kept and course.critique]
    scored = [
        Scored(course.final, course.critique.quality_score) for course in kept if course.critique
    ]
    threshold = settings.thresholds.similarity_threshold
    dropped: list[Duplicate]
    _, dropped = deduplicate(scored, settings.deduplication, threshold, embed)
    survivors = {each.dropped.recommendation.id: each.kept.recommendation.id for each in dropped}
    for course in kept:
        course.duplicate_of = survivors.get(course.original.id)


def _named(recommendation: Recommendation, number: int) -> Recommendation:
    """A recommendation with an id: its own, or one that follows from its text and place."""
    if recommendation.id:
        return recommendation
    text = "\n".join((recommendation.instruction, recommendation.scope, recommendation.issue))
    return recommendation.model_copy(
        update={"id": ids.derived("recommendation", f"{number}\n{text}")}
    )
