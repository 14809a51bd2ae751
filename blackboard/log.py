"""The log: what every backend promises, on one page.

A new backend fulfils this protocol, goes under `blackboard/storage/`, and adds one line to
`BACKENDS` in `tests/contract/test_log.py`, whose suite it must pass. It needs no views and no
search: what is read off a log is kept in a local file (`blackboard/storage/local.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from blackboard.citations import Reach
from blackboard.condition import Condition
from blackboard.event import Event, NewEvent, StoredEvent

Progress = Callable[[int], None]
Tell = Callable[[str], None]
"""Called with what is being done now, as a person may read it."""


def ignore(_stage: str) -> None:
    """Ignore a stage."""


@dataclass(frozen=True)
class Verification:
    """What checking the digest chain found.

    `holes` counts forgotten payloads, which are no problem; `head` is the last digest in hex.
    """

    events: int
    holes: int
    head: str
    problems: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether every digest and every payload hash is what it should be."""
        return not self.problems


class Follower(NamedTuple):
    """A copy of a log: whose it is, on which machine, how far it has come, and when it said so."""

    user: str
    machine: str
    position: int
    seen_at: int


class Log(Protocol):
    """An append-only sequence of events that proves it was not altered."""

    def append(
        self,
        events: Sequence[NewEvent],
        *,
        expected_version: int | None = None,
        payloads: Sequence[bytes] | None = None,
    ) -> list[Event]:
        """Add events in order, all or none, and return those that were new.

        An event whose id is already on the board is passed over, and so is one on a stream that
        was closed (see `forget`). With `expected_version`,
        the (single) stream of the events must be at that version; 0 means it must be new.
        `payloads` are those of the events as the JSON that is stored, where it is known.

        Raises:
            Conflict: the stream is at another version.
            InvalidEvent: an envelope field is empty, too long or has a control character.
        """
        ...

    def append_if(
        self, events: Sequence[NewEvent], condition: Condition, ending: Collection[str] = ()
    ) -> list[Event]:
        """Add events if the log is as they need it, and end the leases of some items with that.

        Raises:
            Conflict: all were to be added, and a stream is at another version.
            Outdated: there are later events of types that there must be none of.
        """
        ...

    def transaction(self) -> AbstractContextManager[None]:
        """Hold the write lock: what is read, decided and appended inside happens as one."""
        ...

    def read(
        self,
        after: int = 0,
        *,
        until: int | None = None,
        stream: str | None = None,
        types: Collection[str] | None = None,
        projects: Collection[str] | None = None,
        limit: int | None = None,
    ) -> Iterator[Event]:
        """Events with a position greater than `after` and at most `until`, in order.

        `projects` are the names that events carry; one project may have several.
        """
        ...

    def get(self, event_id: str) -> Event:
        """The event of that id.

        Raises:
            NotFound: there is none.
        """
        ...

    def head(self) -> int:
        """The position of the newest event, 0 when there is none."""
        ...

    def version(self, stream: str) -> int:
        """The version of the newest event of a stream, 0 when there is none."""
        ...

    def position_at(self, recorded_at: int) -> int:
        """The position of the last event recorded at or before a time in microseconds."""
        ...

    def wait(self, after: int, timeout: float) -> int:
        """The head, as soon as it is greater than `after`, or when `timeout` seconds are over."""
        ...

    def verify(self, progress: Progress | None = None) -> Verification:
        """Recompute every payload hash and every digest."""
        ...

    def reach(self, event_ids: Collection[str], progress: Progress | None = None) -> Reach:
        """These events and all that cite one of them, directly or through others.

        Raises:
            NotFound: there is no such event.
        """
        ...

    def forget(
        self,
        events: Collection[str] | Reach,
        *,
        reason: str,
        actor: str,
        closing: Collection[str] = (),
        tell: Tell = ignore,
    ) -> list[str]:
        """Erase the payloads of events and of all that cite them; return the ids of the erased.

        The envelopes and hashes stay, a `payload.forgotten` event for each says who and why.

        Args:
            events: their ids, or what `reach` found for them.
            reason: why, kept with each.
            actor: who.
            closing: streams that are forgotten whole and accept no further events, nor do streams
                that continue the name of one after a slash.
            tell: called as each stage begins.

        Raises:
            NotFound: there is no such event.
        """
        ...

    def stored(self, after: int = 0, *, limit: int | None = None) -> Iterator[StoredEvent]:
        """Events with a position greater than `after`, as they are stored, for copying them.

        Their payloads are the very texts that were hashed, so that the copy verifies.
        """
        ...

    def now(self) -> int:
        """The time in microseconds since 1970, by the clock that all users of the log share."""
        ...

    def lease(self, items: Collection[str], holder: str, expires_at: int) -> None:
        """Let a holder keep items until then, inside a transaction; a later lease replaces it.

        A lease is no event: what it costs to lose one is that an item is tried again.
        """
        ...

    def end_lease(self, items: Collection[str]) -> None:
        """Let go of items, inside a transaction; those that no one holds are passed over."""
        ...

    def leases(self, items: Collection[str]) -> dict[str, int]:
        """Until when each of these items is held; those without a lease are left out."""
        ...

    def reader_position(self, name: str) -> int:
        """How far a reader that goes by this name has come, 0 if it never read."""
        ...

    def remember_reader(self, name: str, position: int) -> None:
        """Remember how far a reader has come, in the transaction of what it appended."""
        ...

    def close(self) -> None:
        """Give back what is held open; the log is not usable afterwards."""
        ...


class ServedLog(Log, Protocol):
    """A log on a server, which knows its users and the machines that follow it."""

    @property
    def user(self) -> str:
        """Who one is there, by which events are signed."""
        ...

    def report_follower(self, machine: str, position: int) -> None:
        """Say how far a machine's copy has come, so that others see who lags behind."""
        ...

    def followers(self) -> list[Follower]:
        """Each copy, the one that was longest silent first."""
        ...
