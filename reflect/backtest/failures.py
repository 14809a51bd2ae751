"""Which failures are the same, which came back, and which lessons are about them; pure."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import Any, NamedTuple

from blackboard.calls import (
    changed_files,
    edits_files,
    failure_of,
    is_agents_own_error,
    shell_line,
    was_not_run,
    without_tags,
)
from blackboard.delivery.keys import command_keys
from blackboard.event import Event
from blackboard.search import moments
from blackboard.search.failure import failure_signatures
from blackboard.search.lint_rules import rule_signature
from blackboard.search.signature import is_particular
from blackboard.views.rows import LessonRow
from reflect.backtest.broken import broken
from reflect.miner.attempt import has_failed
from reflect.trajectory import payload_of

_MISSING = re.compile(r"(?i)no such file|does not exist|not found|cannot find|can't read")
_PLACE = re.compile(r"[\w.@+~-]*(?:[/\\][\w.@+-]+)+|[\w@+-]+\.\w+")
_BEGINNING = 200
"""Characters of an output in which an agent says itself what it refuses."""


class Failure(NamedTuple):
    """Something that a failed call says went wrong; of one project and `kind` it is the same.

    `name` is what a lesson about it must name, `commands` and `signatures` are what lessons may
    know it by.
    """

    event: Event
    project: str | None
    kind: str
    error: str
    name: str
    commands: frozenset[str]
    output: str

    @property
    def session(self) -> str:
        """The session in which it failed."""
        return str(payload_of(self.event)["session"])

    @property
    def signatures(self) -> frozenset[str]:
        """Those of its output; read where it came back alone, since they take milliseconds."""
        return _signatures(self.output, payload_of(self.event).get("command") or "")


def failures_in(call: Event, project: str | None) -> list[Failure]:
    """The failures of a call; none where it did not fail, or says nothing to know it by.

    Of a linter's output each rule that was broken; else the striking line. A missing file is the
    same only where its name is. An edit that did not fit is the agent's slip, and so is what it
    refuses itself, but for a file that is missing.
    """
    payload = payload_of(call)
    output = without_tags(payload.get("output", "")).lstrip()
    if not has_failed(call) or was_not_run(output) or _is_slip(payload, output):
        return []
    line = payload.get("command") or ""
    commands = moments.prefixes(line)
    known = frozenset((*commands, *command_keys(line, None))), output
    rules = broken(output) if commands else []
    if rules:
        return [
            Failure(call, project, rule_signature(rule.rule, rule.part), rule.line,
                    rule.part or rule.rule, *known)
            for rule in rules
        ]  # fmt: skip
    found = failure_of({**payload, "output": output})
    if found.signature is None:
        return []
    kind = found.signature
    if not is_particular(kind) and _MISSING.search(found.line):
        kind = f"{kind} {_missing(payload, found.line)}".rstrip()
    return [Failure(call, project, kind, found.line, "", *known)]


def is_about(lesson: LessonRow, failure: Failure, earlier: frozenset[str]) -> bool:
    """Whether a lesson was learnt from this failure, or knows it by its name or signature.

    Args:
        lesson: the lesson.
        failure: the failure.
        earlier: the calls that failed in the same way before.
    """
    is_named = failure.name in lesson["constraint"]
    if is_named and any(each["event_id"] in earlier for each in lesson["evidence"]):
        return True
    commands = lesson["commands"]
    if commands and failure.commands.isdisjoint(commands):
        return False
    if failure.name:
        return is_named
    return not failure.signatures.isdisjoint(lesson["signatures"])


class Earlier:
    """The failures so far, by what they are."""

    def __init__(self) -> None:
        self._sessions: defaultdict[tuple[str | None, str], dict[str, set[str]]] = defaultdict(dict)

    def add(self, failure: Failure) -> frozenset[str]:
        """Remember a failure; the calls of other sessions that failed so before, if it came back.

        The first time in a session alone: later ones the agent has seen itself.
        """
        sessions = self._sessions[failure.project, failure.kind]
        is_first = failure.session not in sessions
        before = frozenset().union(*sessions.values()) if is_first else frozenset()
        sessions.setdefault(failure.session, set()).add(failure.event.id)
        return before


@lru_cache(maxsize=16)
def _signatures(output: str, command: str) -> frozenset[str]:
    return frozenset(failure_signatures(output, command))


def _is_slip(payload: dict[str, Any], output: str) -> bool:
    if edits_files(payload):
        return True
    return is_agents_own_error(output) and not _MISSING.search(output[:_BEGINNING])


def _missing(payload: dict[str, Any], line: str) -> str:
    """The names of what a line says is missing, or of what was looked for."""
    paths = [] if shell_line(payload) is not None else changed_files(payload)
    places = [path for text in (line, *paths) for path in _PLACE.findall(text)]
    return " ".join(sorted({moments.file_name(place) for place in places}))
