"""The one way by which what is learnt comes onto the board: read, decide, append."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from blackboard import Board
from blackboard.event import NewEvent
from reflect.critic.process import Review
from reflect.critic.recommendation import Recommendation
from reflect.curator.settings import CuratorSettings
from reflect.finding import Finding, InsightFinding
from reflect.pipeline.contradictions import lost_in, settle_again
from reflect.pipeline.critique import as_recommendation, in_best_words
from reflect.pipeline.decide import Outcome, decide, why_unfit
from reflect.pipeline.events import Place
from reflect.pipeline.known import Known, Neighbour, neighbours, read_known
from reflect.pipeline.severity import risen

Critic = Callable[[Recommendation], Review]

POLICY = CuratorSettings()
"""The policy unless another is set."""


@dataclass(frozen=True)
class Ingested:
    """What became of something learnt.

    `id` is the lesson or insight that says it now, empty when it was refused or is forgotten, and
    `why` the reason of a refusal. `against` is what contradicts it, or seems to, as it was before.
    """

    outcome: Outcome
    id: str = ""
    why: str = ""
    against: tuple[Neighbour, ...] = ()

    @property
    def is_news(self) -> bool:
        """Whether the board knows more now than before."""
        return self.outcome in ("created", "recurred")


@dataclass
class Intake:
    """What became of several things learnt."""

    created: int = 0
    recurred: int = 0
    refused: int = 0
    known: int = 0

    def count(self, outcome: Outcome) -> None:
        """One more of a kind."""
        setattr(self, outcome, getattr(self, outcome) + 1)


def ingest(
    board: Board,
    found: Finding | InsightFinding,
    place: Place,
    critic: Critic,
    policy: CuratorSettings = POLICY,
    proof: Sequence[NewEvent] = (),
) -> Ingested:
    """Keep what was learnt, or the evidence that it gives for what is known.

    Recording the same happening again changes nothing, whatever it was first recorded as.

    Args:
        board: where it goes.
        found: what was learnt.
        place: where, and by whom.
        critic: judges what is new; may ask a model, so it is called before the board is locked.
        policy: what needs no person.
        proof: events that the evidence names and that are not on the board yet; they are
            appended when something is kept.
    """
    review, rules = None, [found.rule]
    if not why_unfit(found, policy) and not _is_known(board, found, place):
        review = critic(as_recommendation(found, place.project))
        rules.append(in_best_words(found, review).rule)
    with board.transaction():
        known = read_known(board, found, rules, place.project)
        decision = decide(found, place, known, review, policy)
        if decision.outcome in ("created", "recurred"):
            board.append(proof)
        added = {event.id for event in board.append(decision.events)}
        is_new = bool(decision.events) and decision.events[0].id in added
        if is_new and decision.outcome == "recurred" and isinstance(found, Finding):
            board.append(_since_seen_again(board, found, decision.id, place))
    if decision.outcome == "refused":
        return Ingested("refused", why="; ".join(decision.refused))
    return Ingested(decision.outcome if is_new else "known", decision.id, against=decision.against)


def _is_known(board: Board, found: Finding | InsightFinding, place: Place) -> bool:
    known = read_known(board, found, [found.rule], place.project)
    return known.lesson is not None or known.survivor(found.view) is not None


def _since_seen_again(board: Board, found: Finding, lesson: str, place: Place) -> list[NewEvent]:
    """What follows when a known lesson is recorded once more: it may be worse than it seemed.

    One that lost to its opposite, or was retracted, is active again if it was said since.
    """
    for row in board.view("lessons", where={"id": lesson}):
        if (lost := lost_in(row)) and found.occurred_at > _time_of(board, lesson, lost):
            known = Known(near=neighbours(board, [row["constraint"]], place.project))
            return settle_again(found, row, known.against, place)
        return risen(row)
    return []


def _time_of(board: Board, lesson: str, event: str) -> int:
    """When an event of a lesson happened."""
    return next(
        each.occurred_at for each in board.read(stream=f"lesson:{lesson}") if each.id == event
    )
