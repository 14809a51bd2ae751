"""The account of one lesson: its sessions with and without it, and what they show. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from blackboard.views.exposures import since
from blackboard.views.rows import ExposureRow
from blackboard.vocabulary import Effect
from reflect.accounts.intervals import Difference, Pair, Share, difference
from reflect.accounts.verdict import verdict


class Account(NamedTuple):
    """A lesson's account, counted in sessions.

    `pairs` are the sessions in which chance decided whether it was shown, by odds. Only these can
    be compared; the other counts say what happened, not why. `exposures` are rows of that view,
    newest first.
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
    pairs: tuple[Pair, ...]
    exposures: tuple[ExposureRow, ...]

    @property
    def last_injected_at(self) -> int | None:
        """When it was last shown, in microseconds."""
        times = (row["injected_at"] for row in self.exposures)
        return max((at for at in times if at is not None), default=None)

    @property
    def compared_since(self) -> int | None:
        """When it was first left to chance whether it was shown, in microseconds."""
        times = (since(row) for row in self.exposures if row["one_in"])
        return min((at for at in times if at is not None), default=None)

    @property
    def difference(self) -> Difference:
        """The share of sessions in which its failure came back, with it minus without it."""
        return difference(self.pairs)

    @property
    def verdict(self) -> Effect | None:
        """Whether it helps or harms; None when there is not enough data yet."""
        return verdict(self.pairs)


def account(lesson: str, exposures: Iterable[ExposureRow], judged: frozenset[str]) -> Account:
    """Count a lesson's outcomes.

    Args:
        lesson: its id.
        exposures: its rows of the view `exposures`.
        judged: the judged sessions; exposures in other sessions have no outcome yet, and a
            dispute from an unknown session does not count.
    """
    rows = tuple(sorted(exposures, key=lambda row: (-row["at"], row["session"])))
    shown = [row for row in rows if row["injected_at"] is not None]
    without = [row for row in rows if row["injected_at"] is None]
    known = [row for row in rows if row["session"] in judged]
    return Account(
        lesson=lesson,
        injected=len(shown),
        withheld=sum(row["withheld_at"] is not None for row in without),
        obeyed=sum(map(obeyed, shown)),
        obeyed_without=sum(map(obeyed, without)),
        recurred=sum(map(came_back, shown)),
        recurred_without=sum(map(came_back, without)),
        disputed=sum(
            row["injected_at"] is not None and row["disputed_at"] is not None for row in known
        ),
        tokens=sum(row["tokens"] for row in rows),
        pairs=tuple(pairs(known)),
        exposures=rows,
    )


def pairs(exposures: Iterable[ExposureRow]) -> list[Pair]:
    """The sessions in which chance decided, one pair for each odds at which it did.

    Odds change when a lesson is decided. Were sessions of different odds thrown together, what
    changed in the project meanwhile would look like the lesson's doing.
    """
    by_odds: dict[int, list[ExposureRow]] = defaultdict(list)
    for row in exposures:
        if row["one_in"] and not _got_hold_of_it(row):
            by_odds[row["one_in"]].append(row)
    return [_pair(by_odds[number]) for number in sorted(by_odds)]


def _pair(rows: Sequence[ExposureRow]) -> Pair:
    sides = [[came_back(row) for row in rows if _went_without(row) == is_held]
             for is_held in (False, True)]  # fmt: skip
    shown, other = (Share(sum(side), len(side)) for side in sides)
    return Pair(shown, other)


def _went_without(row: ExposureRow) -> bool:
    """Whether chance held it back."""
    return row["withheld_at"] is not None and row["injected_at"] is None


def _got_hold_of_it(row: ExposureRow) -> bool:
    """Whether chance held it back and the agent saw it all the same: a control saw nothing."""
    held_at, shown_at = row["withheld_at"], row["injected_at"]
    return held_at is not None and shown_at is not None and held_at <= shown_at


def came_back(row: ExposureRow) -> bool:
    """Whether the failure recurred in a session after the lesson was shown or withheld."""
    return row["recurred_at"] is not None and row["recurred_at"] >= (since(row) or 0)


def obeyed(row: ExposureRow) -> bool:
    """Whether the lesson was obeyed; a recurrence of the failure outweighs that."""
    is_obeyed = row["obeyed_at"] is not None and row["obeyed_at"] >= (since(row) or 0)
    return is_obeyed and not came_back(row)
