"""What makes two sightings of a pattern the same: its project, its type and what it is about."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence

from blackboard.events.reflection import Pattern
from blackboard.search.signature import masked
from reflect.detectors.error_patterns import error_signatures
from reflect.detectors.repeated_reads import files_read_often
from reflect.detectors.repeated_tool_use import commands_run_often
from reflect.detectors.user_frustration import complaints
from reflect.trajectory import Trajectory


def fingerprint(project: str | None, pattern: Pattern) -> str:
    """The fingerprint of a pattern, by the first thing that it is about; 16 hex digits."""
    return fingerprint_of(project, pattern.type, next(iter(subjects(pattern)), ""))


def known_as(project: str | None, pattern: Pattern) -> list[str]:
    """The fingerprints under which a board may know a pattern: its own, then the one of before.

    Until decision 0065 an error was known by its masked line, which is the sample of its pattern.
    """
    found = [fingerprint(project, pattern)]
    if pattern.type == "error_patterns" and pattern.samples:
        found.append(fingerprint_of(project, pattern.type, masked(pattern.samples[0])))
    return list(dict.fromkeys(found))


def fingerprint_of(project: str | None, type: str, subject: str) -> str:
    """The fingerprint of a type of pattern about a subject."""
    return hashlib.sha256(f"{project}\n{type}\n{subject}".encode()).hexdigest()[:16]


def subjects(pattern: Pattern) -> list[str]:
    """What a pattern is about, the commonest first: commands, error signatures, files, complaints.

    A detector puts them into the context under `command`, `signatures` or `about`. Of one that
    does not, the samples are the subjects; a pattern without samples is about the session.
    """
    command = pattern.context.get("command")
    return list(dict.fromkeys([str(command)] if command else listed(pattern)))


def listed(pattern: Pattern) -> list[str]:
    """What each sample of a pattern is about, in the order of the samples."""
    found = pattern.context.get("signatures") or pattern.context.get("about") or pattern.samples
    return [str(each) for each in found]


def sightings(trajectory: Trajectory, patterns: Sequence[Pattern]) -> list[tuple[str, str]]:
    """Everything that a session shows, as pairs of a type and a subject.

    A pattern names the commonest subjects; here are all of them, and errors from their first
    occurrence, so that what came again is not passed over because other things came more often.
    """
    found = [(each.type, about) for each in patterns for about in subjects(each) or [""]]
    for type, every in _EVERY:
        found += [(type, subject) for subject in every(trajectory)]
    return list(dict.fromkeys(found))


_EVERY: tuple[tuple[str, Callable[[Trajectory], Iterable[str]]], ...] = (
    ("error_patterns", error_signatures),
    ("repeated_reads", files_read_often),
    ("repeated_tool_use", commands_run_often),
    ("user_frustration", complaints),
)
