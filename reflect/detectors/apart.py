"""Taking a pattern apart into what it is about, so that each subject may be improved by itself."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard.events.reflection import Pattern
from reflect.detectors.severity import severity
from reflect.detectors.wording import RULES, code, times
from reflect.fingerprint import listed, subjects

_LONGEST = 120


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
                "severity": severity(pattern.type, count),
                "suggestion": _suggestion(pattern, subject, samples, count),
                "context": {key: [subject]},
                "samples": samples,
            }
        )


def _suggestion(pattern: Pattern, subject: str, samples: list[str], count: int) -> str:
    """What to do about one subject; of a plug-in's pattern what it suggests for all."""
    sample, often = code(next(iter(samples), subject), _LONGEST), times(count)
    match pattern.type:
        case "error_patterns":
            return f"Prevent {sample}, with which calls failed {often} in one session: correct it."
        case "repeated_reads":
            file = code(subject, _LONGEST)
            return f"Add to {RULES} what agents look up in {file}, read {often} in one session."
        case "user_frustration":
            return f"Add a rule to {RULES} to prevent {sample}: a person objected {often}."
    return pattern.suggestion
