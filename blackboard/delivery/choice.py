"""Deciding which lessons are worth an agent's attention: pure, from candidates to choices.

It abstains: a candidate without a path, command or error signature in common, and of which no
sentence of the prompt speaks, is never chosen, however empty the answer is then.
"""

from __future__ import annotations

from math import log2

from blackboard.delivery.candidates import has_failed, is_obeyed
from blackboard.delivery.relevance import bar
from blackboard.search import weights
from blackboard.search.words import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from blackboard.delivery.candidates import Candidate
    from blackboard.delivery.situation import Situation


class Choice:
    """A candidate that is delivered, why, and how strongly it fits."""

    __slots__ = ("candidate", "reason", "score")

    def __init__(self, candidate: Candidate, score: float, reason: str) -> None:
        self.candidate = candidate
        self.score = score
        self.reason = reason


def choose(candidates: Iterable[Candidate], situation: Situation, limit: int) -> list[Choice]:
    """The best candidates for a situation, best first, no two saying the same."""
    match situation.step:
        case "start":
            return strongest(candidates, situation, limit)
        case "cleared":
            return _for_work_under_way(list(candidates), situation, limit)
        case _:
            return best_fitting(candidates, situation, limit)


def _for_work_under_way(
    candidates: Sequence[Candidate], situation: Situation, limit: int
) -> list[Choice]:
    """What fits the work under way, what was shown before, then what holds for all work there."""
    found = best_fitting(candidates, situation, limit)
    for some in (
        [each for each in candidates if each.was_shown],
        [each for each in candidates if each.is_general],
    ):
        known = {choice.candidate.id for choice in found}
        found += strongest([each for each in some if each.id not in known], situation, limit)
    return _varied(found, limit)


def best_fitting(candidates: Iterable[Candidate], situation: Situation, limit: int) -> list[Choice]:
    """The candidates that share most with a situation."""
    ranked = _ranked(
        Choice(each, score(each, situation), reason(each))
        for each in candidates
        if fits(each, situation) and not (is_obeyed(each, situation) or has_failed(each, situation))
    )
    if not ranked:
        return []
    least = ranked[0].score * weights.LEAST_OF_BEST
    return _varied([each for each in ranked if each.score >= least], limit)


def strongest(candidates: Iterable[Candidate], situation: Situation, limit: int) -> list[Choice]:
    """The candidates that are to be believed most, whatever they share with the situation."""
    sound = (each for each in candidates if _is_news(each.row))
    ranked = _ranked(
        Choice(each, credibility(each, situation), "of this project") for each in sound
    )
    return _varied(ranked, limit)


def fits(candidate: Candidate, situation: Situation) -> bool:
    """Whether there is enough in common to speak up, and what it rests on is still there."""
    in_common = bool(candidate.keys) or candidate.overlap.relevance >= bar(situation)
    return in_common and _is_news(candidate.row)


def _is_news(row: dict[str, Any]) -> bool:
    """Whether what a lesson cites is still there, and the agent has not read it already."""
    is_read = row["learned_from"] == "rule-files" and row["trust"] == "repository"
    return row["freshness"] != "orphaned" and not is_read


def score(candidate: Candidate, situation: Situation) -> float:
    """How much a candidate helps: what it shares with the situation, weighed by credibility."""
    shared = weights.TEXT * candidate.overlap.relevance
    shared += sum({kind: weights.KEY[kind] for kind, _ in candidate.keys}.values())
    return round(shared * credibility(candidate, situation), 4)


def credibility(candidate: Candidate, situation: Situation) -> float:
    """How much a candidate is to be believed, and how near it is to the project and its phase."""
    row = candidate.row
    weight: float = weights.TRUST.get(row["trust"], 1.0)
    weight *= weights.SEVERITY.get(row["severity"], 1.0)
    weight *= weights.UNSURE + weights.CONFIDENCE * row["confidence"]
    weight *= 1 + weights.SEEN * min(weights.MOST_SEEN, log2(max(1, row["seen"])))
    is_here = row["scope"] == "project" and row["project"]
    if situation.project is not None and not is_here:
        weight *= weights.ELSEWHERE
    if situation.phase is not None and row["phase"] == situation.phase:
        weight *= weights.SAME_PHASE
    if row["freshness"] == "drifted":
        weight *= weights.DRIFTED
    return weight * _effect(candidate.account)


def reason(candidate: Candidate) -> str:
    """Why it was chosen, in words for a person."""
    reasons = [f"same {_KEY_NAMES[kind]}: {value}" for kind, value in candidate.keys]
    if candidate.overlap.shared:
        reasons.append(f"words in common: {', '.join(candidate.overlap.shared[:6])}")
    return "; ".join(reasons)


_KEY_NAMES = {"signature": "error", "path": "file", "command": "command", "title": "task"}


def _effect(account: dict[str, Any] | None) -> float:
    return weights.HARMFUL if account and account["verdict"] == "harms" else 1.0


def _ranked(choices: Iterable[Choice]) -> list[Choice]:
    """The best first; of those that are worth the same the one that was seen last."""
    return sorted(choices, key=lambda choice: (-choice.score, *_newest(choice.candidate)))


def _newest(candidate: Candidate) -> tuple[int, str]:
    return -candidate.row["last_seen_at"], candidate.id


def _varied(ranked: Sequence[Choice], limit: int) -> list[Choice]:
    """The first so many that do not say nearly the same as one before them."""
    chosen: list[Choice] = []
    texts: list[set[str]] = []
    for choice in ranked:
        if len(chosen) >= limit:
            break
        text = set(words(choice.candidate.row["constraint"]))
        if all(len(text & other) <= weights.MOST_ALIKE * len(text | other) for other in texts):
            chosen.append(choice)
            texts.append(text)
    return chosen
