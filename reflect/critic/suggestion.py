"""Whether the suggestion of a detected pattern is good enough to ask anybody for; pure.

The critic judges words. What it refuses is said in other words; the pattern was seen all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from blackboard import ids
from blackboard.events.reflection import Pattern
from blackboard.harm import harms
from reflect.critic.process import Review
from reflect.critic.recommendation import Outcome, Recommendation
from reflect.detectors.wording import code, times

_LONGEST_TYPE, _LONGEST_SAMPLE = 60, 120


@dataclass(frozen=True)
class JudgedSuggestion:
    """A pattern with the suggestion that the critic judged last, and what became of it.

    `outcome` and `score` are None when the critic is switched off, `reason` is empty when it
    passes. `review` becomes events by `reflect.critic.process.events`.
    """

    pattern: Pattern
    outcome: Outcome | None
    score: float | None
    reason: str
    review: Review

    @property
    def passes(self) -> bool:
        """Whether it may be asked for in these words."""
        return self.review.is_kept


def judge_suggestion(
    pattern: Pattern, critic: Callable[[Recommendation], Review]
) -> JudgedSuggestion:
    """Put a pattern's suggestion through the critic, against what was recorded of the pattern.

    Args:
        pattern: its suggestion is the instruction, its samples are the issue.
        critic: judges and refines, such as a `Critic`.
    """
    review = critic(as_recommendation(pattern))
    critique = review.critique
    refined = pattern.model_copy(update={"suggestion": review.final.instruction})
    if critique is None:
        return JudgedSuggestion(pattern, None, None, "", review)
    reason = critique.veto_reason or critique.refinement_suggestions
    return JudgedSuggestion(
        refined if review.is_kept else pattern,
        review.outcome,
        critique.quality_score,
        "" if review.is_kept else reason,
        review,
    )


def in_other_words(pattern: Pattern) -> Pattern:
    """The pattern with a suggestion of only what was recorded, for words that are refused.

    What was recorded is named only where that does no harm.

    >>> vague = Pattern(type="slow_builds", severity="high", count=4, suggestion="Be careful.")
    >>> in_other_words(vague).suggestion
    'Find out what causes the pattern `slow_builds`, which was seen 4 times, and correct that.'
    """
    often = times(pattern.count)
    name = code(pattern.type, _LONGEST_TYPE)
    sample = code(next(iter(pattern.samples), ""), _LONGEST_SAMPLE)
    offered = [
        f"Find out what causes the pattern {name}, which was seen {often}{at}, and correct that."
        for at in ([f", as in {sample}"] if sample else []) + [""]
    ]
    last = f"Find out what causes this pattern, which was seen {often}, and correct that."
    chosen = next((words for words in offered if not harms(words)), last)
    return pattern.model_copy(update={"suggestion": chosen})


def as_recommendation(pattern: Pattern) -> Recommendation:
    """A pattern as the critic sees it; nothing is added that was not recorded."""
    issue = "\n".join(pattern.samples)
    name = ids.derived("suggestion", f"{pattern.type}\n{pattern.suggestion}\n{issue}")
    return Recommendation(id=name, instruction=pattern.suggestion, issue=issue)
