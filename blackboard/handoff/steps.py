"""The messages and calls of a session in the form in which a hand-over reads them; pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from blackboard.calls import has_failed, purpose_of
from blackboard.event import Event
from blackboard.events.upcast import latest
from blackboard.search.shell import PROBES, simple_commands

Payload = dict[str, Any]
_MORE = ("&&", ";", ">")
"""Behind these a line that begins with a look may do more."""


@dataclass(frozen=True, eq=False)
class Message:
    """What was said: `author` is "human", "agent" or "unknown" (`blackboard.vocabulary.Author`)."""

    position: int
    by_user: bool
    author: str
    text: str


@dataclass(frozen=True, eq=False)
class Call:
    """A tool call with its outcome, in the agent's folder at that time."""

    position: int
    payload: Payload

    @property
    def line(self) -> str:
        """The shell line; empty for other tools."""
        return (self.payload.get("command") or "") if self.kind == "shell" else ""

    @property
    def kind(self) -> str:
        """The kind of the tool."""
        return str(self.payload["kind"])

    @property
    def name(self) -> str:
        """The name of the tool."""
        return str(self.payload["name"])

    @property
    def output(self) -> str:
        """What it printed."""
        return str(self.payload.get("output") or "")

    @property
    def input(self) -> Payload:
        """What it was given."""
        return self.payload.get("input") or {}

    @property
    def failed(self) -> bool:
        """Whether it failed, as its agent says or as its output shows."""
        return has_failed(self.payload)

    @property
    def denied(self) -> bool:
        """Whether it was refused."""
        return bool(self.payload.get("denied"))

    @property
    def only_looks(self) -> bool:
        """Whether it only read."""
        if purpose_of(self.payload) == "look":
            return True
        first = simple_commands(self.line)[:1]
        return bool(first) and first[0][0] in PROBES and not any(map(self.line.__contains__, _MORE))


@dataclass(frozen=True)
class Steps:
    """What a session was made of, in order."""

    messages: tuple[Message, ...]
    calls: tuple[Call, ...]


def steps(events: Iterable[Event], folder: str = "") -> Steps:
    """The messages and calls of a session's events; parts of one message are joined.

    Args:
        events: of the session, in order.
        folder: where it began; paths below it are made relative to it.
    """
    messages: list[Message] = []
    calls: list[Call] = []
    last_id: object = None
    for event in latest(events):
        if event.payload is None:
            continue
        payload = relative(event.payload, folder)
        if event.type == "tool.called":
            calls.append(Call(event.position, payload))
        elif event.type == "message.recorded":
            message = _message(event, payload)
            if messages and payload.get("message") and payload["message"] == last_id:
                messages[-1] = _joined(messages[-1], message)
            elif payload.get("said_by") != "harness":
                messages.append(message)
            last_id = payload.get("message")
    return Steps(tuple(messages), tuple(calls))


def relative(value: Any, folder: str) -> Any:
    """A JSON value whose texts name what is below a folder, or beside it, relative to it.

    >>> relative(["/home/ada/kite/src/fold.py", "/home/ada/kite-2/a.py"], "/home/ada/kite")
    ['src/fold.py', '../kite-2/a.py']
    """
    if isinstance(value, str):
        base = folder.rstrip("/")
        above = base.rpartition("/")[0]
        value = value.replace(f"{base}/", "") if len(base) > 1 else value
        return value.replace(f"{above}/", "../") if above.count("/") > 1 else value
    if isinstance(value, dict):
        return {name: relative(each, folder) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [relative(each, folder) for each in value]
    return value


def _message(event: Event, payload: Payload) -> Message:
    by_user = payload["role"] == "user"
    return Message(event.position, by_user, payload.get("said_by", "unknown"), payload["text"])


def _joined(one: Message, other: Message) -> Message:
    return Message(one.position, one.by_user, one.author, f"{one.text}\n{other.text}")
