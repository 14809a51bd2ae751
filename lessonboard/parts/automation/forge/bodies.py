"""The texts of issues and draft pull requests: pure functions that quote everything recorded.

A request is built from session content, so none of its text may act as Markdown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from blackboard.events.automation import ImprovementRequested
from blackboard.redaction.redact import redact_all
from lessonboard.parts.automation.forge.quoting import cleaned, fenced, inline, one_line, shortened

# GitHub takes 65,536 characters. With every list at its longest the parts stay below 60,000.
LONGEST = 60_000
_LONGEST_TITLE = 200
_LONGEST_DESCRIPTION = 6_000
_LONGEST_CONTEXT = 4_000
_LONGEST_SAMPLE = 500
_LONGEST_WORD = 40
_LONGEST_CELL = 120
_MOST_SAMPLES = 8
_MOST_ROWS = 30
_MOST_CHECKS = 20


class Shown(NamedTuple):
    """A step's evidence, and whether the step passed with it."""

    step: str
    evidence: Mapping[str, Any]
    holds: bool


class Check(NamedTuple):
    """A line of the test plan, ticked by the evidence of its step."""

    text: str
    step: str


def issue_title(request: ImprovementRequested) -> str:
    """The issue's title, on one line."""
    return one_line(request.issue_title, _LONGEST_TITLE) or "Improvement"


def issue_labels(request: ImprovementRequested) -> list[str]:
    """The issue's labels."""
    return [f"priority:{request.priority}", f"type:{request.improvement_type}", "automated"]


def issue_body(request: ImprovementRequested) -> str:
    """The issue's text."""
    return _joined(
        _facts(request),
        "## What is asked",
        fenced(request.issue_description, _LONGEST_DESCRIPTION),
        *_samples(request),
        "## Limits",
        f"At most {request.max_components} components and {request.max_lines_of_code} changed "
        f"lines; estimated as {request.estimated_complexity}.",
        *_context(request),
        "Opened by Lessonboard from a pattern that recurred in sessions.",
    )


def pull_request_title(request: ImprovementRequested) -> str:
    """The pull request's title, on one line."""
    return issue_title(request)


def pull_request_body(
    request: ImprovementRequested,
    issue: int | None,
    shown: Sequence[Shown],
    plan: Sequence[Check],
) -> str:
    """The text of the draft pull request.

    Args:
        request: the improvement request.
        issue: its issue number, or None.
        shown: the steps' evidence, in order.
        plan: the test plan; a box is ticked only where its step passed and has evidence.
    """
    return _joined(
        f"Closes #{issue}" if issue is not None else "There is no issue for this.",
        _facts(request),
        "## Evidence",
        _evidence(shown),
        "## Test plan",
        _plan(plan, shown),
        *_context(request),
        "A draft opened by Lessonboard. A person reviews it, and only a person merges it.",
    )


def _joined(*parts: str) -> str:
    """Parts separated by a blank line, which also ends tables and HTML blocks."""
    return shortened("\n\n".join(part for part in parts if part), LONGEST - 1) + "\n"


def _facts(request: ImprovementRequested) -> str:
    pattern = request.source_pattern
    review = "required before merging" if request.requires_security_review else "not required"
    facts = [
        f"- **Type:** {request.improvement_type}",
        f"- **Priority:** {request.priority}",
        f"- **Pattern:** {inline(pattern.type, _LONGEST_WORD)}",
        f"- **Occurrences:** {pattern.count}",
        f"- **Security review:** {review}",
    ]
    if fingerprint := request.context.get("fingerprint"):
        facts.append(f"- **Fingerprint:** {inline(str(fingerprint), _LONGEST_WORD)}")
    return "\n".join(facts)


def _samples(request: ImprovementRequested) -> list[str]:
    """The samples that the description does not quote already."""
    described = " ".join(cleaned(request.issue_description).split())
    missing = [
        sample
        for sample in request.source_pattern.samples
        if one_line(sample, len(sample)) not in described
    ]
    if not missing:
        return []
    quotes = [fenced(sample_text, _LONGEST_SAMPLE) for sample_text in missing[:_MOST_SAMPLES]]
    return ["## Samples, as they were recorded", *quotes, _more(len(missing), _MOST_SAMPLES)]


def _context(request: ImprovementRequested) -> list[str]:
    details = {name: value for name, value in request.context.items() if name != "fingerprint"}
    context = {**request.source_pattern.context, **details}
    if not context:
        return []
    return ["## Reflection context", fenced(_json(context, orjson.OPT_INDENT_2), _LONGEST_CONTEXT)]


def _evidence(shown: Sequence[Shown]) -> str:
    if not shown:
        return "No step has shown anything yet."
    rows = [
        f"| {inline(check.step, _LONGEST_WORD)} | {_cell(check.evidence)} | {_result(check)} |"
        for check in shown[:_MOST_ROWS]
    ]
    table = "\n".join(["| Step | Evidence | Result |", "|---|---|---|", *rows])
    return _paragraphs([table, _more(len(shown), _MOST_ROWS)])


def _plan(plan: Sequence[Check], shown: Sequence[Shown]) -> str:
    last = {check.step: check for check in shown}
    proven = {name for name, step in last.items() if step.holds and step.evidence}
    boxes = [
        f"- [{'x' if check.step in proven else ' '}] {inline(check.text, _LONGEST_CELL)} "
        f"(step {inline(check.step, _LONGEST_WORD)})"
        for check in plan[:_MOST_CHECKS]
    ]
    if not boxes:
        return "There is no test plan; say in review what has to be tested."
    return _paragraphs(["\n".join(boxes), _more(len(plan), _MOST_CHECKS)])


def _cell(evidence: Mapping[str, Any]) -> str:
    if not evidence:
        return "none"
    return inline(_json(dict(evidence)), _LONGEST_CELL)


def _result(shown: Shown) -> str:
    if not shown.evidence:
        return "not shown"
    return "holds" if shown.holds else "does not hold"


def _json(value: dict[str, Any], option: int = 0) -> str:
    """JSON with secrets redacted, also by field name."""
    options = option | orjson.OPT_NON_STR_KEYS | orjson.OPT_SORT_KEYS
    return orjson.dumps(redact_all(value).value, default=str, option=options).decode()


def _more(count: int, most: int) -> str:
    return f"And {count - most} more." if count > most else ""


def _paragraphs(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part)
