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
                "suggestion": suggestion(pattern, next(iter(samples), subject), subject, count),
                "context": {key: [subject]},
                "samples": samples,
            }
        )


def suggestion(
    pattern: Pattern, sample: str, subject: str, count: int, where: str = "in one session"
) -> str:
    """What to do about one subject; of a type that nobody here knows what the pattern suggests."""
    shown, often = code(sample, _LONGEST), f"{times(count)} {where}"
    match pattern.type:
        case "error_patterns":
            return f"Prevent {shown}, with which calls failed {often}: correct it."
        case "repeated_reads":
            file = code(subject, _LONGEST)
            return f"Add to {RULES} what agents look up in {file}, read {often}."
        case "repeated_tool_use":
            command = code(subject, _LONGEST)
            return f"Add a script for {command}, which was run {often}, and name it in {RULES}."
        case "user_frustration":
            return f"Add a rule to {RULES} to prevent {shown}: a person objected {often}."
    return pattern.suggestion
