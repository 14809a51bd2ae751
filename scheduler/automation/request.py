"""An improvement request: what is asked of whoever improves, made from one pattern."""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import orjson

from blackboard.events.automation import ImprovementRequested
from blackboard.events.reflection import Pattern
from scheduler.automation.settings import WorkflowConstraints

ImprovementType = Literal["tooling", "pattern", "performance", "error_handling", "workflow"]

_TYPES: dict[str, ImprovementType] = {
    "repeated_tool_use": "tooling",
    "error_patterns": "error_handling",
    "user_frustration": "workflow",
    "long_session": "pattern",
    "repeated_reads": "performance",
}
_VERY_FREQUENT = 10
_LONGEST_SAMPLE = 300


def from_reflection_pattern(
    pattern: Pattern,
    session_context: dict[str, Any],
    fingerprint: str,
    constraints: WorkflowConstraints,
) -> ImprovementRequested:
    """The request that a pattern leads to; the same fingerprint leads to the same id.

    Very frequent patterns are complex, severe ones of medium complexity, the rest simple. What
    has to do with errors is reviewed for security.
    """
    return ImprovementRequested(
        request=f"request-{hashlib.sha256(fingerprint.encode()).hexdigest()[:12]}",
        issue_title=_title(pattern),
        issue_description=_description(pattern),
        priority=pattern.severity,
        improvement_type=_TYPES.get(pattern.type, "pattern"),
        source_pattern=pattern,
        context={**session_context, "fingerprint": fingerprint},
        estimated_complexity=_complexity(pattern),
        max_components=constraints.max_components_per_improvement,
        max_lines_of_code=constraints.max_lines_per_improvement,
        requires_security_review=pattern.type == "error_patterns",
    )


def _complexity(pattern: Pattern) -> Literal["simple", "medium", "complex"]:
    if pattern.count > _VERY_FREQUENT:
        return "complex"
    return "medium" if pattern.severity in ("high", "critical") else "simple"


def _title(pattern: Pattern) -> str:
    """What the pattern is about, in words that tell two issues of one type apart."""
    about = pattern.context.get("command") or next(iter(pattern.samples), "")
    name = pattern.type.replace("_", " ")
    return f"Improve {name} handling" + (f": {' '.join(about.split())[:80]}" if about else "")


def _description(pattern: Pattern) -> str:
    samples = "\n".join(
        f"    {' '.join(each.split())[:_LONGEST_SAMPLE]}" for each in pattern.samples
    )
    context = orjson.dumps(pattern.context).decode()
    parts = [
        pattern.suggestion,
        f"The pattern occurred {pattern.count} times in one session.",
        f"Samples, as they were recorded:\n\n{samples}" if samples else "",
        f"Context: `{context}`" if pattern.context else "",
    ]
    return "\n\n".join(part for part in parts if part)
