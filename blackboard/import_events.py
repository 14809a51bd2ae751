"""The events that an import found, made ready to be written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from blackboard import chain
from blackboard.event import NewEvent
from blackboard.events.required import fault_of
from blackboard.import_summary import Summary
from blackboard.redaction.breadth import Find, redact_more
from blackboard.writing import written


class Found(NamedTuple):
    """An event, and where its record begins."""

    offset: int
    event: NewEvent


class Ready(NamedTuple):
    """An event as it is written, where its record begins, and its payload as JSON."""

    offset: int
    event: NewEvent
    payload: bytes


class Preparing:
    """Cleans and redacts events.

    Args:
        summary: where the secrets are counted.
        more: finds secrets beside our own rules.
        note: called with what an event lacks, and where its record begins.
    """

    def __init__(self, summary: Summary, more: Find, note: Callable[[int, str], None]) -> None:
        self._summary = summary
        self._more = more
        self._note = note

    def ready(self, found: Sequence[Found]) -> list[Ready]:
        """Those of some events that have what their types require.

        Raises:
            InvalidEvent: a payload holds something that JSON cannot say.
        """
        events, payloads, secrets = written([each.event for each in found])
        self._summary.redactions += secrets
        rows = zip(found, events, payloads, strict=True)
        return [
            Ready(each.offset, event, payload)
            for each, event, payload in rows
            if self._is_sound(each.offset, event)
        ]

    def _is_sound(self, offset: int, event: NewEvent) -> bool:
        fault = fault_of(event.type, event.schema, event.payload)
        if fault:
            self._note(offset, f"its {event.type} event {fault}")
        return not fault

    def more(self, ready: list[Ready]) -> list[Ready]:
        """The same without what the other rules find, which look at all of them together.

        Raises:
            ScanTimeout: they could not look in time.
        """
        payloads, secrets = redact_more([each.event.payload for each in ready], self._more)
        if not secrets:
            return ready
        self._summary.redactions += secrets
        return [
            Ready(offset, event._replace(payload=new), chain.encode(event.type, new))
            for (offset, event, _), new in zip(ready, payloads, strict=True)
        ]
