"""Lists of lessons: items and entries below "Lessons learned", "Key takeaways" and their like."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reflect.documents import headings
from reflect.documents.blocks import Block, Section
from reflect.documents.labels import parts
from reflect.documents.reasons import demands, reasoned
from reflect.documents.signs import is_order, is_report, is_statement, is_ticked
from reflect.documents.statement import Statement
from reflect.documents.words import grounds, is_status, lead_of, says_enough
from reflect.rule_files.sentences import plain

_NO_LESSON = re.compile(r"(?i)^(?:what|how|why|when|where|who|which)\b|^`[^`]*`$")
"""Titles that ask, or name a command that is described below."""


def retrospectives(section: Section) -> Iterator[Statement]:
    """The lessons of a section that is a list of them, or one of them."""
    if headings.is_aside(section) or not headings.among_lessons(section):
        return
    if headings.lists_lessons(section):
        for block in section.blocks:
            statement = _lesson(block)
            if statement is not None:
                yield statement
        return
    statement = _entry(section)
    if statement is not None:
        yield statement


def _lesson(block: Block) -> Statement | None:
    text = block.text
    if block.kind == "row" or any(part.role for part in parts(text)) or text.endswith((":", "?")):
        return None
    lead = lead_of(text)
    more = " ".join(plain(child.text) for child in block.inner if child.text)
    if lead and any(map(_says_itself, (lead.text, lead.rest))):
        if is_order(lead.rest) and not is_order(lead.text):
            return Statement("lesson", plain(text), block.first, block.last)
        rule, told = plain(lead.text), f"{lead.rest} {more}".strip()
        found = grounds(told, rule)
        return Statement("lesson", rule, block.first, block.last, found.symptom, found.cause)
    if not _is_lesson(block):
        return None
    said = reasoned(text)
    found = grounds(more, said.claim)
    return Statement("lesson", said.claim, block.first, block.last, found.symptom,
                     said.why or found.cause, alternatives=said.against)  # fmt: skip


def _says_itself(text: str) -> bool:
    return is_order(text) or is_statement(text)


def _is_lesson(block: Block) -> bool:
    """Whether a block without a bold lead says what to do, or what was found to be so."""
    text = plain(block.text)
    if is_ticked(block.text) and not is_order(text):
        return False
    if is_status(text) or not says_enough(text, least=4):
        return False
    said = reasoned(text)
    if is_order(text) or demands(text):
        return True
    if block.kind == "paragraph":
        return False
    is_grounded = bool(said.why or said.against)
    return (is_grounded or is_statement(text)) and not is_report(text)


def _entry(section: Section) -> Statement | None:
    """A lesson whose heading says it, and whose text tells how it was found."""
    title = headings.title(section.heading)
    text = " ".join(block.text for block in section.blocks if block.kind == "paragraph")
    if not _says_itself(title) or _NO_LESSON.match(title) or any(part.role for part in parts(text)):
        return None
    found = grounds(text, title)
    last = max((block.last for block in section.blocks if block.kind == "paragraph"),
               default=section.first)  # fmt: skip
    return Statement("lesson", title, section.first, last, found.symptom, found.cause)
