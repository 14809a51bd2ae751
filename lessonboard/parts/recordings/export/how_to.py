"""A workflow as a page that a person follows by hand."""

from __future__ import annotations

from lessonboard.parts.recordings.browser.plan import Parameter
from lessonboard.parts.recordings.export.subject import Subject, code, plain

_ENDS = {
    "place": "the page is {}", "title": "the page is called {}", "heading": "a heading says {}",
    "text": "the page says {}", "absent": "the page does not say {} any more",
}  # fmt: skip


def how_to(subject: Subject) -> str:
    """The page in Markdown."""
    plan = subject.plan
    lines = [f"# {plain(plan.title)}", ""]
    lines += [plain(subject.description), ""] if subject.description else []
    lines += [f"Begin at {code(plan.start)}.", ""] if plan.start else []
    lines += [f"First: {plain(each)}" for each in plan.preconditions]
    lines += parameters(subject)
    lines += ["## Steps", "", *steps(subject)]
    ends = [_ENDS[key].format(code(text)) for key, text in plan.outcome.items() if key in _ENDS]
    lines += ["", "## In the end", "", f"{'; '.join(ends)}." if ends else "Nothing is checked."]
    return "\n".join([*lines, ""])


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
