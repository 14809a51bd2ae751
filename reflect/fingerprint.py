"""What makes two sightings of a pattern the same: its project, its type and what it is about."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from blackboard.events.reflection import Pattern
from reflect.detectors import detector_of, detectors
from reflect.trajectory import Trajectory


def fingerprint(project: str | None, pattern: Pattern) -> str:
    """The fingerprint of a pattern, by the first thing that it is about; 16 hex digits."""
    return fingerprint_of(project, pattern.type, next(iter(subjects(pattern)), ""))


def known_as(project: str | None, pattern: Pattern) -> list[str]:
    """The fingerprints under which a board may know a pattern: its own, then former ones."""
    former = detector_of(pattern.type).former_subjects(pattern)
    older = [fingerprint_of(project, pattern.type, subject) for subject in former]
    return list(dict.fromkeys([fingerprint(project, pattern), *older]))


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
    for each in detectors():
        found += [(each.type, subject) for subject in each.subjects(trajectory)]
    return list(dict.fromkeys(found))
