"""The result for a situation: the text for the agent, or mostly nothing."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from blackboard.delivery.choice import Choice
    from blackboard.delivery.events import DeliveryEvent


class Delivery:
    """What to put before an agent; the text is empty when nothing fits well enough.

    `items` are the choices that the text is made of, `held` those that fitted and are held back
    from the session, to measure what they are worth. `events` say so, where a session is named.
    """

    __slots__ = ("events", "held", "items", "text")

    def __init__(
        self,
        text: str = "",
        items: Sequence[Choice] = (),
        held: Sequence[Choice] = (),
        events: Sequence[DeliveryEvent] = (),
    ) -> None:
        self.text = text
        self.items = tuple(items)
        self.held = tuple(held)
        self.events = tuple(events)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the lessons, insights and workflows in the text."""
        return tuple(choice.candidate.id for choice in self.items)

    @property
    def abstained(self) -> bool:
        """Whether there was nothing worth saying."""
        return not self.items
