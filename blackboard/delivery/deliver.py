"""The composer: from candidates and a situation to the text for an agent, and its events."""

from __future__ import annotations

from blackboard.delivery import events
from blackboard.delivery.candidates import is_sure
from blackboard.delivery.choice import choose
from blackboard.delivery.holdout import odds, one_in, withheld
from blackboard.delivery.limits import MOST_ITEMS
from blackboard.delivery.proof import is_remedy_of_one, may_be_shown
from blackboard.delivery.result import Delivery
from blackboard.delivery.text import render, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from blackboard.delivery.candidates import Candidate
    from blackboard.delivery.choice import Choice
    from blackboard.delivery.events import DeliveryEvent
    from blackboard.delivery.limits import Limits
    from blackboard.delivery.situation import Situation


def deliver(
    candidates: Iterable[Candidate],
    delivered: Collection[str],
    situation: Situation,
    limits: Limits,
) -> Delivery:
    """Decide what to show an agent; pure.

    Args:
        candidates: what may be shown.
        delivered: the ids of what the session was shown already and still has in its context.
        situation: where the agent is.
        limits: the most items and tokens, how sure an insight must be, whether one is held back.
    """
    fresh = [
        candidate
        for candidate in _best_known(list(candidates))
        if candidate.id not in delivered
        and is_sure(candidate, limits.min_confidence)
        and may_be_shown(candidate, situation)
    ]
    chosen = choose(fresh, situation, min(limits.items, MOST_ITEMS))
    held, offered = withheld(chosen, situation.session if limits.holdout else None)
    if held:  # only what would have been shown: what is cut for its length is not held back
        _, fitting = render(chosen, situation, limits.tokens)
        held = [choice for choice in held if choice in fitting]
    text, items = render(offered, situation, limits.tokens)
    drawn = odds(items) if limits.holdout else {}
    return Delivery(text, items, held, _events(situation, text, items, held, drawn))


def _best_known(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates but one session's remedy for an error for which there is another lesson."""
    known = {key for each in candidates if not is_remedy_of_one(each.row) for key in each.keys}
    return [each for each in candidates
            if not (is_remedy_of_one(each.row) and known & _signatures(each))]  # fmt: skip


def _signatures(candidate: Candidate) -> set[tuple[str, str]]:
    return {key for key in candidate.keys if key[0] == "signature"}


def _events(
    situation: Situation, text: str, items: Sequence[Choice], held: Sequence[Choice],
    drawn: dict[str, int],
) -> list[DeliveryEvent]:  # fmt: skip
    session = situation.session
    if session is None:
        return []
    found = [events.cleared(situation, session)] if situation.step == "cleared" else []
    found += [
        events.withheld(situation, session, choice.candidate.id, one_in(choice)) for choice in held
    ]
    if items:
        ids = [choice.candidate.id for choice in items]
        found.append(events.injected(situation, session, text, ids, tokens(text), drawn))
    return found
