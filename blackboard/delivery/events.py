"""The events of a delivery; the only definition of their payloads.

They are plain data, because the models of `blackboard.events.use`, which they fulfil, take longer
to import than a hook may last. The stream is that of the session, so that what it was shown is read
off its events.
"""

from __future__ import annotations

from blackboard.ids import derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from blackboard.delivery.situation import Situation

INJECTED = "context.injected"
CLEARED = "context.cleared"
WITHHELD = "lesson.withheld"


class DeliveryEvent:
    """An event to append; it has an `id` where appending it twice must change nothing."""

    __slots__ = ("id", "payload", "project", "stream", "type")

    def __init__(
        self,
        type: str,
        stream: str,
        payload: dict[str, Any],
        project: str | None,
        id: str | None = None,
    ) -> None:
        self.type = type
        self.stream = stream
        self.payload = payload
        self.project = project
        self.id = id


def stream_of(session: str) -> str:
    """The stream of what a session was shown."""
    return f"context:{session}"


def injected(
    situation: Situation,
    session: str,
    text: str,
    items: Sequence[str],
    tokens: int,
    odds: dict[str, int],
) -> DeliveryEvent:
    """The event that says what text a session was given, and of which items it is made.

    `odds` has the items that might have been held back, each from one session in so many.
    """
    payload = {
        "session": session,
        "text": text,
        "items": list(items),
        "tokens": tokens,
        "moment": situation.step,
        "one_in": odds,
    }
    return DeliveryEvent(INJECTED, stream_of(session), payload, situation.project)


def looked_up(session: str, text: str, item: str, project: str | None) -> DeliveryEvent:
    """The event that says that a session asked and saw what had been held back from it."""
    payload = {"session": session, "text": text, "items": [item], "tokens": 0,
               "moment": "asked", "one_in": {}}  # fmt: skip
    return DeliveryEvent(INJECTED, stream_of(session), payload, project)


def cleared(situation: Situation, session: str) -> DeliveryEvent:
    """The event by which what a session was shown before has left its context."""
    return DeliveryEvent(CLEARED, stream_of(session), {"session": session}, situation.project)


def withheld(situation: Situation, session: str, lesson: str, one_in: int) -> DeliveryEvent:
    """The event that says that a lesson was held back from a session, one in so many.

    There is one at most for each lesson and session.
    """
    stream = stream_of(session)
    return DeliveryEvent(
        WITHHELD,
        stream,
        {"lesson": lesson, "session": session, "one_in": one_in},
        situation.project,
        derived(stream, f"{WITHHELD}:{lesson}"),
    )
