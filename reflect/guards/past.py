"""Guards in a replay of a board's history: what they would have prevented, had they qualified then.

Each lesson counts from when it was learnt, its form from the end of the session in which it had
failed often enough; pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from blackboard.views.rows import LessonRow, SessionRow
from reflect.guards.decide import backtest, is_wrong_too_often, objection
from reflect.guards.guard_form import guard_form
from reflect.guards.uses import Ending, Use


class Refused(NamedTuple):
    """A call that a guard would have refused, and how it ended, since nobody refused it."""

    lesson: str
    use: Use

    @property
    def ending(self) -> Ending:
        """How the call ended."""
        return self.use.ending


def refusals(
    lesson: LessonRow, learnt_at: int, uses: Iterable[Use], sessions: Mapping[str, SessionRow]
) -> list[Refused]:
    """What the guard of one lesson would have refused, from when it qualified until it retired.

    What is known of a session counts when it is over, as in life. A call that would have worked is
    taken for one that the agent would have made again.

    Args:
        lesson: its row.
        learnt_at: when it could be told first.
        uses: those of its form, oldest first.
        sessions: the sessions of these uses, by id.
    """
    form, some = guard_form(lesson), list(uses)
    found: list[Refused] = []
    if form is None:
        return found
    for number, use in enumerate(some):
        session = sessions[use.session]
        if session["started_at"] < learnt_at or _is_refused(found, use.session):
            continue
        known = [each for each in some if sessions[each.session]["last_at"] < session["started_at"]]
        is_on = bool(found) or not objection(lesson, form, known)
        if is_wrong_too_often(_outcomes(found)):
            break
        if is_on and use in backtest(lesson, form, [*known, *some[number : number + 1]]).refused:
            found.append(Refused(lesson["id"], use))
    return found


def _is_refused(found: Sequence[Refused], session: str) -> bool:
    return any(each.use.session == session for each in found)


def _outcomes(found: Sequence[Refused]) -> list[str]:
    return ["worked" if each.ending == "worked" else "failed" for each in found]
