"""What calls for a proposed lesson later, as far as its cited entries show it; pure.

A part of a key that does not occur there is left out: it would bind the lesson to something that
it was not learnt from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from blackboard.calls import shell_line
from blackboard.delivery.keys import command_keys, is_telling
from blackboard.search.moments import error_line, signature
from reflect.digest.entry import Entry
from reflect.proposals.answers import Key
from reflect.trajectory import payload_of

_MOST_WORDS = 6
_WORD = re.compile(r"[\w][\w.+#-]{0,40}")


class Keys(NamedTuple):
    """The command prefixes, paths, error signatures and words that call for a lesson."""

    commands: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def keys_in(key: Key, cited: Sequence[Entry], project: str | None) -> Keys:
    """The parts of a key that occur in the cited entries."""
    return Keys(
        _commands(key.command, cited, project),
        _paths(key.path, cited),
        _signatures(key.error, cited),
        tuple(dict.fromkeys(_WORD.findall(key.words.lower())))[:_MOST_WORDS],
    )


def _commands(wanted: str, cited: Sequence[Entry], project: str | None) -> tuple[str, ...]:
    """The most particular key of the wanted command, if a cited line or text has it."""
    begin = command_keys(" ".join(wanted.split()), project)
    if not begin:
        return ()
    ran = [line for each in cited if (line := shell_line(payload_of(each.event)))]
    told = [each.text for each in cited if each.event.type == "message.recorded"]
    was_run = any(begin[-1] in command_keys(line, project) for line in ran)
    if not was_run and not any(_stands(begin[-1], line) for line in (*ran, *told)):
        return ()
    return (begin[-1],)


def _stands(command: str, line: str) -> bool:
    return f" {command} " in f" {' '.join(line.replace('`', ' ').split())} "


def _paths(wanted: str, cited: Iterable[Entry]) -> tuple[str, ...]:
    path = wanted.strip().strip("`").rstrip("/")
    if not path or not is_telling(path):
        return ()
    fixed = path.partition("*")[0].rstrip("/") or path
    for each in cited:
        named = "\n".join([each.text, *payload_of(each.event).get("paths", ())])
        if fixed in named:
            return (path,)
    return ()


def _signatures(wanted: str, cited: Iterable[Entry]) -> tuple[str, ...]:
    """The signatures of the cited error lines that contain the wanted part."""
    part = " ".join(wanted.lower().split())
    if not part:
        return ()
    for each in cited:
        output = str(payload_of(each.event).get("output", ""))
        for line in output.splitlines():
            if part in " ".join(line.lower().split()):
                return (signature(line),)
        if part in " ".join(output.lower().split()) and (line := error_line(output) or ""):
            return (signature(line),)
    return ()
