"""Guards in a replay of a board's history: what they would have refused, had they qualified then.

A lesson counts from when it was learnt, what happened in a session from its end; pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from blackboard.views.rows import LessonRow, SessionRow
from reflect.guards.decide import backtest, best_form, is_wrong_too_often
from reflect.guards.guard_form import GuardForm
from reflect.guards.uses import Ending, FormUses, Use


class Refused(NamedTuple):
    """A call that a guard would have refused, and how it ended, since it was not refused."""

    lesson: str
    use: Use

    @property
    def ending(self) -> Ending:
        """How the call ended."""
        return self.use.ending


def refusals(
    lesson: LessonRow,
    learnt_at: int,
    forms: Sequence[FormUses],
    sessions: Mapping[str, SessionRow],
) -> list[Refused]:
    """What the guard of one lesson would have refused, from when it qualified until it retired.

    Once it is on it stays so, as in life. A call that would have worked is taken for one that the
    agent would have made again.

    Args:
        lesson: its row.
        learnt_at: when it could be shown first.
        forms: what it may refuse, with the uses, oldest first.
        sessions: the sessions of these uses, by id.
    """
    found: list[Refused] = []
    on: FormUses | None = None
    names = {use.session for form in forms for use in form.uses}
    for session in sorted(map(sessions.__getitem__, names), key=lambda row: row["started_at"]):
        began = session["started_at"]
        if began < learnt_at or is_wrong_too_often(_outcomes(found)):
            continue
        if on is None:
            best, why = best_form(lesson, [_before(form, began, sessions) for form in forms])
            on = None if why else best
        if on is not None:
            uses = next(each.uses for each in forms if each.form == on.form)
            found += _first(lesson, on, [use for use in uses if use.session == session["id"]])
    return found


def _before(form: FormUses, at: int, sessions: Mapping[str, SessionRow]) -> FormUses:
    """The uses of sessions that were over at a time."""
    return FormUses(form.form, [use for use in form.uses if sessions[use.session]["last_at"] < at])


def _first(lesson: LessonRow, known: FormUses, uses: Sequence[Use]) -> list[Refused]:
    """The first use in a session at a place where the form is known to fail."""
    places = set(backtest(lesson, known.form, known.uses).places)
    return [
        Refused(lesson["id"], use)
        for use in uses
        if use.place in places or _is_of_files(known.form)
    ][:1]


def _is_of_files(form: GuardForm) -> bool:
    return bool(form.paths)


def _outcomes(found: Sequence[Refused]) -> list[str]:
    return ["worked" if each.ending == "worked" else "failed" for each in found]
