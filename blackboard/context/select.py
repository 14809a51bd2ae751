"""Deciding which lessons are worth an agent's attention: pure, from candidates to choices.

It abstains: a candidate without a path, command or error signature in common, or without two
informative words, is never chosen, however empty the answer is then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2
from typing import Any, NamedTuple

from blackboard.context.moment import Moment
from blackboard.context.relevance import Overlap
from blackboard.search.document import Document
from blackboard.search.words import words

MOST = 20
"""No more items than this are ever injected."""

_KEY_WORTH = {"signature": 3.0, "path": 2.0, "command": 1.5}
_TEXT_WORTH = 2.0
_LEAST_RELEVANCE = 0.14
_LEAST_SHARE_OF_BEST = 0.25
_TRUST = {"human": 1.2, "approved": 1.15, "tool": 1.0, "repository": 0.85, "imported": 0.85}
_SEVERITY = {"high": 1.15, "medium": 1.0, "low": 0.9}
_ELSEWHERE = 0.7
_HARMFUL = 0.5
_ALIKE = 0.6


class Candidate(NamedTuple):
    """A row that may be offered, and what it has in common with the moment.

    `keys` are the kinds of keys in common with their values.
    """

    kind: str
    row: dict[str, Any]
    document: Document
    overlap: Overlap
    keys: tuple[tuple[str, str], ...]
    account: dict[str, Any] | None = None


class Choice(NamedTuple):
    """A candidate that is offered, why, and how strongly."""

    candidate: Candidate
    score: float
    reason: str


def choose(candidates: Iterable[Candidate], moment: Moment, limit: int) -> list[Choice]:
    """The best candidates that fit, best first, no two saying the same."""
    fitting = [candidate for candidate in candidates if fits(candidate)]
    ranked = sorted(
        (Choice(each, worth(each, moment), reason(each)) for each in fitting),
        key=lambda choice: (-choice.score, choice.candidate.row["id"]),
    )
    if not ranked or limit < 1:
        return []
    least = ranked[0].score * _LEAST_SHARE_OF_BEST
    return _varied([each for each in ranked if each.score >= least], min(limit, MOST))


def fits(candidate: Candidate) -> bool:
    """Whether there is enough in common to speak up."""
    return bool(candidate.keys) or (
        candidate.overlap.informative >= 2 and candidate.overlap.relevance >= _LEAST_RELEVANCE
    )


def worth(candidate: Candidate, moment: Moment) -> float:
    """How much a candidate helps: what it shares with the moment, weighed by its standing."""
    row = candidate.row
    shared = _TEXT_WORTH * candidate.overlap.relevance
    shared += sum({kind: _KEY_WORTH[kind] for kind, _ in candidate.keys}.values())
    standing: float = _TRUST.get(row["trust"], 1.0) * _SEVERITY.get(row.get("severity", ""), 1.0)
    standing *= 0.7 + 0.6 * row["confidence"]
    standing *= 1 + 0.1 * min(3.0, log2(max(1, row["seen"])))
    if moment.project is not None and row["scope"] == "project" and row["project"]:
        standing *= 1.0
    elif moment.project is not None:
        standing *= _ELSEWHERE
    if moment.phase is not None and row.get("phase") == moment.phase:
        standing *= 1.1
    return round(shared * standing * _record(candidate.account), 4)


def reason(candidate: Candidate) -> str:
    """Why it was chosen, in words for a person."""
    found = [f"same {_KEY_NAMES[kind]}: {value}" for kind, value in candidate.keys]
    if candidate.overlap.shared:
        found.append(f"words in common: {', '.join(candidate.overlap.shared[:6])}")
    return "; ".join(found)


_KEY_NAMES = {"signature": "error", "path": "file", "command": "command"}


def _record(account: dict[str, Any] | None) -> float:
    """A lesson that was shown often and changed nothing gives way."""
    if account is None or account["injected"] < 5 or account["obeyed"]:
        return 1.0
    return _HARMFUL if account["recurred_injected"] * 2 >= account["injected"] else 1.0


def _varied(ranked: Sequence[Choice], limit: int) -> list[Choice]:
    chosen: list[Choice] = []
    said: list[set[str]] = []
    for choice in ranked:
        these = set(words(choice.candidate.document.constraint))
        if all(len(these & those) <= _ALIKE * len(these | those) for those in said):
            chosen.append(choice)
            said.append(these)
        if len(chosen) == limit:
            break
    return chosen
