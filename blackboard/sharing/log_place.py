"""A team's log on a server, as a place to exchange: read by the copy on this machine."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from blackboard.actors import colleague
from blackboard.board import Board
from blackboard.citations import Reach
from blackboard.errors import LogUnreachable, NotFound
from blackboard.event import Event, NewEvent
from blackboard.sharing.place import Colleague
from blackboard.views.shared import SHARED_TYPES

_FORGOTTEN = "payload.forgotten"
_GUARDED = "forgotten:"


class LogPlace:
    """Exchange through a board that follows the team's log.

    Args:
        name: the log's address, without a password.
        copy: that board; it is closed with this.
    """

    def __init__(self, name: str, copy: Board) -> None:
        self.name = name
        self.keeps_all = True
        self.problems: list[str] = []
        self._copy = copy

    def send(self, events: Sequence[Event]) -> int:
        """See `Place.send`; the server signs them."""
        added = self._copy.log.append([
            NewEvent(each.type, each.stream, each.payload or {}, each.schema, each.project,
                     each.actor, each.occurred_at, each.id)
            for each in events
        ])  # fmt: skip
        return len(added)

    def received(self, after: int) -> Iterator[Colleague]:
        """See `Place.received`.

        Raises:
            LogUnreachable: the log does not answer.
        """
        self._copy.local.follow()
        if self._copy.local.offline:
            raise LogUnreachable(self.name, "it does not answer")
        for event in self._copy.log.read(after, types=[*SHARED_TYPES, _FORGOTTEN]):
            if event.type != _FORGOTTEN:
                if event.payload is not None:  # of a forgotten one the announcement comes, too
                    yield Colleague(colleague(event.actor), event, event.position)
                continue
            gone = self._forgotten(event)
            if gone is not None and gone.type in SHARED_TYPES:
                bare = gone._replace(payload=None)
                yield Colleague(colleague(gone.actor), bare, event.position)

    def _forgotten(self, event: Event) -> Event | None:
        """The event that another one says is forgotten, by the stream that the server guards."""
        if not event.stream.startswith(_GUARDED):
            return None
        try:
            return self._copy.log.get(event.stream.removeprefix(_GUARDED))
        except NotFound:
            return None

    def take_back(self, event_ids: Collection[str], reason: str) -> None:
        """See `Place.take_back`; nothing else cites what is shared."""
        reach = Reach()
        reach.because_of = {each: each for each in event_ids}
        reach.head = self._copy.log.head()
        self._copy.log.forget(reach, reason=reason, actor="human")

    def head(self) -> int:
        """How far the copy has come."""
        return self._copy.local.copied()

    def wait(self, after: int, seconds: float) -> int:
        """The head of the log as soon as it is greater, or when the time is over."""
        return self._copy.log.wait(after, seconds)

    def close(self) -> None:
        """See `Place.close`."""
        self._copy.close()
