"""Whether a person's later words retract what they approved, by structure alone; pure.

A model may point at any sentence. What was approved waits again only where the words themselves
say the opposite, or where the same message states the rule that takes its place. Otherwise the
words are put before their person, and it holds meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable

from blackboard.events.lesson import LessonReconsidered
from blackboard.views.rows import LessonRow
from reflect.feedback.taken_back import against, taking_back
from reflect.proposals.fitting import fitting
from reflect.proposals.prove import Proven, Shown


def doubted(
    row: LessonRow, shown: Shown, stated: Iterable[Proven], *, is_guard: bool
) -> LessonReconsidered | None:
    """What becomes of an approved lesson by a person's words; None where they decided since.

    Args:
        row: the lesson.
        shown: their words.
        stated: what else was proven of that session and kept, but for this lesson.
        is_guard: whether the lesson is a guard that is switched on.
    """
    if not _is_later(row, shown):
        return None
    binds = is_guard or row["pinned"] or not row["asked"]
    waits = not binds and (_is_opposite(row, shown) or _has_another(row, shown, stated))
    reason = f'a later message says: "{shown.said}"'
    given = {"status": "candidate", "trust": "model"} if waits else {}
    return LessonReconsidered.model_validate({"lesson": row["id"], "reason": reason, **given})


def _is_later(row: LessonRow, shown: Shown) -> bool:
    """Whether the words are later than all that was decided, none of which was this and undone."""
    decided = max((each["at"] for each in row["decisions"]), default=row["learnt_at"])
    is_undone = LessonReconsidered.type in row["undone"]
    return shown.quoted.event.occurred_at > decided and not is_undone


def _is_opposite(row: LessonRow, shown: Shown) -> bool:
    rules = [each for each in (row["constraint"], row["said"]) if each]
    return any(
        against(rule, sentence) == "opposite"
        for sentence in taking_back(shown.said)
        for rule in rules
    )


def _has_another(row: LessonRow, shown: Shown, stated: Iterable[Proven]) -> bool:
    """Whether the same message states a person's rule about the same."""
    return any(
        each.proof == "person"
        and each.quoted.event.id == shown.quoted.event.id
        and bool(fitting([row], each.proposed.text))
        for each in stated
    )
