"""Turn one pattern into an improvement request."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import orjson

from blackboard.event import iso
from blackboard.events.automation import ImprovementMeasured, ImprovementRequested
from blackboard.events.reflection import Pattern
from lessonboard.part_settings import WorkflowConstraints
from lessonboard.parts.automation.forge.quoting import one_line
from lessonboard.parts.automation.improvements.known import KnownLesson
from lessonboard.parts.automation.patterns.recurring import sessions_of
from reflect.detectors import detector_of

_VERY_FREQUENT = 10
_LONGEST_ABOUT = 80
_NUMBERED = re.compile(r"#(?=\d)")
_LONGEST_SAMPLE = 300
_LONGEST_CODE = 2000


def from_reflection_pattern(
    pattern: Pattern,
    session_context: dict[str, Any],
    fingerprint: str,
    constraints: WorkflowConstraints,
    *,
    earlier: Sequence[ImprovementMeasured] = (),
    lessons: Sequence[KnownLesson] = (),
) -> ImprovementRequested:
    """The request for a pattern; its id is derived from the fingerprint and the number of the try.

    Very frequent patterns are complex, severe ones of medium complexity, the rest simple. Error
    patterns require a security review.

    Args:
        pattern: what to improve.
        session_context: where it was seen.
        fingerprint: what makes two sightings of it the same.
        constraints: the limits of a change.
        earlier: the measurements of what was tried before and failed.
        lessons: what the board has already learnt about it.
    """
    detector = detector_of(pattern.type)
    return ImprovementRequested(
        request=_id(fingerprint, len(earlier)),
        issue_title=title_of(pattern, fingerprint),
        issue_description=_joined(_description(pattern), _learnt(lessons), _tried(earlier)),
        priority=pattern.severity,
        improvement_type=detector.improvement,
        source_pattern=pattern,
        context={
            **session_context,
            "fingerprint": fingerprint,
            **({"tried": len(earlier)} if earlier else {}),
            **({"lessons": [each.id for each in lessons]} if lessons else {}),
        },
        estimated_complexity=_complexity(pattern),
        max_components=constraints.max_components_per_improvement,
        max_lines_of_code=constraints.max_lines_per_improvement,
        requires_security_review=detector.about == "error",
    )


def _id(fingerprint: str, tries: int) -> str:
    seed = f"{fingerprint}:{tries}" if tries else fingerprint
    return f"request-{hashlib.sha256(seed.encode()).hexdigest()[:12]}"


def _tried(earlier: Sequence[ImprovementMeasured]) -> str:
    """What was tried before, so that it is not tried again as it was."""
    lines = [
        f"- {each.request}: merged on {iso(each.merged_at)[:10]}; until {iso(each.until)[:10]} the "
        f"pattern was seen in {each.recurred} of {each.examined} examined sessions."
        for each in earlier
    ]
    head = "It was tried before, and the pattern came again. Find out why before another change:"
    return "\n".join([head, "", *lines]) if lines else ""


def _learnt(lessons: Sequence[KnownLesson]) -> str:
    """The lessons in force, quoted; a known lesson is no reason to do nothing."""
    if not lessons:
        return ""
    lines = [line for each in lessons for line in _lesson(each)]
    has_remedy = any(each.remedy for each in lessons)
    head = "a remedy is known, and it recurs all the same" if has_remedy else "no remedy is known"
    return f"The board has learnt about it already; {head}:\n\n{_code(lines, _LONGEST_CODE)}"


def _lesson(lesson: KnownLesson) -> list[str]:
    remedy = [f"  remedy: {lesson.remedy}"] if lesson.remedy else []
    return [f"{lesson.id}: {lesson.rule}", *remedy]


def _joined(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


def _complexity(pattern: Pattern) -> Literal["simple", "medium", "complex"]:
    if pattern.count > _VERY_FREQUENT:
        return "complex"
    return "medium" if pattern.severity in ("high", "critical") else "simple"


def title_of(pattern: Pattern, fingerprint: str) -> str:
    """A title that distinguishes two issues of one type; a long one ends in the fingerprint."""
    # A merge commit may carry the title, and a forge acts on `fixes #12` in it.
    text = pattern.context.get("command") or next(iter(pattern.samples), "")
    about = _NUMBERED.sub("# ", _line(text, _LONGEST_CODE))
    if len(about) > _LONGEST_ABOUT:
        about = f"{about[:_LONGEST_ABOUT].rstrip()} ... ({fingerprint[:8]})"
    name = pattern.type.replace("_", " ")
    return f"Improve {name} handling" + (f": {about}" if about else "")


def _description(pattern: Pattern) -> str:
    """The pattern in Markdown, with recorded text in code blocks that it cannot leave.

    Inside code it cannot mention people, add links or close issues.
    """
    context = orjson.dumps(pattern.context).decode() if pattern.context else ""
    often = "once" if pattern.count == 1 else f"{pattern.count} times"
    sessions = sessions_of(pattern)
    where = "one session" if sessions == 1 else f"{sessions} sessions"
    return "\n\n".join(
        (
            f"The pattern occurred {often} in {where}. Its type, and what it suggests:",
            _code([pattern.type, pattern.suggestion], _LONGEST_CODE),
            *_quoted_section("Samples, as they were recorded:", pattern.samples, _LONGEST_SAMPLE),
            *_quoted_section("Context:", [context], _LONGEST_CODE),
        )
    )


def _quoted_section(title: str, texts: Sequence[str], longest: int) -> Iterator[str]:
    """A heading and its code block, if there is any text."""
    code = _code(texts, longest)
    if code:
        yield title
        yield code


def _code(texts: Sequence[str], longest: int) -> str:
    """An indented code block, a line per text; unlike a fence, no line can end it."""
    lines = (_line(text, longest) for text in texts)
    return "\n".join(f"    {line}" for line in lines if line)


def _line(text: object, longest: int) -> str:
    return one_line(str(text), longest)
