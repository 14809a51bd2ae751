"""A team's log on a server, as a place to exchange: read by the copy on this machine.

Each event carries a signature over what its author sent, so that the server cannot forge one.
That something may be erased there, the server says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from blackboard.actors import colleague, role
from blackboard.board import Board
from blackboard.citations import Reach
from blackboard.errors import LogUnreachable, NotFound
from blackboard.event import Event, NewEvent
from blackboard.piecewise import piecewise
from lessonboard.parts.team.sharing import shared_file
from lessonboard.parts.team.sharing.place import SENT_TYPES, Received
from lessonboard.parts.team.sharing.signing import Signer, holds

_FORGOTTEN = "payload.forgotten"
_GUARDED = "forgotten:"
_PAGE = 500
_WHERE = "log"
"""Takes the place, in a signature, of the file name that a line of a folder has."""


class LogPlace:
    """Exchange through a board that follows the team's log.

    Args:
        name: the log's address, without a password.
        copy: that board; it is closed with this.
        signer: who signs with one's own name there.
    """

    def __init__(self, name: str, copy: Board, signer: Signer) -> None:
        self.name = name
        self.keeps_all = True
        self.problems: list[str] = []
        self._copy = copy
        self._signer = signer

    def send(self, events: Iterable[Event]) -> int:
        """See `Place.send`; one that the server refuses is named."""
        sent, rest = 0, iter(events)
        while page := [_signed(each, self._signer) for each in islice(rest, _PAGE)]:
            sent += len(piecewise(self._copy.log.append, page, self._refused))
        return sent

    def _refused(self, event: NewEvent, error: Exception) -> None:
        self.problems.append(f"the event {event.id} was not sent: {error}")

    def received(self, after: int) -> Iterator[Received]:
        """See `Place.received`.

        Raises:
            LogUnreachable: the log does not answer.
        """
        self._copy.local.follow()
        if self._copy.local.offline:
            raise LogUnreachable(self.name, "it does not answer")
        self.problems = []
        for event in self._copy.log.read(after, types=[*SENT_TYPES, _FORGOTTEN]):
            if event.type != _FORGOTTEN:
                if event.payload is not None:  # of a forgotten one the announcement comes, too
                    yield from self._checked(event)
                continue
            gone = self._forgotten(event)
            if gone is not None and gone.type in SENT_TYPES:
                bare = gone._replace(payload=None)
                yield Received(colleague(gone.actor), bare, event.position, None)

    def _checked(self, event: Event) -> Iterator[Received]:
        """The event as it was sent, with the key that signed it; nothing if none did as it says."""
        author, payload = colleague(event.actor), dict(event.payload or {})
        key, signature = payload.pop("signed_by", None), payload.pop("signature", None)
        sent = event._replace(payload=payload)
        if key is None and signature is None:
            yield Received(author, sent, event.position)
        elif holds(str(key), str(signature), "share", author, _WHERE, _digest(sent)):
            yield Received(author, sent, event.position, key)
        else:
            self.problems.append(f"{author}: event {event.position} of {self.name} is signed for "
                                 "another name or text")  # fmt: skip

    def _forgotten(self, event: Event) -> Event | None:
        """The event that another one says is forgotten, by the stream that the server guards."""
        if not event.stream.startswith(_GUARDED):
            return None
        return self._event(event.stream.removeprefix(_GUARDED))

    def _event(self, event_id: str) -> Event | None:
        try:
            return self._copy.log.get(event_id)
        except NotFound:
            return None

    def has(self, event_ids: Collection[str]) -> set[str]:
        """See `Place.has`."""
        return {each for each in event_ids if self._event(each) is not None}

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


def _signed(event: Event, signer: Signer) -> NewEvent:
    said = {"signed_by": signer.key, "signature": signer.sign("share", _WHERE, _digest(event))}
    return NewEvent(event.type, event.stream, {**(event.payload or {}), **said}, event.schema,
                    event.project, event.actor, event.occurred_at, event.id)  # fmt: skip


def _digest(event: Event) -> str:
    """What a signature covers: what the digest of a shared file would, had it this line alone."""
    (line,) = shared_file.continued([], [event._replace(actor=role(event.actor))])
    return str(line["digest"])
