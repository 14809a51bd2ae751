"""The account of one lesson: its sessions with and without it, and what they prove.

Pure functions. An effect is the difference between two shares of sessions in which the lesson's
failure recurred, with it minus without it: below zero it helps, above zero it harms.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from blackboard.views.exposures import since
from blackboard.views.rows import ExposureRow
from reflect.accounts.intervals import Interval, Share, newcombe

Method = Literal["held back", "same occasion", "before and after"]

METHODS: dict[Method, str] = {
    "held back": "sessions that were shown it against those where it fitted and was held back "
    "at random",
    "same occasion": "sessions that were shown it before they called a tool against those that "
    "were not shown it, where its failure came back or what it says was done",
    "before and after": "sessions of the project before it was first shown against those since; "
    "other things changed in that time, too",
}
"""What each method compares, in words."""

_WITH_A_CALL = ("before", "after", "failed")
"""Hook moments at which a lesson is shown with the failure itself, or with the call that may fail.

Such a session counts only from then on, one without the lesson counts whole, so the two cannot be
compared.
"""

INTERVAL = "Newcombe's interval of a difference, from Wilson scores, 95 percent"


class Effect(NamedTuple):
    """In how many sessions the failure recurred with the lesson, and in how many without it."""

    method: Method
    shown: Share
    other: Share

    @property
    def interval(self) -> Interval:
        """The difference of the shares; below zero the failure recurs less often."""
        return newcombe(self.shown, self.other)

    @property
    def helps(self) -> bool:
        """Whether the whole interval is below zero."""
        return self.interval.high < 0

    @property
    def harms(self) -> bool:
        """Whether the whole interval is above zero."""
        return self.interval.low > 0

    def has(self, least: int) -> bool:
        """Whether each side has at least `least` sessions."""
        return min(self.shown.total, self.other.total) >= least


class Account(NamedTuple):
    """A lesson's account, counted in sessions.

    `effects` are all possible comparisons, the most reliable first; each may have too few sessions
    to prove anything. `exposures` are rows of that view, newest first.
    """

    lesson: str
    injected: int
    withheld: int
    obeyed: int
    obeyed_without: int
    recurred: int
    recurred_without: int
    disputed: int
    tokens: int
    effects: tuple[Effect, ...]
    exposures: tuple[ExposureRow, ...]

    @property
    def last_injected_at(self) -> int | None:
        """When it was last shown, in microseconds."""
        times = (row["injected_at"] for row in self.exposures)
        return max((at for at in times if at is not None), default=None)

    def proof(self, least: int) -> Effect | None:
        """The most reliable comparison with enough sessions; before-and-after proves nothing."""
        candidates = (effect for effect in self.effects if effect.method != "before and after")
        return next((effect for effect in candidates if effect.has(least)), None)


def account(
    lesson: str,
    exposures: Iterable[ExposureRow],
    judged: frozenset[str],
    others: Sequence[int] = (),
    *,
    has_form: bool,
) -> Account:
    """Count a lesson's outcomes.

    Args:
        lesson: its id.
        exposures: its rows of the view `exposures`.
        judged: the judged sessions; exposures in other sessions have no outcome yet, and a
            dispute from an unknown session does not count.
        others: the end times, in microseconds, of its project's sessions since it was learnt.
        has_form: whether obedience can be detected; if not, only the failure reveals an
            occasion, and sessions with one cannot be compared.
    """
    rows = tuple(sorted(exposures, key=lambda row: (-row["at"], row["session"])))
    shown = [row for row in rows if row["injected_at"] is not None]
    held = [row for row in rows if row["withheld_at"] is not None and row["injected_at"] is None]
    without = [row for row in rows if row["injected_at"] is None]
    judged_rows = [[row for row in side if row["session"] in judged] for side in (shown, held)]
    effects = [Effect("held back", _share(judged_rows[0]), _share(judged_rows[1]))]
    if has_form:
        in_time = [row for row in shown if row["moment"] not in _WITH_A_CALL]
        occasions = [_share(filter(_had_occasion, side)) for side in (in_time, without)]
        effects.append(Effect("same occasion", *occasions))
    shown_at = [row["injected_at"] for row in shown if row["injected_at"] is not None]
    if shown_at:
        effects.append(_since_first_shown(rows, min(shown_at), others))
    return Account(
        lesson=lesson,
        injected=len(shown),
        withheld=len(held),
        obeyed=sum(map(obeyed, shown)),
        obeyed_without=sum(map(obeyed, without)),
        recurred=_share(shown).part,
        recurred_without=_share(without).part,
        disputed=sum(row["disputed_at"] is not None for row in judged_rows[0]),
        tokens=sum(row["tokens"] for row in rows),
        effects=tuple(effects),
        exposures=rows,
    )


def _since_first_shown(rows: Iterable[ExposureRow], first: int, others: Sequence[int]) -> Effect:
    recurrences = [row["recurred_at"] for row in rows if row["recurred_at"] is not None]
    before = sum(at < first for at in recurrences)
    since = len(recurrences) - before
    sessions = sum(at < first for at in others)
    return Effect(
        "before and after",
        Share(since, max(since, len(others) - sessions)),
        Share(before, max(before, sessions)),
    )


def _share(rows: Iterable[ExposureRow]) -> Share:
    failed = [came_back(row) for row in rows]
    return Share(sum(failed), len(failed))


def _had_occasion(row: ExposureRow) -> bool:
    return came_back(row) or obeyed(row)


def came_back(row: ExposureRow) -> bool:
    """Whether the failure recurred in a session after the lesson was shown or withheld."""
    return row["recurred_at"] is not None and row["recurred_at"] >= (since(row) or 0)


def obeyed(row: ExposureRow) -> bool:
    """Whether the lesson was obeyed; a recurrence of the failure outweighs that."""
    is_obeyed = row["obeyed_at"] is not None and row["obeyed_at"] >= (since(row) or 0)
    return is_obeyed and not came_back(row)
