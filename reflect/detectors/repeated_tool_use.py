"""The same command typed again and again, which a script or a setting could do.

Running the checks after each change is how work is done, and so is pushing after each commit: a
check counts again only when nothing was done since it last ran. What merely looks at something
never counts, nor does what failed: that is an error pattern.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice

from blackboard.events.reflection import Pattern
from blackboard.search import moments
from reflect.detectors.detector import Detector, PatternSeverity, medium_from_five
from reflect.detectors.wording import RULES, code
from reflect.invocation import command_of, invocation
from reflect.trajectory import Trajectory, is_edit, payload_of

_TYPE = "repeated_tool_use"
_LEAST_USES = 5
_MANY_USES = 10
_MOST = 3

_LONGEST = 200

_RHYTHM = re.compile(
    r"\b(?:tests?|pytest|vitest|jest|\w*lint\w*|check\w*|fmt|format|build|vet|tsc|typecheck|mypy"
    r"|ruff|eslint|prettier|compile|review|status|diff|(?:go|cargo|swift|dotnet) run)\b"
    r"|^git (?:\S+ )*?(?:push|fetch|pull|add|commit|merge|rebase|stash|checkout|switch)\b"
)
_LOOKS = frozenset(
    "ls cat find which type command test stat file head tail grep rg pwd tree wc sed awk sleep"
    " echo nl".split()
)
_LOOKING = frozenset(
    """
    status list show log view get describe ps info remote capture branch diff version rev-parse
    rev-list config
    """.split()
)


def _find(trajectory: Trajectory) -> list[Pattern]:
    """A pattern for each command that was run five times or more, of three at most."""
    found = islice(_commands_run_often(trajectory).items(), _MOST)
    return [_pattern(command, count) for command, count in found]


@lru_cache(maxsize=1)
def _commands_run_often(trajectory: Trajectory) -> Mapping[str, int]:
    """Every command that was run five times or more, with how often."""
    counts: Counter[str] = Counter()
    idle_since: set[str] = set()
    for call in trajectory.calls:
        line = command_of(call)
        if line is None or is_edit(call) or payload_of(call).get("denied"):
            idle_since = set() if is_edit(call) else idle_since
            continue
        command = _command(trajectory, line)
        failed = payload_of(call).get("failed") is True
        if command is not None and not failed and _counts(command, counts, idle_since):
            counts[command] += 1
        if not (_only_looks(line) or command in idle_since):
            idle_since = set()
        idle_since |= {command} if command else set()
    return {command: count for command, count in counts.most_common() if count >= _LEAST_USES}


def _counts(command: str, counts: Counter[str], idle_since: set[str]) -> bool:
    """Whether a use counts: of a check only the first, and those with nothing done in between."""
    return not _RHYTHM.search(command) or command in idle_since or command not in counts


def _command(trajectory: Trajectory, line: str) -> str | None:
    invoked = invocation(line, trajectory.root)
    if invoked is None or invoked.words[0] in _LOOKS or _LOOKING.intersection(invoked.words[1:4]):
        return None
    return invoked.command


def _only_looks(line: str) -> bool:
    return all(
        words[0] in _LOOKS or bool(_LOOKING.intersection(words[1:4]))
        for words in moments.simple_commands(line)
    )


def _pattern(command: str, count: int) -> Pattern:
    return Pattern(
        type=_TYPE,
        severity=_severity(count),
        count=count,
        suggestion=_suggestion(command, count),
        context={"tool": "shell", "command": command},
        samples=[command],
    )


def _suggestion(command: str, count: int) -> str:
    return (
        f"Add a script for {code(command, _LONGEST)}, which was run {count} times in one session, "
        f"and name the script in {RULES}."
    )


def _severity(count: int) -> PatternSeverity:
    return "high" if count >= _MANY_USES else medium_from_five(count)


def _advice(sample: str, subject: str, often: str) -> str:
    command = code(subject, _LONGEST)
    return f"Add a script for {command}, which was run {often}, and name it in {RULES}."


REPEATED_TOOL_USE = Detector(
    _TYPE,
    _find,
    severity=_severity,
    subjects=_commands_run_often,
    advice=_advice,
    improvement="tooling",
    about="command",
)
