"""Calls that failed, grouped by what they complained about.

A search that finds nothing, a call that the human refused, and what the agent's own harness
turned down (an edit of a file that was not read) are no errors of the project's.
"""

from __future__ import annotations

import re
from collections import defaultdict

from blackboard.event import Event
from blackboard.events.reflection import Pattern
from blackboard.search import moments
from reflect.detectors.severity import severity
from reflect.invocation import command_of
from reflect.trajectory import Trajectory, payload_of

LEAST_ERRORS = 3

_SEARCHES = frozenset("grep rg ag ack find fd which type command test diff ls cat head".split())
_EXIT_CODE = re.compile(r"(?i)^\s*(?:exit code \d+|process exited with code \d+)\s*$")
_HARNESS = re.compile(r"^\s*(?:<tool_use_error>|apply_patch verification failed)")
_SAMPLE = 300


def error_patterns(trajectory: Trajectory) -> list[Pattern]:
    """One pattern for the errors of a session, when there were three or more."""
    groups: dict[str, list[str]] = defaultdict(list)
    for call in trajectory.calls:
        if is_error(call):
            line = moments.error_line(payload_of(call).get("output", "")) or "failed without a word"
            groups[moments.signature(line)].append(line)
    count = sum(map(len, groups.values()))
    if count < LEAST_ERRORS:
        return []
    ranked = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    commonest = ranked[0][1]
    return [
        Pattern(
            type="error_patterns",
            severity=severity("error_patterns", count),
            count=count,
            suggestion=_suggestion(count, commonest),
            context={"kinds": len(ranked), "signatures": [name for name, _ in ranked[:5]]},
            samples=[lines[0][:_SAMPLE] for _, lines in ranked[:5]],
        )
    ]


def is_error(call: Event) -> bool:
    """Whether a call failed in a way that was not meant: not refused, and no search in vain."""
    payload = payload_of(call)
    if not payload.get("failed") or payload.get("denied"):
        return False
    said = "\n".join(
        line for line in payload.get("output", "").splitlines() if not _EXIT_CODE.match(line)
    ).strip()
    if _HARNESS.match(said):
        return False
    return not (_is_search(command_of(call)) and (not said or moments.error_line(said) is None))


def _is_search(command: str | None) -> bool:
    programs = [words[0] for words in moments.simple_commands(command)] if command else []
    return bool(programs) and all(program in _SEARCHES for program in programs)


def _suggestion(count: int, commonest: list[str]) -> str:
    line = commonest[0][:_SAMPLE]
    if len(commonest) > 1:
        return f"Find out why this came up {len(commonest)} times, and prevent it: {line}"
    return f"Look into what caused {count} different errors, beginning with: {line}"
