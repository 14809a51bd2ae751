"""Parse a workflow from Markdown: headings are steps, check lists their actions.

Below a heading `### Step 5: Title` three optional lines of our own may follow: `Done by:` with one
or more doers, `Evidence:` with the required proofs, and `Critical: yes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from blackboard.errors import BoardError
from lessonboard.parts.automation.workflow.step import (
    DOERS,
    PROOFS,
    Action,
    Doer,
    Fault,
    Proof,
    Step,
    Workflow,
    WorkflowInvalid,
    shown_by,
)
from lessonboard.parts.automation.workflow.titles import doers_of, is_building, is_critical

_HEADING = re.compile(r"^ {0,3}(#{1,6})(?:\s|(?=step\b))", re.IGNORECASE)
_STEP = re.compile(r"^ {0,3}###\s+Step\s+(\d+(?:\.\d+)*[a-z]?):\s+(\S.*?)[\s#]*$")
_ALMOST_A_STEP = re.compile(r"^ {0,3}(?:###\s*step\b(?!\s+by\b)|#{1,6}\s*step\s*\d)", re.IGNORECASE)
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
_ACTION = re.compile(r"^\s*[-*+]\s+\[[ xX]\]\s+(\S.*)$")
_AGENT = re.compile(r"^\*\*(?:Always use|Use)\*\*\s+(?:the\s+)?([\w-]+)\s+agent\b", re.IGNORECASE)
_LINE = re.compile(r"^\s*\**(Done by|Evidence|Critical)\**\s*:\**\s*(.*?)\**\s*$", re.IGNORECASE)


class _Line(NamedTuple):
    number: int
    text: str


@dataclass
class _Section:
    """A step's heading, its actions, and the values of its `Done by`, `Evidence` and `Critical`
    lines.
    """

    id: str
    title: str
    line: int
    actions: list[Action] = field(default_factory=list)
    said: dict[str, _Line] = field(default_factory=dict)


def read(path: Path) -> Workflow:
    """The workflow in a file.

    Raises:
        WorkflowInvalid: the error lists every problem.
        BoardError: the file cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BoardError(f"could not read the workflow {path}: {reason}") from error
    return parse(text, str(path))


def parse(text: str, name: str) -> Workflow:
    """The workflow in a text.

    Raises:
        WorkflowInvalid: the error lists every problem.
    """
    problems: list[Fault] = []
    sections = _sections(text, problems)
    steps = tuple(_step(section, problems) for section in sections)
    problems += _id_problems(sections)
    if not steps and not problems:
        problems.append(Fault(1, "there is no step; write headings such as `### Step 1: Title`"))
    if problems:
        raise WorkflowInvalid(name, sorted(problems))
    return Workflow(name, steps)


def _sections(text: str, problems: list[Fault]) -> list[_Section]:
    """The steps of a text with the lines below each."""
    found: list[_Section] = []
    current: _Section | None = None
    for line in _outside_fences(text):
        step = _STEP.match(line.text)
        if step:
            current = _Section(step[1], step[2], line.number)
            found.append(current)
        elif _ALMOST_A_STEP.match(line.text):
            problems.append(_badly_formed(line))
        elif heading := _HEADING.match(line.text):
            current = current if len(heading[1]) > 3 else None
        elif current is not None:
            _add_line(current, line, problems)
    return found


def _outside_fences(text: str) -> Iterator[_Line]:
    """The lines outside of code blocks."""
    fence = ""
    for number, line in enumerate(text.splitlines(), 1):
        mark = _FENCE.match(line)
        if fence:
            closes = mark and mark[1].startswith(fence) and not mark[2].strip()
            fence = "" if closes else fence
        elif mark and not (mark[1][0] == "`" and "`" in mark[2]):
            fence = mark[1]
        else:
            yield _Line(number, line)


def _badly_formed(line: _Line) -> Fault:
    return Fault(
        line.number,
        f"{line.text.strip()[:80]!r} looks like a step but is not one; "
        "write `### Step 5: Title`, the number as in 5, 5.5 or 20c",
    )


def _add_line(section: _Section, line: _Line, problems: list[Fault]) -> None:
    """Add a line to the step above it."""
    action, option = _ACTION.match(line.text), _LINE.match(line.text)
    if action:
        section.actions.append(_action(action[1].strip()))
    elif option and option[1].lower() in section.said:
        problems.append(Fault(line.number, f"step {section.id} says `{option[1]}:` twice"))
    elif option:
        section.said[option[1].lower()] = _Line(line.number, option[2].strip())


def _action(text: str) -> Action:
    agent = _AGENT.match(text)
    return Action(text, agent[1]) if agent else Action(text)


def _step(section: _Section, problems: list[Fault]) -> Step:
    doers: tuple[Doer, ...] = _names(section, "done by", DOERS, problems) or doers_of(section.title)
    proofs: tuple[Proof, ...] = _names(section, "evidence", PROOFS, problems)
    if not proofs:
        proofs = shown_by(doers)
        if doers == ("agent",) and is_building(section.title):
            proofs = (*proofs, "diff")
    return Step(
        section.id,
        section.title,
        section.line,
        doers,
        proofs,
        _critical(section, doers, problems),
        tuple(section.actions),
    )


def _names(
    section: _Section, key: str, known: Sequence[str], problems: list[Fault]
) -> tuple[Any, ...]:
    """The names in one of our lines, checked against the known ones; empty without the line."""
    line = section.said.get(key)
    if line is None:
        return ()
    names = tuple(part.strip().lower() for part in line.text.split(",") if part.strip())
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        found = repr(unknown[0]) if unknown else "nothing"
        choice = ", ".join(known)
        problems.append(Fault(line.number, f"`{key}:` says {found}; choose from {choice}"))
        return ()
    return names


def _critical(section: _Section, doers: tuple[Doer, ...], problems: list[Fault]) -> bool:
    line = section.said.get("critical")
    if line is None:
        # A file in our format marks critical steps; in any other, the titles decide.
        return "done by" not in section.said and is_critical(section.title, doers)
    if line.text.lower() not in ("yes", "no"):
        problems.append(Fault(line.number, f"`critical:` says {line.text!r}; write yes or no"))
    return line.text.lower() == "yes"


def _id_problems(sections: Sequence[_Section]) -> Iterator[Fault]:
    """Problems with ids: duplicates, and gaps where all ids are plain numbers."""
    first: dict[str, _Section] = {}
    for section in sections:
        if section.id in first:
            before = first[section.id].line
            yield Fault(section.line, f"step {section.id} is already in line {before}")
        first.setdefault(section.id, section)
    if not all(section.id.isdigit() for section in sections):
        return
    numbers = {int(section.id) for section in sections}
    for number in range(1, max(numbers, default=0)):
        if number not in numbers and number + 1 in numbers:
            after = next(other for other in sections if int(other.id) == number + 1)
            yield Fault(after.line, f"step {number} is missing before step {number + 1}")
