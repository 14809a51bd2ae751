"""Our entries in a JSON settings file: put in, brought up to date, taken out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from blackboard.agents.registration import SERVER, Registration
from lessonboard.install import offers
from lessonboard.install.json_edit import Keys, append, put, remove, replace
from lessonboard.install.json_read import Member, Node, fail, read
from lessonboard.install.launcher import is_our_server, runs_launcher


def registered(text: str, wanted: Registration) -> str:
    """Return the text with what is wanted; the same text if it is all there.

    Raises:
        BrokenSettings: the text is nothing that the agent can read, or of another shape.
    """
    path = str(wanted.path)
    _check(text, wanted)
    if wanted.version is not None:
        text = _with_version(text, wanted.version, path)
    for event, entry in wanted.hooks.items():
        text = _with_hook(text, event, entry, path)
    if wanted.hooks:
        text = _without(text, [keys for keys in _hooks(text) if keys[1] not in wanted.hooks], None)
    if wanted.server is not None:
        text = _with_server(text, wanted.server_at, wanted.server, path)
    return offers.registered(text, wanted) if wanted.offers else text


def unregistered(text: str, path: str, server_at: tuple[str, ...], original: str | None) -> str:
    """Return the text without entries of Lessonboard.

    Args:
        text: what the file holds now.
        path: the file, for messages.
        server_at: the keys of the object that holds the servers.
        original: what it held before us, if that is known: what was empty there stays, and
            rules that allow our tools.

    Raises:
        BrokenSettings: the text is no JSON.
    """
    root = read(text, path)
    places = [*_hooks(text), *offers.places(text, original)]
    server = (*server_at, SERVER)
    there = root.at(server) if root else None
    if there and is_our_server(there.value):
        places.append(server)
    return _without(text, places, original)


def is_bare(text: str) -> bool:
    """Return whether a file says nothing that is not said by every such file."""
    root = read(text)
    return root is None or root.value in ({}, {"version": 1})


def _check(text: str, wanted: Registration) -> None:
    path = str(wanted.path)
    if read(text, path) is None or wanted.comments:
        return
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        reason = f"{wanted.agent} reads neither comments nor trailing commas in this file"
        fail(text, error.pos, reason, path)


def _with_version(text: str, version: int, path: str) -> str:
    root = read(text, path)
    there = root.at(("version",)) if root else None
    if there is None:
        return put(text, ("version",), version, path)
    if there.value != version:
        fail(text, there.start, f"version {there.value!r} is not known, only {version}", path)
    return text


# Hooks


def _with_hook(text: str, event: str, entry: Any, path: str) -> str:
    """Keep one entry in an event's list: our first is brought up to date, our others go."""
    mine = [keys for keys in _hooks(text) if keys[1] == event]
    if not mine:
        return append(text, ("hooks", event), entry, path)
    text = _without(text, mine[1:], text)
    first = mine[0]
    new = entry if len(first) == len(("hooks", event, 0)) else entry["hooks"][0]
    root = read(text)
    there = root.at(first) if root else None
    return text if there and there.value == new else replace(text, first, new)


def _hooks(text: str) -> Iterator[Keys]:
    """Yield where our entries are, also those that somebody put beside their own."""
    root = read(text)
    hooks = root.at(("hooks",)) if root else None
    for event in hooks.members if hooks else ():
        if isinstance(event.node.value, list):
            for entry in event.node.members:
                yield from _of_ours(("hooks", event.key, entry.key), entry)


def _of_ours(keys: Keys, entry: Member) -> Iterator[Keys]:
    if runs_launcher(entry.node.value):
        yield keys
        return
    handlers = entry.node.at(("hooks",))
    if not handlers or not isinstance(handlers.value, list):
        return
    mine = [each.key for each in handlers.members if runs_launcher(each.node.value)]
    if mine and len(mine) == len(handlers.members):
        yield keys
    else:
        yield from ((*keys, "hooks", place) for place in mine)


# The MCP server


def _with_server(text: str, at: tuple[str, ...], server: Any, path: str) -> str:
    """Our server's entry; keys that a person added to it, such as `env`, stay."""
    root = read(text, path)
    there = root.at((*at, SERVER)) if root else None
    if there is not None and there.value and not is_our_server(there.value):
        fail(text, there.start, f"there is a server {SERVER!r} that is not ours; rename it", path)
    if there is None or not isinstance(there.value, dict):
        return put(text, (*at, SERVER), dict(server), path)
    for key, value in server.items():
        text = put(text, (*at, SERVER, key), value, path)
    return text


# Taking out


def _without(text: str, places: Sequence[Keys], original: str | None) -> str:
    """Return the text without those places, and without empty containers that we had added."""
    before = read(original) if original is not None else None
    for keys in sorted(places, key=lambda keys: [str(key).zfill(9) for key in keys], reverse=True):
        text = remove(text, keys)
    for keys in places:
        for length in range(len(keys) - 1, 0, -1):
            root = read(text)
            there = root.at(keys[:length]) if root else None
            if there and _is_left_over(there, keys[:length], before):
                text = remove(text, keys[:length])
    return text


def _is_left_over(there: Node, keys: Keys, before: Node | None) -> bool:
    was_there = before is not None and before.at(keys) is not None
    return there.value in ({}, []) and not was_there
