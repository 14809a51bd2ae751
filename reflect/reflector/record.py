"""A trajectory as text for a model, and the search for the events that a quote is from."""

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
_SPEAKERS = {"human": "HUMAN", "agent": "AGENT"}
_SHORTEST_QUOTE = 8
"""Shorter quotes, such as "passed", occur everywhere and prove nothing."""


def record(trajectory: Trajectory, most_tokens: int) -> str:
    """The session's messages and calls, oldest first, within a token limit.

    If not everything fits, the user's messages and failures come first, then successful calls, then
    the agent's messages.
    """
    lines = [(_rank(event), number, _line(event)) for number, event in enumerate(trajectory.events)]
    kept: dict[int, str] = {}
    room = most_tokens
    for _, number, line in sorted(line for line in lines if line[2]):
        size = tokens(line) + 1
        if size <= room:
            kept[number] = line
            room -= size
    return "\n".join(kept[number] for number in sorted(kept))


def prove(quotes: Iterable[str], events: Sequence[Event], session: str) -> tuple[Evidence, ...]:
    """The events that contain the quotes, verbatim except for white space."""
    texts = [(event, _squeezed(_full_text(event))) for event in events]
    found: dict[str, Evidence] = {}
    for quote in quotes:
        plain = _squeezed(quote)
        for event, text in texts:
            if is_telling(plain) and plain in text and event.id not in found:
                found[event.id] = Evidence(
                    event_id=event.id, quote=quote[:_LONGEST_QUOTE], session=session
                )
                break
    return tuple(found.values())


def is_telling(quote: str) -> bool:
    """Whether a quote is long enough to prove anything."""
    return len(quote) >= _SHORTEST_QUOTE


def _rank(event: Event) -> int:
    payload = payload_of(event)
    if event.type == "message.recorded":
        return 0 if payload["role"] == "user" else 3
    return 1 if payload.get("failed") or payload.get("denied") else 2


def _line(event: Event) -> str:
    payload = payload_of(event)
    if event.type == "message.recorded":
        is_prompt, speaker = payload["role"] == "user", _SPEAKERS.get(str(payload.get("said_by")))
        text = shortened(payload["text"], _SAID if is_prompt else _ANSWERED)
        return f"{speaker or 'SOMEBODY'}: {_indented(text)}"
    if event.type != "tool.called":
        return ""
    input_ = shortened(orjson.dumps(payload["input"]).decode(), _CALL)
    failed = payload.get("failed")
    denied = "refused by the human" if payload.get("said_by") == "human" else "refused"
    state = denied if payload.get("denied") else "failed" if failed else "ok"
    text = shortened(payload.get("output", ""), _FAILED if failed else _CALL)
    return f"CALL {payload['name']} {_indented(input_)} -> {state}: {_indented(text)}"


def _indented(text: str) -> str:
    """Indent continuation lines, so that no tool output can imitate a line of the record."""
    return "\n  ".join(text.splitlines())


def _full_text(event: Event) -> str:
    payload = payload_of(event)
    if event.type == "message.recorded":
        return str(payload["text"])
    input_ = payload.get("input", {})
    values = [value for value in input_.values() if isinstance(value, str)]
    return "\n".join([*values, payload.get("output", "")])


def _squeezed(text: str) -> str:
    return " ".join(text.split())
