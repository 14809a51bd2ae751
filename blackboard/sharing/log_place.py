"""A team's log on a server, as a place to exchange: read by the copy on this machine."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from blackboard.actors import colleague
from blackboard.board import Board
from blackboard.citations import Reach
from blackboard.errors import LogUnreachable, NotFound
from blackboard.event import Event, NewEvent
from blackboard.sharing.place import Received
from blackboard.views.shared import SHARED_TYPES

_FORGOTTEN = "payload.forgotten"
_GUARDED = "forgotten:"
_PAGE = 500


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

    def send(self, events: Iterable[Event]) -> int:
        """See `Place.send`; the server signs them."""
        sent, rest = 0, iter(events)
        while page := [_as_new(each) for each in islice(rest, _PAGE)]:
            sent += len(self._copy.log.append(page))
        return sent

    def received(self, after: int) -> Iterator[Received]:
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
                    yield Received(colleague(event.actor), event, event.position)
                continue
            gone = self._forgotten(event)
            if gone is not None and gone.type in SHARED_TYPES:
                bare = gone._replace(payload=None)
                yield Received(colleague(gone.actor), bare, event.position)

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

    def wait(self, seconds: float) -> bool:
        """See `Place.wait`."""
        here = self._copy.local.copied()
        return self._copy.log.wait(here, seconds) > here

    def close(self) -> None:
        """See `Place.close`."""
        self._copy.close()


def _as_new(event: Event) -> NewEvent:
    return NewEvent(event.type, event.stream, event.payload or {}, event.schema, event.project,
                    event.actor, event.occurred_at, event.id)  # fmt: skip
