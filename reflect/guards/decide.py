"""When a lesson may be a guard, what it would have refused, and when it must stop; pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from blackboard.event import iso
from blackboard.views.decisions import is_only_said
from blackboard.views.freshness import STALE
from blackboard.views.harmful import unnamed
from blackboard.views.rows import LessonRow
from reflect.guards.guard_form import GuardForm
from reflect.guards.uses import Ending, FormUses, Use, count

LEAST_FAILURES = 3
"""The failing form must have failed so often, and never have worked."""

TRUSTED = ("human", "approved", "team", "tool")
_STYLE = ("preferences", "style", "formatting")
"""Categories of lessons that are about taste: nothing fails where they are not followed."""

_NO_FORM = (
    "its rule does not name both the failing form and the right one; "
    "'Use `a` instead of `b`' or 'Never edit `src/gen/`; run `make gen`' does"
)
_WINDOW = 10
"""More than one wrong refusal in so many is too many: of all, and among any so many in a row, so
that a guard that was right for long stops soon after its repository changed."""


@dataclass(frozen=True)
class GuardBacktest:
    """A guard replayed over the board's history.

    `uses` are all that it would have meant, `refused` the first of each session at a place where
    the form failed, which is what it would have refused.
    """

    lesson: LessonRow
    form: GuardForm
    uses: tuple[Use, ...]
    refused: tuple[Use, ...]

    @property
    def places(self) -> list[str]:
        """Where it failed: the folders of the repository in which it would speak."""
        return sorted(_places(self.uses))

    def refusals(self, ending: Ending) -> int:
        """How many refused calls would have ended in that way."""
        return sum(each.ending == ending for each in self.refused)

    def as_json(self) -> dict[str, Any]:
        """The counts, and each call that would have been refused."""
        uses = count(self.uses)
        return {
            "uses": len(self.uses),
            **{str(ending): number for ending, number in uses.items()},
            "sessions": len({each.session for each in self.uses}),
            "places": self.places,
            "refused": len(self.refused),
            "would_have_failed": self.refusals("failed"),
            "would_have_worked": self.refusals("worked"),
            "unclear_refusals": self.refusals("unclear"),
            "refusals": [
                {"at": iso(each.at), "session": each.session, "call": each.event.id,
                 "refused": each.what, "ending": each.ending}
                for each in self.refused
            ],
        }  # fmt: skip


def backtest(lesson: LessonRow, form: GuardForm, uses: Iterable[Use]) -> GuardBacktest:
    """When a guard would have spoken: once in each session, where the form failed before."""
    some = tuple(uses)
    places = _places(some)
    first: dict[str, Use] = {}
    for each in some:
        if each.place in places or form.paths:
            first.setdefault(each.session, each)
    return GuardBacktest(lesson, form, some, tuple(first.values()))


def best_form(lesson: LessonRow, forms: Sequence[FormUses]) -> tuple[FormUses, str]:
    """The form that a lesson would refuse, and why it cannot be a guard; empty where it can.

    The most particular form that qualifies; where none does, the one that the rule names.

    Args:
        lesson: its row.
        forms: what it may refuse, the most particular first, and how each fared in all sessions.
    """
    found = [(each, _of_uses(each.uses)) for each in forms]
    none = (FormUses(GuardForm(), []), _NO_FORM)
    form, why = next((each for each in found if not each[1]), found[0] if found else none)
    return form, objection_to_lesson(lesson) or why


def objection_to_lesson(lesson: LessonRow, *, is_prohibition: bool = False) -> str:
    """Why a lesson as it is cannot be a guard, whatever the history says; empty if it can.

    What a person forbade may be about taste, and need not fail.
    """
    if lesson["status"] != "approved":
        return f"the lesson is {lesson['status']}; only an approved one can be a guard"
    if is_only_said(lesson):
        return (
            "it was only said in sessions, where its words may have been pasted; "
            f"`lessonboard lesson keep {lesson['id']}` makes them yours"
        )
    if lesson["trust"] not in TRUSTED:
        return (
            f"its trust is {lesson['trust']!r}; a guard rests on what tools showed or a person said"
        )
    if harm := unnamed(lesson):
        return f"it {', '.join(harm)}, and your approval does not name that"
    if lesson["category"] in _STYLE and not is_prohibition:
        return f"it is about {lesson['category']}, where nothing fails; only failures are guarded"
    if lesson["freshness"] in STALE:
        return (
            f"the lines that it cites have changed; `lessonboard lesson {lesson['id']}` shows how"
        )
    return ""


def _of_uses(uses: Sequence[Use]) -> str:
    counts = count(uses)
    known = counts["failed"] + counts["worked"]
    if counts["worked"]:
        return f"what it warns of worked in {counts['worked']} of {known} uses"
    if counts["failed"] < LEAST_FAILURES:
        return (
            f"what it warns of failed in {counts['failed']} uses on this board; "
            f"{LEAST_FAILURES} failures are needed, and no success"
        )
    if not _places(uses):
        return "nothing shows in which folder of the repository it failed"
    return ""


def is_wrong_too_often(outcomes: Sequence[str]) -> bool:
    """Whether a guard must stop, given what followed each of its refusals in order.

    A refusal is wrong if the refused call, made again, worked.
    """
    wrong = [number for number, outcome in enumerate(outcomes) if outcome == "worked"]
    is_often = len(wrong) > 1 and len(wrong) * _WINDOW > len(outcomes)
    return is_often or any(later - earlier < _WINDOW for earlier, later in pairwise(wrong))


def _places(uses: Iterable[Use]) -> set[str]:
    return {each.place for each in uses if each.ending == "failed" and each.place is not None}
