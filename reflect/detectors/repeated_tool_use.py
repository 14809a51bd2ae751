"""The same command typed again and again, which a script or a setting could do.

Running the checks after each change is how work is done, so a check counts again only when
nothing was changed since it last ran; so do commands that merely look at something.
"""

from __future__ import annotations

import re
from collections import Counter

from blackboard.event import Event
from blackboard.events.reflection import Pattern
from reflect.detectors.severity import severity
from reflect.invocation import command_of, invocation
from reflect.trajectory import Trajectory, is_edit

LEAST_USES = 5

_CHECKS = re.compile(
    r"\b(?:tests?|pytest|vitest|jest|lint\w*|check\w*|fmt|format|build|vet|tsc|typecheck|mypy"
    r"|ruff|eslint|prettier|compile|diff|status)\b"
)
_LOOKS = frozenset(
    "ls cat find which type stat file head tail grep rg pwd tree wc sed awk sleep echo".split()
)
_LOOKING = frozenset(
    "status list show log view get describe ps info remote capture branch diff version".split()
)


def repeated_tool_use(trajectory: Trajectory) -> list[Pattern]:
    """A pattern for each command that was run five times or more."""
    counts: Counter[str] = Counter()
    since_change: set[str] = set()
    for call in trajectory.calls:
        if is_edit(call):
            since_change.clear()
            continue
        command = _command(trajectory, call)
        if command is None:
            continue
        if not _CHECKS.search(command) or command in since_change:
            counts[command] += 1
        since_change.add(command)
    return [_pattern(command, count) for command, count in counts.most_common(3)
            if count >= LEAST_USES]  # fmt: skip


def _command(trajectory: Trajectory, call: Event) -> str | None:
    line = command_of(call)
    invoked = invocation(line, trajectory.root) if line else None
    if invoked is None or invoked.words[0] in _LOOKS or _LOOKING.intersection(invoked.words[1:4]):
        return None
    return invoked.command


def _pattern(command: str, count: int) -> Pattern:
    return Pattern(
        type="repeated_tool_use",
        severity=severity("repeated_tool_use", count),
        count=count,
        suggestion=f"Make a script or a task of `{command}`, which was typed {count} times.",
        context={"tool": "shell", "command": command},
        samples=[command],
    )
