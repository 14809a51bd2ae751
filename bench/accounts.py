"""`python -m bench.accounts`: how often, and how soon, accounts say what is so.

Histories of sessions are drawn with fixed seeds, looked at after every session, and decided by the
product's own functions: the odds of holding back, the interval and the verdict.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from blackboard.delivery.candidates import Candidate
from blackboard.delivery.choice import Choice
from blackboard.delivery.holdout import is_drawn, one_in
from reflect.accounts.intervals import Pair, Share, difference
from reflect.accounts.verdict import verdict

HISTORIES = 600
LONG = 200
"""Sessions of a history: more than most repositories see in a year."""


class Truth(NamedTuple):
    """A lesson's true shares of sessions in which its failure comes back, with it and without."""

    shown: float
    other: float


class Look(NamedTuple):
    """What the account says after a number of sessions."""

    sessions: int
    verdict: str | None
    is_covered: bool


GOOD, HARMFUL, PLAIN = Truth(0.15, 0.60), Truth(0.50, 0.15), Truth(0.60, 0.90)
USELESS = tuple(Truth(share, share) for share in (0.05, 0.15, 0.30, 0.50, 0.60, 0.90))
TRUTHS = (GOOD, HARMFUL, PLAIN, *USELESS, Truth(0.90, 0.10), Truth(0.10, 0.90), Truth(0.02, 0.20))


def history(
    truth: Truth, seed: int, sessions: int = LONG, *, fades: bool = False
) -> Iterator[Look]:
    """The account of one lesson after each session that it fitted, its first ones included.

    Where the failure fades it dies out by itself, with the lesson and without it.
    """
    chance = Random(f"{truth} {seed}")
    sides: dict[int, list[list[bool]]] = defaultdict(lambda: [[], []])
    said: str | None = None
    for number in range(sessions):
        odds = _odds(number, said)
        is_held = bool(odds) and is_drawn("lesson", f"{seed}:{number}", odds)
        share = truth.other if is_held else truth.shown
        has_failed = chance.random() < share * (1 - number / sessions if fades else 1)
        if odds:
            sides[odds][is_held].append(has_failed)
        pairs = [Pair(*(Share(sum(side), len(side)) for side in both)) for both in sides.values()]
        found, said = difference(pairs), verdict(pairs)
        yield Look(number + 1, said, found.low <= truth.shown - truth.other <= found.high)


def _odds(injected: int, said: str | None) -> int:
    """The odds in the next session, as a hook would find them."""
    row = {"id": "lesson", "severity": "low", "trust": "tool", "category": "", "pinned": 0,
           "proof": ""}  # fmt: skip
    account = {"injected": injected, "verdict": said or ""}
    lesson = Candidate("lesson", {**row, "measurable": 1}, account=account)
    return one_in(Choice(lesson, 1.0, ""))


class Found(NamedTuple):
    """Over many histories of one truth: what shares of them said what, by when."""

    covered: float
    helps: Sequence[float]
    harms: Sequence[float]


def found(truth: Truth, histories: int, by: Sequence[int], *, fades: bool = False) -> Found:
    """What shares of histories are covered at every look, and were called what by when."""
    runs = [list(history(truth, seed, max(by), fades=fades)) for seed in range(histories)]
    first = {
        word: [
            next((look.sessions for look in run if look.verdict == word), max(by) + 1)
            for run in runs
        ]
        for word in ("helps", "harms")
    }
    covered = sum(all(look.is_covered for look in run) for run in runs) / histories
    shares = {
        word: [sum(at <= end for at in ats) / histories for end in by]
        for word, ats in first.items()
    }
    return Found(covered, shares["helps"], shares["harms"])


def together(truth: Truth, seed: int, lessons: int = 20, sessions: int = 20) -> tuple[Pair, ...]:
    """The sessions of several lessons, each with its own failures and few sessions.

    Their shares lie evenly around those of `truth`, by a third of each to both sides.
    """
    chance = Random(f"{truth} {seed}")
    pairs = []
    for lesson in range(lessons):
        scale = 1 + (2 * lesson / (lessons - 1) - 1) / 3
        sides: tuple[list[bool], list[bool]] = ([], [])
        for number in range(sessions):
            if odds := _odds(number, None):
                is_held = is_drawn(f"{lesson}", f"{seed}:{number}", odds)
                share = scale * (truth.other if is_held else truth.shown)
                sides[is_held].append(chance.random() < share)
        pairs.append(Pair(*(Share(sum(side), len(side)) for side in sides)))
    return tuple(pairs)


def main() -> int:
    """Print the goals of the decision note on accounts; returns 1 if one is missed."""
    seen = {truth: found(truth, HISTORIES, (60, 100, LONG)) for truth in TRUTHS}
    fading = found(Truth(0.9, 0.9), HISTORIES, (LONG,), fades=True)
    proven = [verdict(together(GOOD, seed)) for seed in range(500)]
    useless = [verdict(together(Truth(0.4, 0.4), seed)) for seed in range(500)]
    goals = [
        *(_Goal(f"interval right at every look, {_name(truth)}", seen[truth].covered, 0.93)
          for truth in TRUTHS),
        *(_Goal(f"not called harmful, {_name(truth)}", 1 - seen[truth].harms[-1], 0.98)
          for truth in USELESS),
        _Goal(f"proven by 60, {_name(GOOD)}", seen[GOOD].helps[0], 0.5),
        _Goal(f"proven by 100, {_name(GOOD)}", seen[GOOD].helps[1], 0.9),
        _Goal(f"harmful by 60, {_name(HARMFUL)}", seen[HARMFUL].harms[0], 0.4),
        _Goal(f"harmful by 100, {_name(HARMFUL)}", seen[HARMFUL].harms[1], 0.75),
        _Goal("not called helpful, failure dies out", 1 - fading.helps[0], 0.98),
        _Goal(f"never called harmful, {_name(PLAIN)}", 1 - seen[PLAIN].harms[-1], 0.98),
        _Goal("20 lessons of 20 sessions proven together", _share(proven, "helps"), 0.95),
        _Goal("20 useless ones not proven", 1 - _share(useless, "helps"), 0.95),
    ]  # fmt: skip
    for work, share, least in goals:
        print(f"{work:55} {share:6.3f}  >= {least:g}  {'yes' if share >= least else 'NO'}")
    return int(any(share < least for _, share, least in goals))


class _Goal(NamedTuple):
    work: str
    share: float
    least: float


def _share(verdicts: Sequence[str | None], word: str) -> float:
    return sum(said == word for said in verdicts) / len(verdicts)


def _name(truth: Truth) -> str:
    return f"{truth.other:.2f} -> {truth.shown:.2f}"


if __name__ == "__main__":
    sys.exit(main())
