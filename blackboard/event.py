"""What an event is: the fact as proposed, and the fact as recorded."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, Required, TypedDict

Payload = Mapping[str, Any]


class NewEvent(NamedTuple):
    """A fact that somebody wants on the board.

    `id` is left out for a fact that is new by nature, and derived from the source record
    (`ids.derived`) for a fact that may be recorded twice: the second append is a no-op.
    `occurred_at` is in microseconds since 1970 UTC; left out, it is the time of recording.
    """

    type: str
    stream: str
    payload: Payload
    schema: int = 1
    project: str | None = None
    actor: str = ""
    occurred_at: int | None = None
    id: str | None = None
    causation: str | None = None
    correlation: str | None = None


class Envelope(TypedDict, total=False):
    """What is said of a payload when it is recorded: by whom, where and when.

    `stream` is for payloads that do not go on their own stream. `key` makes an event the same
    when it is recorded again, where its payload alone does not say so. The rest is as in
    `NewEvent`.
    """

    actor: Required[str]
    project: str | None
    occurred_at: int | None
    stream: str
    key: str
    causation: str | None
    correlation: str | None


class Event(NamedTuple):
    """A fact on the board; the order of fields is the order of the table's columns.

    `position` counts all events from 1 without a gap, `version` those of the stream.
    Times are microseconds since 1970 UTC. `payload` is None when it was forgotten.
    """

    position: int
    id: str
    stream: str
    version: int
    type: str
    schema: int
    project: str | None
    actor: str
    occurred_at: int
    recorded_at: int
    causation: str | None
    correlation: str | None
    payload: dict[str, Any] | None
    payload_sha256: bytes
    digest: bytes

    def as_json(self) -> dict[str, Any]:
        """The event as plain JSON, times as ISO 8601 and hashes as hex."""
        return {
            **self._asdict(),
            "occurred_at": iso(self.occurred_at),
            "recorded_at": iso(self.recorded_at),
            "payload_sha256": self.payload_sha256.hex(),
            "digest": self.digest.hex(),
        }


class StoredEvent(NamedTuple):
    """An event as it is stored: like `Event`, with the payload as the JSON text that was hashed."""

    position: int
    id: str
    stream: str
    version: int
    type: str
    schema: int
    project: str | None
    actor: str
    occurred_at: int
    recorded_at: int
    causation: str | None
    correlation: str | None
    payload: str | None
    payload_sha256: bytes
    digest: bytes


def iso(micros: int) -> str:
    """Microseconds since 1970 as ISO 8601 in UTC; a time beyond the years 1 to 9999 is their end.

    >>> iso(1_700_000_000_000_000)
    '2023-11-14T22:13:20.000000Z'
    """
    micros = min(max(_FIRST, micros), _LAST)
    moment = _EPOCH + timedelta(microseconds=micros)
    return moment.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def micros(text: str) -> int:
    """ISO 8601 (a missing zone means UTC) as microseconds since 1970.

    Raises:
        ValueError: the text is no ISO 8601 time.

    >>> micros("2023-11-14T22:13:20Z")
    1700000000000000
    """
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    delta = moment - _EPOCH
    return (delta.days * 86_400 + delta.seconds) * 1_000_000 + delta.microseconds


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST, _LAST = -62_135_596_800_000_000, 253_402_300_799_999_999
"""The beginning of the year 1 and the end of the year 9999, in microseconds since 1970."""
