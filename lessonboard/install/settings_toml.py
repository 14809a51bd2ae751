"""Our MCP server in a TOML settings file: put in, brought up to date, taken out.

A separate table at the end is text that touches nothing else; only where it cannot be
there, or was changed by hand, does tomlkit edit the document.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from blackboard import BoardError
from blackboard.agents.registration import SERVER, Registration
from lessonboard.install.json_read import BrokenSettings
from lessonboard.install.launcher import is_our_server

_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


def registered(text: str, wanted: Registration) -> str:
    """Return the text with our server; the same text if it is there.

    Raises:
        BrokenSettings: the text is no TOML.
    """
    (top,) = wanted.server_at
    path = str(wanted.path)
    tables = _parsed(text, path)
    servers = tables.get(top, {})
    server = dict(wanted.server or {})
    if not isinstance(servers, dict):
        raise BoardError(f"{path}: {top} is no table; nothing was changed, mend the file")
    there = servers.get(SERVER)
    if there and not is_our_server(there):
        raise BoardError(
            f"{path}: there is a server {SERVER!r} that is not ours; nothing was changed, rename it"
        )
    kept = there if isinstance(there, dict) else {}
    goal = {**tables, top: {**servers, SERVER: {**kept, **server}}}
    if goal == tables:
        return text
    appended = text + _table(text, top, server)
    return appended if _says(appended, goal) else _by_tomlkit(text, path, top, goal, server)


def unregistered(text: str, path: str, server_at: tuple[str, ...], original: str | None) -> str:
    """Return the text without our server; an empty table that was there before us stays.

    Raises:
        BrokenSettings: the text is no TOML.
    """
    (top,) = server_at
    tables = _parsed(text, path)
    servers = tables.get(top)
    there = servers.get(SERVER) if isinstance(servers, dict) else None
    if not isinstance(servers, dict) or not is_our_server(there):
        return text
    rest = {name: each for name, each in servers.items() if name != SERVER}
    keeps_top = rest or (original is not None and top in _parsed(original, path))
    goal = {name: each for name, each in tables.items() if name != top or keeps_top}
    if keeps_top:
        goal[top] = rest
    cut = _own_table(top).sub("", text)
    return cut if _says(cut, goal) else _by_tomlkit(text, path, top, goal, None)


def is_bare(text: str) -> bool:
    """Return whether there is nothing in it, not even a comment."""
    return not text.strip()


def _parsed(text: str, path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _PLACE.search(message)
        line = int(place[1]) if place and place[1] else text.count("\n") + 1
        column = int(place[2]) if place and place[2] else len(text.rpartition("\n")[2]) + 1
        reason = _PLACE.sub("", message).lower()
        raise BrokenSettings(path, line, column, reason) from error


def _table(text: str, top: str, server: dict[str, Any]) -> str:
    """Return a table to append; JSON's texts and lists are TOML's as well."""
    line_end = "\r\n" if "\r\n" in text else "\n"
    keys = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in server.items()]
    space = "" if not text or text.endswith("\n") else line_end
    gap = line_end if text.strip() else ""
    return space + gap + line_end.join([f"[{top}.{SERVER}]", *keys, ""])


def _own_table(top: str) -> re.Pattern[str]:
    """Our table, and those below it: the blank line before, the head, and the lines with keys."""
    return re.compile(
        rf"""(?:^\r?\n)? ^[ \t]*\[[ \t]*{top}[ \t]*\.[ \t]*"?{SERVER}"?[ \t]*(?:\.[^\n\]]*)?\]
        [^\n]* (?:\n[ \t]*[\w"'.-]+[ \t]*=[^\n]*)* (?:\n|\Z)""",
        re.MULTILINE | re.VERBOSE,
    )


def _says(text: str, goal: dict[str, Any]) -> bool:
    try:
        return tomllib.loads(text) == goal
    except tomllib.TOMLDecodeError:
        return False


def _by_tomlkit(
    text: str, path: str, top: str, goal: dict[str, Any], server: dict[str, Any] | None
) -> str:
    """Return the text edited so that it says what it should, comments kept."""
    try:
        document = tomlkit.parse(text)
        _edit(document, top, goal, server)
        edited = tomlkit.dumps(document)
    except (TOMLKitError, KeyError) as error:
        raise _by_hand(path, top) from error
    if not _says(edited, goal):
        raise _by_hand(path, top)
    return edited


def _edit(document: Any, top: str, goal: dict[str, Any], server: dict[str, Any] | None) -> None:
    servers = document[top]
    if server is None:
        del servers[SERVER]
        if top not in goal:
            del document[top]
    elif isinstance(servers.get(SERVER), dict):
        servers[SERVER].update(server)
    else:
        servers[SERVER] = server


def _by_hand(path: str, top: str) -> BoardError:
    return BoardError(
        f"{path}: could not edit {top}.{SERVER} without changing other settings; nothing was "
        "changed, edit it by hand"
    )
