"""Which lessons were known when: their events, each since the end of the sessions that it cites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.event import Event
from blackboard.events.upcast import latest
from reflect.trajectory import payload_of

_TYPES = ("lesson.created", "lesson.deduplicated")


class Sight(NamedTuple):
    """An event by which a lesson was learnt, or seen once more.

    `known_at` is the end of the last session that it cites. `said` is whether a person said it, and
    `place` the event that shows it.
    """

    event: Event
    lesson: str
    known_at: int
    sessions: tuple[str, ...]
    said: bool
    place: str


def sights(board: Board, ended: Mapping[str, int], after: int = 0) -> list[Sight]:
    """The sights of a board's lessons, by the time at which they could be known.

    Args:
        board: where they are.
        ended: when each session ended.
        after: those that were recorded after this position alone.
    """
    events = latest(board.read(after=after, types=list(_TYPES)))
    found = [_sight(event, ended) for event in events if event.payload]
    return sorted(found, key=lambda each: (each.known_at, each.event.position))


def as_first(sight: Sight, creation: Event) -> dict[str, Any]:
    """The payload of a lesson's creation, as if this sight had been the first.

    Sessions that are imported late show what is on the board already.
    """
    again = payload_of(sight.event)
    return {
        **payload_of(creation),
        "evidence": again.get("evidence", []),
        "signatures": again.get("signatures", []),
    }


def _sight(event: Event, ended: Mapping[str, int]) -> Sight:
    payload = payload_of(event)
    evidence: Sequence[Mapping[str, Any]] = payload.get("evidence", [])
    sessions = {str(each["session"]).split("/", 1)[0] for each in evidence if each.get("session")}
    ends = [ended[each] for each in sessions if each in ended]
    return Sight(
        event,
        payload["lesson"],
        max(ends, default=event.occurred_at),
        tuple(sorted(sessions)),
        payload.get("trust") == "human",
        evidence[0]["event_id"] if evidence else "",
    )
