"""Run a list of recommendations through the critic: judge, refine, decide, deduplicate."""

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
    RecommendationDeclined,
    RecommendationDiscarded,
    RecommendationProposed,
    RecommendationRefined,
    RecommendationVetoed,
)
from blackboard.events.payload import PayloadModel, new
from blackboard.search.words import words
from reflect.critic import refine as by_rules
from reflect.critic import rules
from reflect.critic.duplicates import Embed, Scored, deduplicate
from reflect.critic.information import content
from reflect.critic.recommendation import CritiqueResult, Outcome, Recommendation
from reflect.critic.settings import CriticSettings

Judge = Callable[[Recommendation], CritiqueResult]
Refine = Callable[[Recommendation, CritiqueResult], Recommendation]

ACTOR = "critic"
_LONGEST = 5_000
"""Characters of a field that are compared for new information."""


@dataclass
class Review:
    """The review of one recommendation: its versions, each with its critique."""

    original: Recommendation
    forms: list[tuple[Recommendation, CritiqueResult]] = field(default_factory=list)
    duplicate_of: str | None = None

    @property
    def final(self) -> Recommendation:
        """The last version."""
        return self.forms[-1][0] if self.forms else self.original

    @property
    def critique(self) -> CritiqueResult | None:
        """The critique of the last version; None if nothing was judged."""
        return self.forms[-1][1] if self.forms else None

    @property
    def outcome(self) -> Outcome | None:
        """What became of it; None if nothing was judged."""
        critique = self.critique
        if critique is None:
            return None
        if self.duplicate_of is not None:
            return "duplicate"
        if critique.decision == "accept":
            return "refined" if len(self.forms) > 1 else "accepted"
        if critique.veto is not None:
            return "vetoed"
        return "discarded" if critique.should_discard else "not_good_enough"

    @property
    def is_kept(self) -> bool:
        """Whether it was accepted and is not a duplicate."""
        return self.outcome in (None, "accepted", "refined")


@dataclass
class Processed:
    """The reviews of a list, and its counts."""

    courses: list[Review]
    reflection_enabled: bool

    @property
    def kept(self) -> list[Review]:
        """The reviews that were accepted, in the given order."""
        return [review for review in self.courses if review.is_kept]

    def as_json(self) -> dict[str, Any]:
        """The recommendations with their outcomes and critiques, and the statistics.

        What was put in is kept, vetoed, discarded, not good enough, or a duplicate.
        """
        counts = Counter(review.outcome for review in self.courses)
        return {
            "recommendations": [_as_json(review) for review in self.kept],
            "not_kept": [_as_json(review) for review in self.courses if not review.is_kept],
            "original_count": len(self.courses),
            "vetoed_count": counts["vetoed"],
            "discarded_count": counts["discarded"],
            "not_good_enough_count": counts["not_good_enough"],
            "refined_count": counts["refined"],
            "deduplicated_count": counts["duplicate"],
            "final_count": len(self.kept),
            "reflection_enabled": self.reflection_enabled,
        }


def _as_json(review: Review) -> dict[str, Any]:
    return {
        **review.final.model_dump(),
        "outcome": review.outcome,
        "critique": review.critique.to_dict() if review.critique else None,
    }


def process(
    recommendations: Sequence[Recommendation],
    settings: CriticSettings,
    *,
    judge: Judge | None = None,
    refine: Refine | None = None,
    embed: Embed | None = None,
) -> Processed:
    """Judge, refine and deduplicate a list.

    Args:
        recommendations: the proposals.
        settings: thresholds, weights and rules.
        judge: critiques a version; rules by default.
        refine: improves a version; rules by default.
        embed: embeds texts, for the semantic method.

    Raises:
        NoEmbeddings: the method is semantic and `embed` is missing.
    """
    named = _named(recommendations)
    if not settings.enabled:
        return Processed(
            [Review(recommendation) for recommendation in named], reflection_enabled=False
        )
    judge = judge or (lambda version: rules.critique(version, settings))
    refine = refine or (lambda version, _critique: by_rules.refine(version, settings))
    courses = [run(recommendation, settings, judge, refine) for recommendation in named]
    _drop_duplicates(courses, settings, embed)
    return Processed(courses, reflection_enabled=True)


