"""Parameters and steps of a workflow in Markdown."""

from __future__ import annotations

from lessonboard.parts.recordings.browser.plan import Parameter
from lessonboard.parts.recordings.export.subject import Subject, code, plain


def parameters(subject: Subject) -> list[str]:
    """What differs from time to time, as a table; nothing where nothing does."""
    if not subject.plan.parameters:
        return []
    rows = [f"| {code(each.name)} | {each.kind} | {plain(each.description)} | {_example(each)} |"
            for each in subject.plan.parameters]  # fmt: skip
    return ["## What differs", "", "| name | kind | meaning | recorded |", "|---|---|---|---|",
            *rows, ""]  # fmt: skip


def steps(subject: Subject) -> list[str]:
    """The steps as a numbered list, each with its value, its danger and its picture."""
    lines = []
    for step in subject.plan.steps:
        value = subject.value(step)
        with_value = f": {code(value)}" if value and not step.sensitive else ""
        danger = f" **({plain(step.danger)})**" if step.danger else ""
        shot = subject.screenshots.get(step.index, "")
        picture = f" (before: {code(shot)})" if shot else ""
        lines.append(f"{step.number}. {plain(subject.intent(step))}{with_value}{danger}{picture}")
    return lines


def _example(parameter: Parameter) -> str:
    return "secret" if parameter.sensitive else code(parameter.example).replace("|", "\\|")
