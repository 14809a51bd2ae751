"""A list of recommendations through the whole critic: judge, refine, discard, deduplicate."""

from __future__ import annotations

from collections import Counter
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
from blackboard.events.payload import PayloadModel, new
from blackboard.search.words import words
from reflect.critic import refine as by_rules
from reflect.critic import rules
from reflect.critic.duplicates import Embed, Scored, deduplicate
from reflect.critic.information import content
from reflect.critic.recommendation import CritiqueResult, Recommendation
from reflect.critic.settings import CriticSettings

Judge = Callable[[Recommendation], CritiqueResult]
Refine = Callable[[Recommendation, CritiqueResult], Recommendation]

ACTOR = "critic"
_LONGEST = 5_000
"""Characters of a field in which more information is looked for."""


@dataclass
class Review:
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

    courses: list[Review]
    reflection_enabled: bool

    @property
    def kept(self) -> list[Review]:
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

    Raises:
        NoEmbeddings: duplicates are to be found by meaning, and `embed` was left out.
    """
    named = _named(recommendations)
    if not (settings.enabled or force):
        return Processed([Review(each) for each in named], reflection_enabled=False)
    judge = judge or (lambda each: rules.critique(each, settings))
    refine = refine or (lambda each, _critique: by_rules.refine(each, settings))
    courses = [run(each, settings, judge, refine) for each in named]
    _drop_duplicates(courses, settings, embed)
    return Processed(courses, reflection_enabled=True)


def run(
    recommendation: Recommendation, settings: CriticSettings, judge: Judge, refine: Refine
) -> Review:
    """Judge one recommendation, and refine it while that makes it better.

    A form is kept if it scores higher, and not because of words that say nothing.
    """
    course = Review(recommendation, [(recommendation, judge(recommendation))])
    for _ in range(settings.refinement.max_iterations):
        form, critique = course.forms[-1]
        if critique.decision != "refine":
            break
        better = refine(form, critique)
        if better == form or _is_cosmetic(form, better):
            break
        judged = judge(better)
        if judged.quality_score <= critique.quality_score:
            break
        course.forms.append((better, judged))
    return course


def events(course: Review, *, project: str | None) -> list[NewEvent]:
    """What the board is told of one course; the same course has the same ids."""
    name = course.original.id
    payloads: list[PayloadModel] = [_proposed(course.original)]
    for number, (form, critique) in enumerate(course.forms):
        if number:
            payloads.append(_refined(name, form, number))
        payloads.append(CritiqueRecorded(recommendation=name, **critique.to_dict()))
    if course.critique is not None:
        payloads.append(_outcome(course, course.critique))
    return [
        new(
            payload,
            project=project,
            actor=ACTOR,
            key=f"{number}\n{payload.type}\n{payload.model_dump_json()}",
        )
        for number, payload in enumerate(payloads)
    ]


def _refined(name: str, form: Recommendation, number: int) -> RecommendationRefined:
    return RecommendationRefined(
        recommendation=name,
        instruction=form.instruction,
        scope=form.scope,
        rationale=form.rationale,
        iteration=number,
    )


def _proposed(original: Recommendation) -> RecommendationProposed:
    return RecommendationProposed(
        recommendation=original.id,
        instruction=original.instruction,
        scope=original.scope,
        rationale=original.rationale,
        issue=original.issue,
    )


def _outcome(
    course: Review, critique: CritiqueResult
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
    courses: Sequence[Review], settings: CriticSettings, embed: Embed | None
) -> None:
    """Mark those that say what a better one says."""
    scored = [
        Scored(course.final, course.critique.quality_score)
        for course in courses
        if course.is_kept and course.critique
    ]
    threshold = settings.thresholds.similarity_threshold
    _, dropped = deduplicate(scored, settings.deduplication, threshold, embed)
    survivors = {each.dropped.recommendation.id: each.kept.recommendation.id for each in dropped}
    for course in courses:
        course.duplicate_of = survivors.get(course.original.id)


def _is_cosmetic(form: Recommendation, better: Recommendation) -> bool:
    """Whether all that was added are words that say nothing; taking words away is not."""
    before, after = _all_words(form), _all_words(better)
    known, says = content(" ".join(before)), content(" ".join(after))
    added = not set(words(" ".join(after))) <= set(words(" ".join(before)))
    return added and not says.beyond(known)


def _all_words(form: Recommendation) -> list[str]:
    return [text[:_LONGEST] for text in (form.instruction, form.scope, form.rationale)]


def _named(recommendations: Sequence[Recommendation]) -> list[Recommendation]:
    """Recommendations with ids: their own, or such as follow from what they say.

    Of several that are equal, or have the same id, each later one gets an id by its number.
    """
    seen: Counter[str] = Counter()
    named = []
    for each in recommendations:
        said = each.model_dump_json(exclude={"id"})
        own = each.id.strip()
        name = own if own and own.isprintable() else ids.derived("recommendation", said)
        seen[name] += 1
        if seen[name] > 1:
            name = ids.derived("recommendation", f"{name}\n{seen[name]}\n{said}")
        named.append(each.model_copy(update={"id": name}))
    return named
