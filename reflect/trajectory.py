"""A session as a reflector sees it: who said what, what was called, what it changed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from blackboard import Board
from blackboard.attestation import attested
from blackboard.calls import changed_files, edits_files, part_read, patch_of, replacements
from blackboard.event import Event
from blackboard.events.session import SessionMetrics
from blackboard.views.rows import SessionRow
from reflect.invocation import command_of

_SHOWN = re.compile(
    r"(?:cat|nl(?: -ba)?|sed -n '(?P<lines>[\d,$p]+)'|(?P<ends>(?:head|tail)(?: -n? ?\d+)?))"
    r" (?P<path>[\w./@+~-]+)(?: \| sed -n '(?P<piped>[\d,$p]+)')?"
)
"""A shell line that only shows a file, as agents without a tool for it read."""


class Trajectory:
    """The events of one session, with what is often asked of them.

    Args:
        session: the row of the sessions view.
        events: the session's events in order.
    """

    def __init__(self, session: SessionRow, events: Sequence[Event]) -> None:
        self.session = session
        self.events = [event for event in attested(events) if event.payload]

    @property
    def id(self) -> str:
        """The session's id."""
        return str(self.session["id"])

    @property
    def root(self) -> str | None:
        """The folder in which the session was started."""
        folder: str | None = self.session.get("cwd")
        return folder

    @cached_property
    def calls(self) -> list[Event]:
        """What the agent called."""
        return [event for event in self.events if event.type == "tool.called"]

    @cached_property
    def said(self) -> list[Event]:
        """What a human wrote, as the agent's records prove it."""
        return [each for each in self._messages("user") if payload_of(each)["said_by"] == "human"]

    @cached_property
    def answered(self) -> list[Event]:
        """What the agent wrote."""
        return self._messages("assistant")

    @property
    def metrics(self) -> SessionMetrics:
        """The session's counts."""
        session: Mapping[str, Any] = self.session
        counts = {name: session[name] or 0 for name in SessionMetrics.model_fields}
        return SessionMetrics(**counts)

    @cached_property
    def changed_lines(self) -> int:
        """How many lines the agent wrote or replaced."""
        return sum(_changed_lines(payload_of(call)) for call in self.calls if is_edit(call))

    @cached_property
    def changed_files(self) -> set[str]:
        """The files that the agent wrote or changed."""
        return {path for call in self.calls if is_edit(call) for path in changed_by(call)}

    def _messages(self, role: str) -> list[Event]:
        return [
            event
            for event in self.events
            if event.type == "message.recorded" and payload_of(event)["role"] == role
        ]


def trajectory(board: Board, session: SessionRow) -> Trajectory:
    """The trajectory of a session on the board."""
    return Trajectory(session, list(board.read(stream=session["stream"])))


def payload_of(event: Event) -> dict[str, Any]:
    """An event's payload; empty when it was forgotten."""
    return event.payload or {}


def is_edit(call: Event) -> bool:
    """Whether a call changed a file, and did not fail or get refused."""
    payload = payload_of(call)
    done = not payload.get("failed") and not payload.get("denied")
    return done and edits_files(payload)


def changed_by(call: Event) -> list[str]:
    """The files that a call changed."""
    return changed_files(payload_of(call))


def read_by(call: Event) -> tuple[str, str] | None:
    """The file that a call read and which part of it, or None for a call of another kind."""
    payload = payload_of(call)
    if payload.get("kind") != "read":
        return _shown_by(command_of(call) or "")
    paths = changed_files(payload)
    return (paths[0], part_read(payload)) if paths else None


def _shown_by(line: str) -> tuple[str, str] | None:
    found = _SHOWN.fullmatch(line.strip())
    if found is None:
        return None
    return found["path"], found["lines"] or found["piped"] or found["ends"] or ""


def _changed_lines(payload: dict[str, Any]) -> int:
    patch = patch_of(payload)
    if patch:
        return sum(line[:1] in "+-" for line in patch.splitlines() if line)
    return sum(max(_lines(each.old), _lines(each.new)) for each in replacements(payload))


def _lines(text: str | None) -> int:
    return len((text or "").splitlines())
