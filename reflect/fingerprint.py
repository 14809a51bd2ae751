"""What makes two sightings of a pattern the same: its project, its type and what it is about."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from blackboard.events.reflection import Pattern
from reflect.detectors.error_patterns import error_signatures
from reflect.detectors.severity import severity
from reflect.trajectory import Trajectory


def fingerprint(project: str | None, pattern: Pattern) -> str:
    """The fingerprint of a pattern, by the first thing that it is about; 16 hex digits."""
    return fingerprint_of(project, pattern.type, next(iter(subjects(pattern)), ""))


def fingerprint_of(project: str | None, type: str, subject: str) -> str:
    """The fingerprint of a type of pattern about a subject."""
    return hashlib.sha256(f"{project}\n{type}\n{subject}".encode()).hexdigest()[:16]


def subjects(pattern: Pattern) -> list[str]:
    """What a pattern is about, the commonest first: commands, error signatures, files, complaints.

    A detector puts them into the context under `command`, `signatures` or `about`. Of one that
    does not, the samples are the subjects; a pattern without samples is about the session.
    """
    context = pattern.context
    if command := context.get("command"):
        return [str(command)]
    listed = context.get("signatures") or context.get("about") or pattern.samples
    return list(dict.fromkeys(map(str, listed)))


def apart(pattern: Pattern) -> Iterator[Pattern]:
    """The pattern itself, then one for each further subject, with its own count and severity."""
    yield pattern
    named = [str(each) for each in _listed(pattern)]
    counts = pattern.context.get("counts", [])
    for subject in subjects(pattern)[1:]:
        index = named.index(subject)
        count = int(counts[index]) if index < len(counts) else named.count(subject)
        key = "signatures" if "signatures" in pattern.context else "about"
        yield pattern.model_copy(
            update={
                "count": count,
                "severity": severity(pattern.type, count),
                "context": {key: [subject]},
                "samples": pattern.samples[index : index + 1],
            }
        )


def sightings(trajectory: Trajectory, patterns: Sequence[Pattern]) -> list[tuple[str, str]]:
    """Everything that a session shows, as pairs of a type and a subject.

    An error counts from its first occurrence, so that one that came once more is not passed over
    because the session had too few for a pattern.
    """
    found = [(each.type, about) for each in patterns for about in subjects(each) or [""]]
    found += [("error_patterns", signature) for signature in error_signatures(trajectory)]
    return list(dict.fromkeys(found))


def _listed(pattern: Pattern) -> list[object]:
    context = pattern.context
    return list(context.get("signatures") or context.get("about") or pattern.samples)
