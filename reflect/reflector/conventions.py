"""A project's conventions: the checks that its sessions run before they commit."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from blackboard.event import Event
from blackboard.events.payload import Evidence
from reflect.invocation import command_of, pieces
from reflect.reflector.insight import Draft
from reflect.trajectory import Trajectory, is_edit, payload_of

FEWEST_SESSIONS = 3
"""The minimum number of committing sessions for a convention."""

LEAST_SHARE = 0.75
"""The share of them that must have run a command for it to be part of the convention."""

_MOST_COMMANDS = 4
_CHECK = re.compile(
    r"^(?:tests?|lint|check|fmt|format|typecheck|type-check|tsc|vet|verify|ci|pytest|vitest|jest"
    r"|mypy|ruff|clippy|prettier|eslint|biome|validate)(?::[\w-]+)?$"
)
_LAST = frozenset("pytest vitest jest mypy tsc eslint prettier clippy".split())
"""Arguments after these are files or options, not subcommands."""

_FILES = frozenset(
    "mkdir rm cp mv touch ls cat cd echo grep rg find git gh which head tail".split()
)
_INSTALLS = frozenset("install i add remove uninstall rm upgrade update info view".split())
_OPTIONS_OF_GIT = frozenset(("-C", "-c", "--git-dir", "--work-tree"))


class _Check(NamedTuple):
    """A check that a session ran before a commit, with its call."""

    command: str
    call: Event
    session: str


def convention(trajectories: Iterable[Trajectory]) -> Draft | None:
    """The convention shown by a project's sessions, or None.

    A session counts if it changed files and then committed; a command counts for it if it succeeded
    in between.
    """
    by_session = (_before_commits(trajectory) for trajectory in trajectories)
    committed = [found for found in by_session if found is not None]
    if len(committed) < FEWEST_SESSIONS:
        return None
    runs: dict[str, list[_Check]] = defaultdict(list)
    for found in committed:
        for check in {seen.command: seen for seen in found}.values():
            runs[check.command].append(check)
    common = {
        command: sorted(checks, key=lambda check: (check.call.occurred_at, check.call.id))
        for command, checks in runs.items()
        if len(checks) >= max(FEWEST_SESSIONS, LEAST_SHARE * len(committed))
    }
    return _draft(common, len(committed)) if common else None


def _draft(common: dict[str, list[_Check]], sessions: int) -> Draft:
    ranked = sorted(common, key=lambda command: (-len(common[command]), command))[:_MOST_COMMANDS]
    fewest = min(len(common[command]) for command in ranked)
    checks = [check for command in sorted(ranked) for check in common[command][-FEWEST_SESSIONS:]]
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


def _before_commits(trajectory: Trajectory) -> list[_Check] | None:
    """The checks between changes of files and commits; None without a commit."""
    checks: list[_Check] = []
    waiting: list[_Check] = []
    edited = committed = False
    for call in trajectory.calls:
        edited = edited or is_edit(call)
        if not edited or payload_of(call).get("failed") is not False:
            continue
        for words in _commands(call, trajectory.root):
            if _is_commit(words):
                committed = True
                checks += waiting
                waiting = []
            elif _is_check(head := _head(words)):
                waiting.append(_Check(" ".join(head), call, trajectory.id))
    return checks if committed else None


def _commands(call: Event, root: str | None) -> list[Sequence[str]]:
    """The commands of a shell line, without the text of a commit's message."""
    line = command_of(call)
    return [piece.invocation.words for piece in pieces(line, root)] if line else []


def _head(words: Sequence[str]) -> list[str]:
    """A command without its arguments."""
    if words[1:2] == ("-m",):
        return list(words[:3])
    head: list[str] = []
    for word in words[:4]:
        if head and (word.startswith(("-", '"', "'")) or "/" in word or "." in word):
            break
        if head and _CHECK.match(head[-1]) and not _CHECK.match(word):
            break
        head.append(word)
        if word in _LAST:
            break
    return head


def _is_commit(words: Sequence[str]) -> bool:
    """Whether it is `git commit`, with any global options."""
    rest = list(words[1:]) if words[0] == "git" else []
    while rest and rest[0].startswith("-"):
        del rest[: 2 if rest[0] in _OPTIONS_OF_GIT else 1]
    return rest[:1] == ["commit"]


def _is_check(head: Sequence[str]) -> bool:
    if head[0] in _FILES or _INSTALLS.intersection(head[1:3]):
        return False
    return any(_CHECK.match(word) for word in head[:3])


def _listed(commands: Sequence[str]) -> str:
    quoted = [f"`{command}`" for command in commands]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
