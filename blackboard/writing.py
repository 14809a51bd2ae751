"""Payloads as they are written: without controls and secrets, each with its JSON, dumped once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson

from blackboard import chain
from blackboard.event import NewEvent
from blackboard.redaction.redact import redact_each
from blackboard.sanitise import clean_all, may_hold_controls


class Written(NamedTuple):
    """Events as they are written, their payloads as JSON, and how many secrets were cut."""

    events: list[NewEvent]
    payloads: list[bytes]
    secrets: int


def written(events: Sequence[NewEvent]) -> Written:
    """Events with clean payloads; one search for all of them finds where a secret may be.

    Raises:
        InvalidEvent: a payload holds something that JSON cannot say.
    """
    dumped = [_dumped(event.payload) for event in events]
    clean = [
        event.payload if json is not None else clean_all(event.payload)
        for event, json in zip(events, dumped, strict=True)
    ]
    redacted, secrets = redact_each(clean)
    found = Written([], [], secrets)
    for event, payload, json in zip(events, redacted, dumped, strict=True):
        if payload is event.payload and json is not None:
            found.events.append(event)
            found.payloads.append(json)
        else:
            found.events.append(event._replace(payload=payload))
            found.payloads.append(chain.encode(event.type, payload))
    return found


def _dumped(payload: Any) -> bytes | None:
    """The JSON of a payload, unless it may hold controls or is no JSON.

    To ask its JSON takes a third of looking at each text.
    """
    try:
        json = orjson.dumps(payload)
    except TypeError:  # half of a surrogate pair, which is replaced, or what is no JSON
        return None
    return None if may_hold_controls(json.decode()) else json
