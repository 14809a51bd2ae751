"""Which commands run what their own session downloaded, unread; pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from blackboard.calls import shell_line
from blackboard.event import Event
from blackboard.harm.fetching import FETCHERS, brings, fetches
from blackboard.harm.lines import Command, commands_in
from blackboard.harm.places import hosts_in, is_local
from reflect.invocation import Invocation
from reflect.trajectory import payload_of

_KEEPS = frozenset("tee tar bsdtar unzip gunzip dd install cpio".split())
"""Programs that keep what they are fed."""


def downloaded(calls: Iterable[Event]) -> set[str]:
    """The names in the commands by which a session kept files of another machine."""
    lines = (shell_line(payload_of(call)) or "" for call in calls)
    fetching = (line for line in lines if any(each in line for each in FETCHERS))
    kept = (each for line in fetching for each in commands_in(line) if _keeps(each))
    return {_last(word) for each in kept for word in _words(each)}


def runs_any(command: Invocation, names: set[str]) -> bool:
    """Whether a command may run one of some downloaded files: that, a script, or what it held."""
    program, *rest = command.words
    is_named = "/" in program and _last(program) in names
    is_inside = "/" in program and not program.startswith((".", "/", "~"))
    line = " ".join(("./" * is_inside + program, *rest))
    return bool(names) and (is_named or any(fetches(each, {"file"}) for each in commands_in(line)))


def _keeps(command: Command) -> bool:
    fed = [each for each in command.feeds if each.program in FETCHERS]
    is_kept = brings(command) == "file" or (fed and (command.targets or command.program in _KEEPS))
    hosts = [host for each in (command, *fed) for host in hosts_in(each.line)]
    return bool(is_kept) and not (hosts and all(map(is_local, hosts)))


def _words(command: Command) -> Iterator[str]:
    yield from (*command.words, *command.targets)
    yield from (word for each in command.feeds for word in each.words)


def _last(word: str) -> str:
    return word.rstrip("/").rsplit("/", 1)[-1]
