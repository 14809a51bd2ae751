"""What `init` writes only for a person who asks: no dialog for tools that read, the status line.

https://code.claude.com/docs/en/permissions and https://code.claude.com/docs/en/statusline.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from blackboard.agents.registration import SERVER, Option, Registration
from lessonboard.install.json_edit import Keys, append, put
from lessonboard.install.json_read import Node, fail, read
from lessonboard.install.launcher import is_our_status_line
from lessonboard.mcp.definitions import DEFINITIONS

READING = tuple(f"mcp__{SERVER}__{tool.name}" for tool in DEFINITIONS if tool.reads)
"""The rules of Claude Code that allow the tools which change nothing."""

SAYS: Mapping[Option, str] = {
    "--allow-reading": "its tools that only read "
    f"({', '.join(tool.name for tool in DEFINITIONS if tool.reads)}) run without a dialog",
    "--status-line": "a line below its input says what was shown and what waits for you",
}
"""What each option does, in words."""

_ALLOW = ("permissions", "allow")
_STATUS_LINE = ("statusLine",)


def of(status_line: str) -> dict[Option, Any]:
    """Return what is offered to who uses Claude Code, by option."""
    return {
        "--allow-reading": READING,
        "--status-line": {"type": "command", "command": status_line},
    }


def registered(text: str, wanted: Registration) -> str:
    """Return the text with what was asked for; our status line is brought up to date unasked.

    Raises:
        BrokenSettings: the text is of another shape, or there is a status line already.
    """
    path = str(wanted.path)
    if "--allow-reading" in wanted.asked:
        for rule in _missing(text, wanted):
            text = append(text, _ALLOW, rule, path)
    there = _at(text, _STATUS_LINE)
    line = wanted.offers.get("--status-line")
    if line and there and is_our_status_line(there.value):
        return put(text, (*_STATUS_LINE, "command"), line["command"], path)
    if "--status-line" not in wanted.asked:
        return text
    if there:
        fail(text, there.start, "there is a status line already, which is left as it is", path)
    return put(text, _STATUS_LINE, line, path)


def open_in(text: str, wanted: Registration) -> tuple[Option, ...]:
    """Return the options that would add something to a file."""
    is_open: dict[Option, bool] = {
        "--allow-reading": bool(_missing(text, wanted)),
        "--status-line": not _at(text, _STATUS_LINE),
    }
    return tuple(option for option in wanted.offers if is_open[option])


def places(text: str, original: str | None) -> Iterator[Keys]:
    """Yield where these options are.

    A rule has no owner, so rules that were there before us stay.
    """
    there = _at(text, _STATUS_LINE)
    if there and is_our_status_line(there.value):
        yield _STATUS_LINE
    if original is None:
        return
    before = _rules(original)
    for place, rule in enumerate(_rules(text)):
        if rule in READING and rule not in before:
            yield (*_ALLOW, place)


def _missing(text: str, wanted: Registration) -> list[str]:
    rules = _rules(text)
    return [rule for rule in wanted.offers.get("--allow-reading", ()) if rule not in rules]


def _rules(text: str) -> list[Any]:
    there = _at(text, _ALLOW)
    return there.value if there and isinstance(there.value, list) else []


def _at(text: str, keys: Keys) -> Node | None:
    root = read(text)
    return root.at(keys) if root else None
