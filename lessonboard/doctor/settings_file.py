"""Read agents' settings (JSON, possibly with comments), and the hook commands in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

_MOST = 4 << 20
_STRING = r'"(?:\\.|[^"\\\n])*"'
_COMMENT = re.compile(rf"({_STRING})|//[^\n]*|/\*.*?\*/", re.DOTALL)
_LAST_COMMA = re.compile(rf"({_STRING})|,(?=\s*[}}\]])", re.DOTALL)
_OURS = re.compile(
    r"(?i)lessonboard|\bhook\.py[\"']?\s+[\"']?(?:claude|codex|gemini|cursor|opencode)\b"
)


class Hook(NamedTuple):
    """One of our hook commands, and the events that call it."""

    command: str
    events: tuple[str, ...]


def is_ours(command: str) -> bool:
    """Return whether a hook command is Lessonboard's."""
    return _OURS.search(command) is not None


def read(path: Path) -> dict[str, Any]:
    """Return a settings file, with comments and trailing commas allowed.

    It is empty if the file does not exist.

    Raises:
        ValueError: the content is not a JSON object.
        OSError: the file cannot be read.
    """
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        text = file.read(_MOST).decode("utf-8-sig", "replace")
    value = json.loads(_LAST_COMMA.sub(_kept, _COMMENT.sub(_kept, text)) or "{}")
    if not isinstance(value, dict):
        raise ValueError("it is no JSON object")  # noqa: TRY004  # of the text, not of a type
    return value


def is_plain(path: Path) -> bool:
    """Return whether a file is strict JSON without comments; a missing file counts as such."""
    if not path.is_file():
        return True
    try:
        json.loads(path.read_bytes())
    except ValueError:
        return False
    return True


def hooks(settings: dict[str, Any]) -> list[Hook]:
    """Our hooks in settings, one per command."""
    events: dict[str, list[str]] = {}
    for event, command in _commands(settings.get("hooks")):
        if is_ours(command):
            events.setdefault(command, []).append(event)
    return [Hook(command, tuple(dict.fromkeys(names))) for command, names in events.items()]


def _commands(table: Any) -> Iterator[tuple[str, str]]:
    """Yield the events and commands of `{event: [{"hooks": [{"command": ...}]}]}`, or ungrouped."""
    for event, groups in table.items() if isinstance(table, dict) else ():
        for group in groups if isinstance(groups, list) else ():
            inner = group.get("hooks", [group]) if isinstance(group, dict) else None
            for hook in inner if isinstance(inner, list) else ():
                if isinstance(hook, dict) and isinstance(hook.get("command"), str):
                    yield str(event), _command_line(hook)


def _command_line(hook: dict[str, Any]) -> str:
    """Return a command with its arguments, which may be in a separate list."""
    arguments = hook.get("args")
    listed = arguments if isinstance(arguments, list) else []
    quoted = [f'"{part}"' if " " in str(part) else str(part) for part in listed]
    first = hook["command"]
    return " ".join([f'"{first}"' if quoted and " " in first else first, *quoted])


def _kept(match: re.Match[str]) -> str:
    return match[1] or ""
