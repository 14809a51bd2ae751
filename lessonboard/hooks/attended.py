"""Whether a person attends a session, so that they may be asked; no when unsure.

Looked at only where a prohibition certainly matches, which is once a session at most: it may read
the processes that started the hook.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from blackboard.agents.agent import Path, Presence
    from blackboard.storage.sqlite_json import Json
    from lessonboard.hooks.hook_event import HookEvent
    from lessonboard.parent_processes import Process

_LONGEST_HEAD = 1 << 20
_TERMINALS = ("/dev/pts/", "/dev/tty", "/dev/console")


def is_attended(json: Json, hook_event: HookEvent, environment: Mapping[str, str]) -> bool:
    """Return whether a person types a session's prompts, by its agent's word and how it runs."""
    presence = hook_event.presence
    if presence is None:
        return False
    if presence.variable and environment.get(presence.variable) not in presence.values:
        return False
    if presence.head and _head(json, hook_event, presence.head) not in presence.values:
        return False
    return _is_run_by_person(presence, _process(hook_event))


def may_ask(hook_event: HookEvent) -> bool:
    """Return whether the agent asks its person when a hook wants that, in the mode they chose."""
    return hook_event.presence is not None and hook_event.mode in hook_event.presence.asks


def lets_headless(config: str) -> bool:
    """Return whether the user's settings let guards refuse in sessions without a person, too."""
    import tomllib

    try:
        with open(config, "rb") as file:
            guards = tomllib.load(file).get("guards")
    except (OSError, ValueError):
        return False
    return isinstance(guards, dict) and guards.get("headless") is True


def _head(json: Json, hook_event: HookEvent, place: Path) -> object:
    """Return what the first line of a session's transcript has at a place."""
    from blackboard.errors import BoardError

    try:
        with open(hook_event.transcript, encoding="utf-8", errors="replace") as file:
            return json.fields(file.readline(_LONGEST_HEAD), place)[0]
    except (OSError, BoardError):
        return None


def _process(hook_event: HookEvent) -> Process | None:
    """Return the nearest process of the agent above the one that it started for this event."""
    from blackboard.agents.registry import agent_named
    from lessonboard.parent_processes import parents
    from lessonboard.who_may_decide import is_process_of

    known = agent_named(hook_event.agent)
    found = (each for each in parents(hook_event.process) if known and is_process_of(known, each))
    return next(found, None)


def _is_run_by_person(presence: Presence, process: Process | None) -> bool:
    """Return whether nothing of an agent's process says that a program drives it."""
    if process is None:
        return not presence.at_terminal
    words = {word.partition("=")[0] for word in process.words[1:]}
    if not words.isdisjoint(presence.driven):
        return False
    return not presence.at_terminal or _has_terminal(process.pid)


def _has_terminal(pid: int) -> bool:
    """Return whether a process reads from a terminal.

    Where that is unknown, its arguments decide.
    """
    try:
        return os.readlink(f"/proc/{pid}/fd/0").startswith(_TERMINALS)
    except OSError:
        return not os.path.exists("/proc/self/fd")
