"""The digest of a session: what a careful reader would mark in it, in order; pure.

A person's words are kept whole, failed and refused calls with what was run and what came after, the
agent's last words of each turn, edits of rules and settings; all other calls share a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from blackboard.calls import edits_files, has_failed, purpose_of, shell_line
from blackboard.event import Event
from blackboard.search.file_names import file_name
from blackboard.search.shell import simple_commands
from reflect.digest import calls
from reflect.digest.entry import Entry
from reflect.prompts import shortened
from reflect.trajectory import Trajectory, payload_of

_PERSON, _SOMEBODY, _AGENT, _REMARK = 1500, 500, 800, 300
_AFTER_A_FAILURE = 2
"""Calls that are shown whole after a failed one: what was done about it."""

_STILL_OPEN = 40
"""Calls within which a passed one of the same program is shown as what worked in the end."""

_IN_A_LINE, _LINE = 8, 420
_SETTINGS = (".toml", ".yml", ".yaml", ".ini", ".cfg", ".mk")
_SETTING_NAMES = frozenset(
    "agents.md claude.md gemini.md copilot-instructions.md makefile justfile dockerfile "
    "package.json tsconfig.json pyproject.toml settings.json contributing.md memory.md".split()
)


def entries(trajectory: Trajectory, since: int = 0) -> list[Entry]:
    """The entries of a session's digest, those after a version of its stream.

    Args:
        trajectory: the session, with its authors attested.
        since: what was read before is no longer shown.
    """
    events = [each for each in trajectory.events if each.type in _SHOWN and each.version > since]
    room = _room_of_words(events)
    remarkable = _Remarkable(trajectory.root)
    made = (
        remarkable.call(event)
        if event.type == "tool.called"
        else _message(event, room.get(event.id, 0))
        for event in events
    )
    return [each for each in made if each is not None]


def lines(found: Sequence[Entry]) -> list[str]:
    """The lines of a digest.

    Calls that nothing is remarkable about share a line as far as they follow one another.
    """
    told: list[str] = []
    for is_other, group in groupby(found, key=lambda each: each.kind == "other"):
        several = list(group)
        told += [_together(several)] if is_other else [each.line for each in several]
    return told


_SHOWN = ("message.recorded", "tool.called")


def _message(event: Event, room: int) -> Entry | None:
    """A message; of the agent's only so many characters, as they say more at some places."""
    payload = payload_of(event)
    text = str(payload["text"]).strip()
    if not text:
        return None
    match payload.get("said_by", "unknown"):
        case "human":
            return Entry(event.version, "person", f"PERSON: {shortened(text, _PERSON)}", event)
        case "agent":
            words = shortened(" ".join(text.split()), room) if room else ""
            return Entry(event.version, "agent", f"AGENT: {words}", event) if words else None
        case author:
            who = "SOMEBODY (not proved who)" if author == "unknown" else author.upper()
            return Entry(event.version, "message", f"{who}: {shortened(text, _SOMEBODY)}", event)


class _Remarkable:
    """What calls have to be shown whole; keeps which failures nothing was done about yet."""

    def __init__(self, root: str | None) -> None:
        self._root = root
        self._after = 0
        self._open: dict[str, int] = {}

    def call(self, event: Event) -> Entry:
        payload = payload_of(event)
        told = calls.what(payload, self._root)
        if payload.get("denied"):
            who = "the person" if payload.get("said_by") == "human" else "the agent's program"
            text = f"REFUSED by {who}: {told}\n{calls.refusal(payload)}"
            return Entry(event.version, "refused", text, event)
        if has_failed(payload):
            self._failed(payload)
            code = payload.get("exit_code")
            how = f"FAILED with exit code {code}" if code else "FAILED"
            text = f"{how}: {told}\n{calls.error(payload, self._root)}"
            return Entry(event.version, "failed", text, event)
        return self._passed(event, payload, told)

    def _failed(self, payload: dict[str, Any]) -> None:
        self._after = _AFTER_A_FAILURE
        self._open |= dict.fromkeys(_programs(payload), _STILL_OPEN)

    def _passed(self, event: Event, payload: dict[str, Any], told: str) -> Entry:
        self._open = {name: left - 1 for name, left in self._open.items() if left > 1}
        mended = [name for name in _programs(payload) if self._open.pop(name, 0)]
        is_after, self._after = self._after > 0, max(0, self._after - 1)
        if edits_files(payload) and any(map(_is_setting, payload.get("paths", ()))):
            text = f"EDITED {told}\n{calls.added(payload)}"
            return Entry(event.version, "settings", text, event)
        found = calls.problems(payload, self._root) if _may_find(payload) else ""
        if mended or found or (is_after and purpose_of(payload) in ("command", "edit")):
            text = f"PASSED: {told}" + (f"\nit printed: {found}" if found else "")
            return Entry(event.version, "passed", text, event)
        return Entry(event.version, "other", calls.brief(payload, self._root), event)


def _programs(payload: dict[str, Any]) -> list[str]:
    """What is run by a shell line, each with its first word; an edit by its file."""
    line = shell_line(payload)
    if line is None:
        return [f"{payload.get('kind')} {path}" for path in payload.get("paths", ())[:1]]
    return [" ".join(words[:2]) for words in simple_commands(line) if words[0] != "cd"]


def _may_find(payload: dict[str, Any]) -> bool:
    return shell_line(payload) is not None and purpose_of(payload) == "command"


def _is_setting(path: str) -> bool:
    """Whether a file says how to work: rules for agents, CI, settings of tools.

    >>> [_is_setting(each) for each in (".github/workflows/ci.yml", "src/app.py", "AGENTS.md")]
    [True, False, True]
    """
    name = file_name(path)
    return name in _SETTING_NAMES or name.endswith(_SETTINGS) or name.startswith(".")


def _room_of_words(events: Iterable[Event]) -> dict[str, int]:
    """How many characters of the agent's messages are shown, by their ids.

    The last words of a turn sum it up; what follows a failure says what it was taken for.
    """
    room: dict[str, int] = {}
    last, is_after_failure = "", False
    for event in events:
        payload = payload_of(event)
        if event.type == "tool.called":
            is_after_failure = has_failed(payload) or bool(payload.get("denied"))
        elif payload.get("said_by") == "human" and last:
            room[last] = _AGENT
        elif payload.get("said_by") == "agent" and str(payload["text"]).strip():
            last = event.id
            if is_after_failure:
                room[last] = _REMARK
                is_after_failure = False
    return {**room, last: _AGENT}


def _together(several: Sequence[Entry]) -> str:
    """Calls that nothing is remarkable about, in one line."""
    first, last = several[0].number, several[-1].number
    span = f"[{first}]" if first == last else f"[{first}-{last}]"
    names = list(dict.fromkeys(each.text for each in several))
    shown = "; ".join(names[:_IN_A_LINE])
    more = f"; {len(names) - _IN_A_LINE} more" if len(names) > _IN_A_LINE else ""
    return f"{span} {' '.join(shown.split())[:_LINE]}{more}"
