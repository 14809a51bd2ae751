"""Conventions of a project: the checks that its sessions run before they commit."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from blackboard.event import Event
from blackboard.events.payload import Evidence
from reflect.invocation import command_of, invocation
from reflect.reflector.insight import Draft
from reflect.trajectory import Trajectory, is_edit, payload_of

FEWEST_SESSIONS = 3
"""Sessions that must have committed before there can be a convention."""

LEAST_SHARE = 0.75
"""How many of them must have run a command for it to belong to the convention."""

_MOST_COMMANDS = 4
_CHECK = re.compile(
    r"^(?:tests?|lint|check|fmt|format|typecheck|type-check|tsc|vet|verify|ci|pytest|vitest|jest"
    r"|mypy|ruff|clippy|prettier|eslint|biome|validate)(?::[\w-]+)?$"
)
_FILES = frozenset(
    "mkdir rm cp mv touch ls cat cd echo grep rg find git gh which head tail".split()
)
_SEPARATORS = re.compile(r"&&|;|\|\|")


class _Check(NamedTuple):
    """A check that a session ran before a commit, and the call that shows it."""

    command: str
    call: Event
    session: str


def convention(trajectories: Iterable[Trajectory]) -> Draft | None:
    """The convention that the sessions of one project show, if they show any.

    A session counts when it changed files and committed; a command counts for a session when it
    succeeded before a commit.
    """
    committed = [found for each in trajectories if (found := list(_checks(each))) or _commits(each)]
    if len(committed) < FEWEST_SESSIONS:
        return None
    shown: dict[str, list[_Check]] = defaultdict(list)
    for found in committed:
        for check in {each.command: each for each in found}.values():
            shown[check.command].append(check)
    common = {
        command: checks
        for command, checks in shown.items()
        if len(checks) >= max(FEWEST_SESSIONS, LEAST_SHARE * len(committed))
    }
    return _draft(common, len(committed)) if common else None


def _draft(common: dict[str, list[_Check]], sessions: int) -> Draft:
    ranked = sorted(common, key=lambda command: (-len(common[command]), command))[:_MOST_COMMANDS]
    fewest = min(len(common[command]) for command in ranked)
    checks = [check for command in sorted(ranked) for check in common[command][-2:]]
    return Draft(
        statement=f"Run {_listed(sorted(ranked))} before you commit.",
        category="projectSpecific",
        confidence=round(fewest / sessions * (1 - 0.5**fewest), 4),
        actionable=True,
        quotes=(f"{fewest} of {sessions} sessions that committed ran them before.",),
        evidence=tuple(
            Evidence(
                event_id=check.call.id,
                quote=(command_of(check.call) or check.command)[:1000],
                session=check.session,
            )
            for check in checks
        ),
    )


def _checks(trajectory: Trajectory) -> Iterator[_Check]:
    """The checks that succeeded before a commit, in a session that changed files."""
    waiting: list[_Check] = []
    edited = False
    for call in trajectory.calls:
        edited = edited or is_edit(call)
        commands = _commands(call, trajectory.root)
        if edited and payload_of(call).get("failed") is False:
            waiting += [_Check(each, call, trajectory.id) for each in commands if _is_check(each)]
            if any(each.startswith("git commit") for each in commands):
                yield from waiting
                waiting = []


def _commits(trajectory: Trajectory) -> bool:
    """Whether a session changed files and committed, perhaps without any check."""
    edits = any(is_edit(call) for call in trajectory.calls)
    return edits and any(
        each.startswith("git commit")
        for call in trajectory.calls
        for each in _commands(call, trajectory.root)
    )


def _commands(call: Event, root: str | None) -> list[str]:
    """The commands of a shell line, each without what it was applied to."""
    line = command_of(call)
    found = (invocation(piece, root) for piece in _SEPARATORS.split(line)) if line else ()
    return [" ".join(_head(each.words)) for each in found if each is not None]


def _head(words: Sequence[str]) -> list[str]:
    head: list[str] = []
    for word in words[:4]:
        if head and (word.startswith(("-", ".", '"', "'")) or "/" in word or "." in word):
            break
        head.append(word)
    return head


def _is_check(command: str) -> bool:
    words = command.split()
    return words[0] not in _FILES and any(_CHECK.match(word) for word in words[:3])


def _listed(commands: Sequence[str]) -> str:
    quoted = [f"`{command}`" for command in commands]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
