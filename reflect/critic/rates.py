"""How the critic decided over time: its reviews counted by week, from the events; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from blackboard.event import Event
from blackboard.events.critique import (
    CritiqueRecorded,
    RecommendationAccepted,
    RecommendationDeclined,
    RecommendationDiscarded,
    RecommendationRefined,
    RecommendationVetoed,
)
from blackboard.views.critiques import discarded_as
from reflect.critic.recommendation import Outcome

_ENDS = (
    RecommendationAccepted.type,
    RecommendationVetoed.type,
    RecommendationDiscarded.type,
    RecommendationDeclined.type,
)
TYPES = (CritiqueRecorded.type, RecommendationRefined.type, *_ENDS)
"""The events that reviews are made of."""

_DAY = 86_400_000_000
_WEEK = 7 * _DAY
_FIRST_MONDAY = 4 * _DAY
"""1970-01-05."""


class Judged(NamedTuple):
    """One review, by its events; without an outcome it was only an opinion."""

    at: int
    outcome: Outcome | None
    score: float | None
    veto: str | None = None


@dataclass(frozen=True)
class Rates:
    """How many reviews of a span came to what; `begins` is its first moment.

    The denominator of every rate is `judged`, which is the sum of the outcomes and of `opinions`:
    what a person said is judged and kept whatever the critic says.
    """

    begins: int
    judged: int = 0
    opinions: int = 0
    outcomes: Mapping[Outcome, int] = field(default_factory=dict)
    vetoes: Mapping[str, int] = field(default_factory=dict)
    mean_score: float | None = None


def reviews(events: Iterable[Event]) -> Iterator[Judged]:
    """The reviews in some events, each as of its end.

    Args:
        events: those of TYPES, in the order of the log.
    """
    opinions: dict[str, Event] = {}
    last: dict[str, Mapping[str, Any]] = {}
    refined: set[str] = set()
    for event in events:
        payload, name = event.payload, event.stream
        if payload is None:
            continue
        if event.type == CritiqueRecorded.type:
            opinions[name], last[name] = event, payload
        elif event.type == RecommendationRefined.type:
            refined.add(name)
        elif event.type in _ENDS:
            outcome = _outcome(event, name in refined, last.get(name, {}))
            yield Judged(event.occurred_at, outcome, payload.get("quality_score"),
                         payload.get("veto"))  # fmt: skip
            opinions.pop(name, None)
            refined.discard(name)
    for event in opinions.values():
        score = None if event.payload is None else event.payload["quality_score"]
        yield Judged(event.occurred_at, None, score)


def by_week(judged: Iterable[Judged], until: int) -> list[Rates]:
    """The reviews of each week in UTC, from that of the first one to that of `until`."""
    weeks: dict[int, list[Judged]] = {}
    for review in judged:
        weeks.setdefault(monday(review.at), []).append(review)
    begins = range(min(weeks, default=until + 1), until + 1, _WEEK)
    return [rates(week, weeks.get(week, ())) for week in begins]


def rates(begins: int, judged: Sequence[Judged]) -> Rates:
    """The counts of some reviews."""
    scores = [review.score for review in judged if review.score is not None]
    return Rates(
        begins,
        len(judged),
        sum(review.outcome is None for review in judged),
        Counter(review.outcome for review in judged if review.outcome),
        Counter(review.veto for review in judged if review.veto),
        round(sum(scores) / len(scores), 4) if scores else None,
    )


def monday(at: int) -> int:
    """The beginning of a moment's week, in microseconds as the moment is."""
    return at - (at - _FIRST_MONDAY) % _WEEK


def _outcome(event: Event, was_refined: bool, critique: Mapping[str, Any]) -> Outcome:
    if event.type == RecommendationAccepted.type:
        return "refined" if was_refined else "accepted"
    if event.type == RecommendationVetoed.type:
        return "vetoed"
    if event.type == RecommendationDeclined.type:
        return "not_good_enough"
    if (event.payload or {})["reason"] == "duplicate":
        return "duplicate"
    return cast(Outcome, discarded_as(critique.get("should_discard")))
