"""What came after failures in their sessions, as far as it was recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from blackboard.board import Board
from blackboard.event import Event
from blackboard.events.upcast import latest
from blackboard.fixes.follow_up import WITHIN_EVENTS, FollowUp, follow_up, seen_again
from blackboard.storage.local import Sighting
from blackboard.views.view import Row

_MOST_KEPT = 5_000
"""Follow-ups that are kept; a few kilobytes each."""


class Aftermaths:
    """What came after failures, each read once for the lines of it that are asked about.

    A caller that looks up many errors hands the same one to each look-up, and appends to no session
    meanwhile.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._known: dict[tuple[str, ...], FollowUp] = {}

    def of(self, row: Row, seen: Sequence[Sighting]) -> FollowUp:
        """What came after a failure; `seen` has at least the newer occurrences of its error."""
        key = (row["id"], *row["lines"])
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            found = self._known[key] = self._read(row)
        known_by = (row["session"], row["signature"])
        again = (each for each in seen if (each.session, each.signature) == known_by)
        return seen_again(found, [each.position for each in again])

    def _read(self, row: Row) -> FollowUp:
        events = latest(self._board.local.failures.from_on(row, WITHIN_EVENTS))
        call = next(events)
        return follow_up(row, self._attested(events), call.payload)

    def _attested(self, events: Iterable[Event]) -> Iterator[Event]:
        """The events with their authors, also those that were proved after these were recorded."""
        proofs = cache(self._proofs)
        for event in events:
            payload = event.payload or {}
            if event.type != "message.recorded" or payload.get("said_by", "unknown") != "unknown":
                yield event
                continue
            from blackboard.attestation import attested_one  # it needs the models of the events

            yield attested_one(event, proofs)

    def _proofs(self, stream: str) -> list[Event]:
        from blackboard.events.session import AuthorsAttested

        return list(self._board.read(stream=stream, types=[AuthorsAttested.type]))
