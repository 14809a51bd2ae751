"""Deciding which lessons are worth an agent's attention: pure, from candidates to choices.

It abstains: a candidate without a path, command or error signature in common, or without two
informative words, is never chosen, however empty the answer is then. Light to import, because
the hooks of agents use it too.
"""

from __future__ import annotations

from math import log2

from blackboard.context.moment import Moment
from blackboard.context.relevance import Overlap
from blackboard.search.words import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

MOST = 20
"""No more items than this are ever injected."""

_KEY_WORTH = {"signature": 3.0, "path": 2.0, "command": 1.5, "title": 1.5}
_TEXT_WORTH = 2.0
_LEAST_RELEVANCE = 0.14
_LEAST_SHARE_OF_BEST = 0.25
_TRUST = {"human": 1.2, "approved": 1.15, "tool": 1.0, "repository": 0.85, "imported": 0.85}
_SEVERITY = {"high": 1.15, "medium": 1.0, "low": 0.9}
_ELSEWHERE = 0.7
_HARMFUL = 0.5
_DRIFTED = 0.5
_ALIKE = 0.6


class Candidate:
    """What may be offered, and what it has in common with the moment.

    `row` has the columns that are the same for all kinds (`recall.COLUMNS`); `keys` are the
    kinds of keys in common with their values; `account` is what became of it before.
    """

    __slots__ = ("account", "keys", "kind", "overlap", "row")

    def __init__(
        self,
        kind: str,
        row: dict[str, Any],
        overlap: Overlap,
        keys: tuple[tuple[str, str], ...],
        account: dict[str, Any] | None = None,
    ) -> None:
        self.kind = kind
        self.row = row
        self.overlap = overlap
        self.keys = keys
        self.account = account


class Choice:
    """A candidate that is offered, why, and how strongly."""

    __slots__ = ("candidate", "reason", "score")

    def __init__(self, candidate: Candidate, score: float, reason: str) -> None:
        self.candidate = candidate
        self.score = score
        self.reason = reason


def choose(candidates: Iterable[Candidate], moment: Moment, limit: int) -> list[Choice]:
    """The best candidates that fit, best first, no two saying the same."""
    fitting = [candidate for candidate in candidates if fits(candidate)]
    ranked = _ranked(Choice(each, worth(each, moment), reason(each)) for each in fitting)
    if not ranked or limit < 1:
        return []
    least = ranked[0].score * _LEAST_SHARE_OF_BEST
    return _varied([each for each in ranked if each.score >= least], min(limit, MOST))


def strongest(candidates: Iterable[Candidate], moment: Moment, limit: int) -> list[Choice]:
    """The candidates of best standing, whatever the moment, no two saying the same."""
    sound = [candidate for candidate in candidates if _is_news(candidate.row)]
    ranked = _ranked(Choice(each, standing(each, moment), "of this project") for each in sound)
    return _varied(ranked, min(limit, MOST)) if limit > 0 else []


def fits(candidate: Candidate) -> bool:
    """Whether there is enough in common to speak up, and what it rests on is still there."""
    in_common = bool(candidate.keys) or (
        candidate.overlap.informative >= 2 and candidate.overlap.relevance >= _LEAST_RELEVANCE
    )
    return in_common and _is_news(candidate.row)


def _is_news(row: dict[str, Any]) -> bool:
    """Whether what a lesson cites is still there, and the agent has not read it already."""
    is_read = row["learned_from"] == "rule-files" and row["trust"] == "repository"
    return row["freshness"] != "orphaned" and not is_read


def worth(candidate: Candidate, moment: Moment) -> float:
    """How much a candidate helps: what it shares with the moment, weighed by its standing."""
    shared = _TEXT_WORTH * candidate.overlap.relevance
    shared += sum({kind: _KEY_WORTH[kind] for kind, _ in candidate.keys}.values())
    return round(shared * standing(candidate, moment), 4)


def standing(candidate: Candidate, moment: Moment) -> float:
    """How much a candidate is to be believed, and how near it is to the project and its phase."""
    row = candidate.row
    found: float = _TRUST.get(row["trust"], 1.0) * _SEVERITY.get(row["severity"], 1.0)
    found *= 0.7 + 0.6 * row["confidence"]
    found *= 1 + 0.1 * min(3.0, log2(max(1, row["seen"])))
    is_here = row["scope"] == "project" and row["project"]
    if moment.project is not None and not is_here:
        found *= _ELSEWHERE
    if moment.phase is not None and row["phase"] == moment.phase:
        found *= 1.1
    if row["freshness"] == "drifted":
        found *= _DRIFTED
    return found * _record(candidate.account)


def reason(candidate: Candidate) -> str:
    """Why it was chosen, in words for a person."""
    found = [f"same {_KEY_NAMES[kind]}: {value}" for kind, value in candidate.keys]
    if candidate.overlap.shared:
        found.append(f"words in common: {', '.join(candidate.overlap.shared[:6])}")
    return "; ".join(found)


_KEY_NAMES = {"signature": "error", "path": "file", "command": "command", "title": "task"}


def _record(account: dict[str, Any] | None) -> float:
    """A lesson that was shown often and changed nothing gives way."""
    if account is None or account["injected"] < 5 or account["obeyed"]:
        return 1.0
    return _HARMFUL if account["recurred_injected"] * 2 >= account["injected"] else 1.0


def _ranked(choices: Iterable[Choice]) -> list[Choice]:
    return sorted(choices, key=lambda choice: (-choice.score, choice.candidate.row["id"]))


def _varied(ranked: Sequence[Choice], limit: int) -> list[Choice]:
    chosen: list[Choice] = []
    said: list[set[str]] = []
    for choice in ranked:
        these = set(words(choice.candidate.row["constraint"]))
        if all(len(these & those) <= _ALIKE * len(these | those) for those in said):
            chosen.append(choice)
            said.append(these)
        if len(chosen) == limit:
            break
    return chosen
