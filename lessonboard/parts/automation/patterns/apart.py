"""Taking a pattern apart into what it is about, so that each subject may be improved by itself."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard.events.reflection import Pattern
from reflect.detectors import detector_of
from reflect.detectors.wording import times
from reflect.fingerprint import listed, subjects


def apart(pattern: Pattern) -> Iterator[Pattern]:
    """The pattern itself, then one for each further subject, with its own count and severity."""
    yield pattern
    named, counts = listed(pattern), pattern.context.get("counts", [])
    key = "signatures" if "signatures" in pattern.context else "about"
    for subject in subjects(pattern)[1:]:
        index = named.index(subject)
        count = int(counts[index]) if index < len(counts) else named.count(subject)
        samples = pattern.samples[index : index + 1]
        yield pattern.model_copy(
            update={
                "count": count,
                "severity": detector_of(pattern.type).severity(count),
                "suggestion": suggestion(pattern, next(iter(samples), subject), subject, count),
                "context": {key: [subject]},
                "samples": samples,
            }
        )


def suggestion(
    pattern: Pattern, sample: str, subject: str, count: int, where: str = "in one session"
) -> str:
    """What to do about one subject; without its detector's advice, what the pattern suggests."""
    advice = detector_of(pattern.type).advice(sample, subject, f"{times(count)} {where}")
    return advice or pattern.suggestion