def run(
    recommendation: Recommendation, settings: CriticSettings, judge: Judge, refine: Refine
) -> Review:
    """Judge one recommendation, and refine it as long as that improves it.

    A version is kept if it scores higher, or is accepted at last, for more than added filler.
    """
    review = Review(recommendation, [(recommendation, judge(recommendation))])
    for _ in range(settings.refinement.max_iterations):
        version, critique = review.forms[-1]
        if critique.decision != "refine":
            break
        better = refine(version, critique)
        if better == version or _is_cosmetic(version, better):
            break
        judged = judge(better)
        if not _is_improved(critique, judged):
            break
        review.forms.append((better, judged))
    return review


def _is_improved(before: CritiqueResult, after: CritiqueResult) -> bool:
    """Whether a version is worth keeping; a veto may be lifted for some points of the score."""
    if after.veto == "harm":
        return False
    return after.decision == "accept" or after.quality_score > before.quality_score


def events(course: Review, *, project: str | None) -> list[NewEvent]:
    """The events of a review; an equal review has the same ids."""
    name = course.original.id
    payloads: list[PayloadModel] = [_proposed(course.original)]
    for number, (form, critique) in enumerate(course.forms):
        if number:
            payloads.append(_refined(name, form, number))
        payloads.append(_recorded(name, critique))
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


def _recorded(name: str, critique: CritiqueResult) -> CritiqueRecorded:
    judged = critique.to_dict()
    del judged["veto"]  # the outcome says it
    return CritiqueRecorded(recommendation=name, **judged)


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


def _outcome(review: Review, critique: CritiqueResult) -> PayloadModel:
    name, score = review.original.id, critique.quality_score
    if review.is_kept:
        return RecommendationAccepted(recommendation=name, quality_score=score)
    if review.outcome == "vetoed" and critique.veto is not None:
        return RecommendationVetoed(
            recommendation=name,
            veto=critique.veto,
            reason=critique.veto_reason,
            quality_score=score,
        )
    if review.outcome == "not_good_enough":
        return RecommendationDeclined(recommendation=name, quality_score=score)
    return RecommendationDiscarded(
        recommendation=name,
        reason="duplicate" if review.duplicate_of else "quality",
        duplicate_of=review.duplicate_of,
        quality_score=score,
    )


def _drop_duplicates(
    courses: Sequence[Review], settings: CriticSettings, embed: Embed | None
) -> None:
    """Mark recommendations that repeat a better one."""
    scored = [
        Scored(review.final, review.critique.quality_score)
        for review in courses
        if review.is_kept and review.critique
    ]
    threshold = settings.thresholds.similarity_threshold
    _, dropped = deduplicate(scored, settings.deduplication, threshold, embed)
    survivors = {pair.dropped.recommendation.id: pair.kept.recommendation.id for pair in dropped}
    for review in courses:
        review.duplicate_of = survivors.get(review.original.id)


def _is_cosmetic(form: Recommendation, better: Recommendation) -> bool:
    """Whether only filler was added; removing words is not cosmetic."""
    before, after = _all_words(form), _all_words(better)
    known, says = content(" ".join(before)), content(" ".join(after))
    added = not set(words(" ".join(after))) <= set(words(" ".join(before)))
    return added and not says.beyond(known)


def _all_words(form: Recommendation) -> list[str]:
    return [text[:_LONGEST] for text in (form.instruction, form.scope, form.rationale)]


def _named(recommendations: Sequence[Recommendation]) -> list[Recommendation]:
    """Recommendations with ids: their own, or one derived from the content.

    Repeated contents or ids get an id derived from their number.
    """
    seen: Counter[str] = Counter()
    named = []
    for recommendation in recommendations:
        text = recommendation.model_dump_json(exclude={"id"})
        given_id = recommendation.id.strip()
        name = (
            given_id if given_id and given_id.isprintable() else ids.derived("recommendation", text)
        )
        seen[name] += 1
        if seen[name] > 1:
            name = ids.derived("recommendation", f"{name}\n{seen[name]}\n{text}")
        named.append(recommendation.model_copy(update={"id": name}))
    return named
