"""A line in AGENTS.md or CLAUDE.md, which agents always read, under a heading of its own."""

from __future__ import annotations

import re
from typing import cast

from blackboard.views.rows import LessonRow
from lessonboard.parts.automation.compiling.kind import Files, Proposal, Subject, Unfit
from lessonboard.parts.automation.compiling.text_lines import bare, insert, split
from lessonboard.present.markdown import inline
from reflect.markdown.blocks import blocks
from reflect.rule_files.alike import unsaid
from reflect.rule_files.markdown import read_rules
from reflect.rule_files.markers import own_lines

FILES = ("AGENTS.md", "CLAUDE.md")
HEADING = "## Learned rules"
_MARKUP = re.compile(r"[\\<\[\]*~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w)")


class RuleLine:
    """A line in AGENTS.md or CLAUDE.md."""

    name = "rule-line"
    about = "a line in AGENTS.md or CLAUDE.md"
    strength = 10

    def propose(self, subject: Subject, files: Files) -> Proposal:
        """The rule as an item of a list, unless the file says so already."""
        path, text = _file(files)
        line = f"- {as_item(subject.rule)}"
        number = _number_of(line, text)
        after = text
        if number is None:
            _require_unsaid(subject.rule, path, text)
            after = _with_line(line, text or "")
            _require_item(line, path, after)
        return Proposal(
            path, text, after or "", (line,), f"Add a rule to {path}", "agents always read it"
        )


def as_item(rule: str) -> str:
    r"""A rule as the text of a Markdown list item: code stays code, all else is only text.

    >>> as_item("Run `a_b <c>`, see [x](http://y) <b>")
    'Run `a_b <c>`, see \\[x\\](http://y) \\<b>'
    """
    parts = inline(rule).split("`")
    parts[::2] = [_MARKUP.sub(r"\\\g<0>", part) for part in parts[::2]]
    return "`".join(parts)


def _file(files: Files) -> tuple[str, str | None]:
    """The first rule file that is there, with its text; else the first, which is new."""
    problems = []
    for path in FILES:
        try:
            text = files.read(path)
        except Unfit as error:
            problems.append(str(error))
            continue
        if text is not None:
            return path, text
    if problems:
        raise Unfit("; ".join(problems))
    return FILES[0], None


def _number_of(line: str, text: str | None) -> int | None:
    """The place of a line that a text has already."""
    wanted = _plain(line)
    places = (n for n, each in enumerate(split(text or "")) if _plain(each) == wanted)
    return next(places, None)


def _plain(line: str) -> str:
    return " ".join(line.strip().lstrip("-*+ ").rstrip(".").split()).lower()


def _require_unsaid(rule: str, path: str, text: str | None) -> None:
    if not unsaid([cast(LessonRow, {"constraint": rule})], text or ""):
        raise Unfit(f"{path} says so already, in other words")


def _with_line(line: str, text: str) -> str:
    """The text with a line at the end of the section of learned rules, which is made if needed."""
    if "\r" in text.replace("\r\n", ""):
        raise Unfit("its lines end in different ways")
    lines, hidden = split(text), own_lines(text)
    for section in read_rules(text).sections:
        if bare(lines[section.first_line - 1]) == HEADING and section.first_line not in hidden:
            return insert(text, _end(lines, section.first_line, section.last_line, hidden), [line])
    gap = [""] if lines and lines[-1].strip() else []
    return insert(text, len(lines), [*gap, HEADING, "", line])


def _end(lines: list[str], first: int, last: int, hidden: set[int]) -> int:
    """Behind the last line of a section that is not blank, nor part of an exported section."""
    end = first
    for number in range(first + 1, min(last, len(lines)) + 1):
        if number in hidden:
            break
        if lines[number - 1].strip():
            end = number
    return end


def _require_item(line: str, path: str, after: str) -> None:
    """Refuse a file in which the new line would be part of a code block or a comment."""
    number = [bare(each) for each in split(after)].index(line)
    items = (each for block in blocks(after) for each in block.walk() if each.kind == "item")
    if number + 1 not in {item.first for item in items}:
        raise Unfit(f"{path} ends in a code block or a comment that is not closed")
