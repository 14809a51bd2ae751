"""An attempt: a call of the shell as the commands it ran, and whether it did what was wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from blackboard import calls
from blackboard.calls import was_not_run
from blackboard.event import Event
from blackboard.search import moments
from blackboard.search.complaint import complaint, is_misspoken
from blackboard.search.shell import PROBES, only_looks
from reflect.invocation import Invocation, Piece, command_of, pieces
from reflect.trajectory import payload_of

_TEMPORARY = re.compile(r"^[\"']?(?:/private)?/(?:tmp|var)(?:/|$)|\bmktemp\b|^[\"']?\$(?:TMP|TEMP)")

_AN_INSTANT = 500_000
"""Microseconds between calls that an agent made together."""


class Attempt(NamedTuple):
    """A call of a shell tool, and the commands that it ran."""

    call: Event
    pieces: tuple[Piece, ...]

    @property
    def commands(self) -> tuple[Invocation, ...]:
        """The commands that were run for what they do, not for what they show of another."""
        return tuple(each.invocation for each in self.pieces if not _only_shows(each))


def attempt(call: Event, root: str | None) -> Attempt | None:
    """What a call of the shell ran, or None for other tools and for programs in the shell."""
    line = command_of(call)
    found = pieces(line, root) if line else []
    if not found:
        return None
    folder = _work_folder(call, root)
    if folder:
        found = [
            Piece(each.operator, each.invocation._replace(folder=each.invocation.folder or folder))
            for each in found
        ]
    return Attempt(call, tuple(found))


def blamed(tried: Attempt, error: str) -> Invocation | None:
    """The one command of a failed call that its error is about, or None when that is not clear."""
    for each in tried.pieces:
        program = re.escape(each.invocation.program)
        if re.search(rf"(?:^|\s|:){program}: |not found: {program}$|{program}: not found", error):
            return each.invocation
    commands = list(dict.fromkeys(tried.commands))
    commands = [each for each in commands if not looks(each)] or commands
    if len(commands) == 1:
        return commands[0]
    named = [each for each in commands if _is_named(each, error)]
    return named[-1] if len(named) == 1 else None


def worked(call: Event) -> bool:
    """Whether a call did what it was to do; a pipe hides the exit code of what is before it."""
    payload = payload_of(call)
    output = payload.get("output", "")
    if payload.get("failed") is not False or payload.get("denied") or was_not_run(output):
        return False
    if calls.has_failed(payload):
        return False
    return not (_is_piped(command_of(call) or "") and moments.error_line(output))


def started(call: Event, error: str) -> bool:
    """Whether a call came as far as doing its work, even if that went wrong in its turn."""
    payload = payload_of(call)
    output = payload.get("output", "")
    if payload.get("denied") or payload.get("failed") is None or was_not_run(output):
        return False
    if worked(call):
        return True
    said = complaint(output)
    return bool(output.strip()) and error not in output and not (said and is_misspoken(said))


def looks(command: Invocation) -> bool:
    """Whether a command only prints state."""
    return only_looks(command.words)


def is_temporary(word: str) -> bool:
    """Whether a path is in a folder that is thrown away."""
    return bool(_TEMPORARY.search(word))


def at_once(one: Event, other: Event) -> bool:
    """Whether two calls were made together, so that neither can have prepared the other."""
    return abs(one.occurred_at - other.occurred_at) < _AN_INSTANT


def calls_of(events: Sequence[Event]) -> list[Event]:
    """The calls among events."""
    return [event for event in events if event.type == "tool.called" and event.payload]


def has_failed(call: Event) -> bool:
    """Whether a call failed, marked as such or not, and was not refused by the human."""
    return calls.has_failed(payload_of(call))


def failed_attempts(calls: Sequence[Event], root: str | None) -> Iterator[tuple[int, Attempt]]:
    """The calls of the shell that failed, with their places; no output of others is read."""
    for index, call in enumerate(calls):
        tried = attempt(call, root) if has_failed(call) else None
        if tried is not None:
            yield index, tried


def _is_piped(line: str) -> bool:
    if "|" not in line:
        return False
    parts = pieces(line, None)
    return not parts or any(each.operator.startswith("|") for each in parts)


def _only_shows(piece: Piece) -> bool:
    command = piece.invocation
    return piece.operator in ("|", "|&") or command.is_filter or command.program in PROBES


def _is_named(command: Invocation, error: str) -> bool:
    words = (word.strip("\"'") for word in command.words[1:])
    return any(len(word) > 3 and word in error for word in words)


def _work_folder(call: Event, root: str | None) -> str:
    """The folder that a call says it is to be run in, where it is not the session's own."""
    folder: str | None = payload_of(call).get("cwd")
    if not folder or not root or folder.rstrip("/") == root.rstrip("/"):
        return ""
    return folder.removeprefix(f"{root}/").rstrip("/")
