"""An utterance: what a person said in a session, and what the agent had just done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from blackboard.event import Event

_REFUSAL = re.compile(r"\bthe user said:\s*(?P<words>.+)", re.DOTALL | re.IGNORECASE)
_SOON = 4
"""Events after a refusal without words in which what the person writes is about it."""


class Utterance(NamedTuple):
    """What a person said.

    `event` holds the words: a message, or the call whose refusal they came with. `refused` is the
    call that the person refused with them, None where nothing was refused; `before` is the last
    call that the agent made. `opening` says that nothing came before it.
    """

    event: Event
    text: str
    refused: Event | None
    before: Event | None
    opening: bool = False


def utterances(events: Sequence[Event]) -> Iterator[Utterance]:
    """What the person of one session said, in order, each thing once.

    Agents record the words of a refusal with the call and again as a message; the message is
    left out. A refusal without words takes the message that follows it soon.
    """
    typed = [each.payload["text"] for each in events if _is_typed(each) and each.payload]
    before: Event | None = None
    silent: tuple[int, Event] | None = None
    heard: set[str] = set()
    for number, event in enumerate(events):
        payload = event.payload or {}
        if event.type == "tool.called":
            before = event
            words = _refusal(payload) if _may_be_a_persons(event) else ""
            if words:
                heard.add(_folded(words))
                yield Utterance(event, words, event, event)
            elif payload.get("denied") and _may_be_a_persons(event):
                silent = (number, event)
        elif _is_typed(event):
            text = payload["text"]
            if _folded(text) in heard or _is_begun(text, typed):
                continue
            heard.add(_folded(text))
            refused = silent[1] if silent and number - silent[0] <= _SOON else None
            silent = None
            yield Utterance(event, text, refused, before, before is None and len(heard) == 1)


def _is_typed(event: Event) -> bool:
    role = (event.payload or {}).get("role")
    return event.type == "message.recorded" and role == "user" and _may_be_a_persons(event)


def _may_be_a_persons(event: Event) -> bool:
    """Whether words are a person's, or may be: nothing says that a program wrote them."""
    return (event.payload or {}).get("said_by", "unknown") in ("human", "unknown")


def _is_begun(text: str, typed: Sequence[str]) -> bool:
    """Whether a message was sent too soon, and again with more."""
    return any(len(each) > len(text) and each.startswith(text) for each in typed)


def _refusal(payload: dict[str, object]) -> str:
    """What the person said when a call was refused."""
    found = _REFUSAL.search(str(payload.get("output", ""))) if payload.get("denied") else None
    return found["words"].strip() if found else ""


def _folded(text: str) -> str:
    return " ".join(text.lower().split())
