"""A trajectory as text for a model, and the way back from a quotation to its event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import orjson

from blackboard.delivery.text import tokens
from blackboard.event import Event
from blackboard.events.payload import Evidence
from reflect.prompts import shortened
from reflect.trajectory import Trajectory, payload_of

_CALL, _FAILED, _SAID, _ANSWERED = 300, 1200, 3000, 800
_LONGEST_QUOTE = 1000
_SHORTEST_QUOTE = 8
"""Characters; "passed" and "failed" stand everywhere, and prove nothing."""


def record(trajectory: Trajectory, most_tokens: int) -> str:
    """What happened, oldest first, within so many tokens.

    What the human said and failures come first when there is no room for everything; then the
    calls that went well, and what the agent said.
    """
    lines = [
        (_weight(event), number, _line(event)) for number, event in enumerate(trajectory.events)
    ]
    kept: dict[int, str] = {}
    room = most_tokens
    for _, number, line in sorted(line for line in lines if line[2]):
        size = tokens(line) + 1
        if size <= room:
            kept[number] = line
            room -= size
    return "\n".join(kept[number] for number in sorted(kept))


def prove(quotes: Iterable[str], events: Sequence[Event], session: str) -> tuple[Evidence, ...]:
    """The events in which quotations stand, word for word but for white space."""
    texts = [(event, _plain(_whole(event))) for event in events]
    found: dict[str, Evidence] = {}
    for quote in quotes:
        wanted = _plain(quote)
        for event, text in texts:
            if is_telling(wanted) and wanted in text and event.id not in found:
                found[event.id] = Evidence(
                    event_id=event.id, quote=quote[:_LONGEST_QUOTE], session=session
                )
                break
    return tuple(found.values())


def is_telling(quote: str) -> bool:
    """Whether a quotation is long enough to prove anything."""
    return len(quote) >= _SHORTEST_QUOTE


def _weight(event: Event) -> int:
    payload = payload_of(event)
    if event.type == "message.recorded":
        return 0 if payload["role"] == "user" else 3
    return 1 if payload.get("failed") or payload.get("denied") else 2


def _line(event: Event) -> str:
    payload = payload_of(event)
    if event.type == "message.recorded":
        is_human = payload["role"] == "user"
        said = shortened(payload["text"], _SAID if is_human else _ANSWERED)
        return f"{'HUMAN' if is_human else 'AGENT'}: {_inside(said)}"
    if event.type != "tool.called":
        return ""
    given = shortened(orjson.dumps(payload["input"]).decode(), _CALL)
    failed = payload.get("failed")
    state = "refused by the human" if payload.get("denied") else "failed" if failed else "ok"
    said = shortened(payload.get("output", ""), _FAILED if failed else _CALL)
    return f"CALL {payload['name']} {_inside(given)} -> {state}: {_inside(said)}"


def _inside(text: str) -> str:
    """A text whose lines are all set in: only ours begin a line, no output can imitate a human."""
    return "\n  ".join(text.splitlines())


def _whole(event: Event) -> str:
    payload = payload_of(event)
    if event.type == "message.recorded":
        return str(payload["text"])
    given = payload.get("input", {})
    values = [value for value in given.values() if isinstance(value, str)]
    return "\n".join([*values, payload.get("output", "")])


def _plain(text: str) -> str:
    return " ".join(text.split())
