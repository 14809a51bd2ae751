"""What a document itself calls a lesson, a decision or a fix, in its own words.

Read are texts behind a label ("Lesson:", "Fix:"), what is below a heading that announces
lessons or decisions, and the parts of a record ("Decision", "Rationale"). The rest is a model's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from reflect.documents.names import Role, is_left_out, parts, role_of, title_of
from reflect.documents.statement import Kind, Statement
from reflect.markdown.blocks import Block, blocks, quoter
from reflect.markdown.sentences import plain, sentences

_KINDS: tuple[tuple[Role, Kind], ...] = (
    ("lesson", "lesson"), ("decision", "decision"), ("fix", "verification"),
)  # fmt: skip
_LONGEST, _LONGEST_BLOCK = 400, 8_000
_FEWEST_WORDS, _FEWEST_WIDE = 3, 8
_BECAUSE = re.compile(r"(?i)[\s,;\u2013\u2014-]+because\s+")
_OPEN = re.compile(
    r"(?i)[?:]\W*$|^\W*\[[^\]]*\]\W*$|^\W*(?:tbd|todo|n/?a|none|done|accepted|approved|pending)\b"
)
_TICKED = re.compile(r"\[[ xX]\]\s")


class _Section(NamedTuple):
    """The headings above some blocks, from the outermost to their own."""

    headings: tuple[Block, ...]
    blocks: list[Block]

    @property
    def heading(self) -> str:
        return self.headings[-1].text if self.headings else ""

    @property
    def points(self) -> list[Block]:
        """Its list items, or its paragraphs where it has no list."""
        items = [item for each in self.blocks if each.kind == "list" for item in each.inner]
        return items or [each for each in self.blocks if each.kind == "paragraph"]


class _Part(NamedTuple):
    """A text with the role that a label, a heading or the head of a column gives it."""

    role: Role | None
    text: str
    first: int
    last: int


def stated(document: str) -> list[Statement]:
    """The lessons, decisions and fixes that a document states, in its order."""
    found: list[Statement] = []
    for _, run in groupby(_sections(document), key=lambda section: section.headings[:-1]):
        found += _of_siblings(run)
    quote = quoter(document)
    found.sort(key=lambda each: each.first)
    return [replace(each, quote=quote(each.first, each.last)) for each in found]


def _sections(document: str) -> Iterator[_Section]:
    section = _Section((), [])
    for block in blocks(document):
        if block.kind == "heading":
            yield section
            above = (each for each in section.headings if each.level < block.level)
            section = _Section((*above, block), [])
        else:
            section.blocks.append(block)
    yield section


def _of_siblings(sections: Iterable[_Section]) -> Iterator[Statement]:
    """What sections below the same heading state; some may be the parts of one record."""
    record: list[_Part] = []
    for section in sections:
        role, points = role_of(section.heading), section.points
        if any(is_left_out(heading.text) for heading in section.headings):
            continue
        labelled = [part for block in section.blocks for part in _parts(block)]
        title = _title(section)
        if any(part.role not in (None, "aside") for part in labelled):
            is_stated = any(part.role in dict(_KINDS) for part in labelled)
            yield from _entries(labelled if is_stated else [*title, *labelled])
        elif role in ("lesson", "decision") and len(points) > 1:
            for each in points:
                yield from _entries([_Part(role, _text(each), each.first, each.last)])
        elif role and points:
            text = " ".join(each.text for each in points)
            record.append(_Part(role, text, points[0].first, points[-1].last))
        elif points:
            reason = _Part("cause", points[0].text, points[0].first, points[0].last)
            yield from _entries([*title, reason])
    yield from _entries(record)


def _title(section: _Section) -> list[_Part]:
    """A heading that is itself the lesson or decision, by its number or the heading above."""
    role, title = title_of(section.heading)
    above = section.headings[-2].text if len(section.headings) > 1 else ""
    role = role or role_of(above)
    if role not in ("lesson", "decision"):
        return []
    first = section.headings[-1].first
    return [_Part(role, title, first, first)]


def _parts(block: Block) -> Iterator[_Part]:
    """The parts of a block in order; what is code or quoted has none."""
    if block.kind in ("paragraph", "list", "item"):
        if block.kind == "paragraph":
            for part in parts(block.text[:_LONGEST_BLOCK]):
                yield _Part(part.role, part.text, block.first, block.last)
        for inner in block.inner:
            yield from _parts(inner)
    elif block.kind == "table":
        roles = [role_of(cell.text) for cell in block.inner[0].inner]
        for row in block.inner[1:]:
            cells = zip(roles, row.inner, strict=False)
            yield from (_Part(role, cell.text, row.first, row.last) for role, cell in cells)


def _text(block: Block) -> str:
    return "" if _TICKED.match(block.text) else block.text


def _entries(found: Iterable[_Part]) -> Iterator[Statement]:
    """The statements of parts: a role that is there already, or a symptom, begins another."""
    entry: dict[Role, _Part] = {}
    for part in found:
        if part.role in entry or part.role == "symptom":
            yield from _statement(entry)
            entry = {}
        if part.role and part.role != "aside":
            entry[part.role] = part
    yield from _statement(entry)


def _statement(entry: dict[Role, _Part]) -> Iterator[Statement]:
    role, kind = next((each for each in _KINDS if each[0] in entry), (None, None))
    if role is None or kind is None or (role == "fix" and entry.keys() <= {"fix", "rejected"}):
        return
    rule, why = _rule(entry[role].text)
    texts = {each: plain(part.text) for each, part in entry.items()}
    if _says_something(rule):
        yield Statement(
            kind, rule,
            min(part.first for part in entry.values()), max(part.last for part in entry.values()),
            symptom=texts.get("symptom", ""), cause=texts.get("cause", why),
            resolution=texts.get("fix", ""), alternatives=texts.get("rejected", ""),
        )  # fmt: skip


def _rule(text: str) -> tuple[str, str]:
    """What a text says, or its first sentence if it is long, and the reason that it gives."""
    rule = plain(text).rstrip("*_ ")
    if len(rule) > _LONGEST:
        rule = next((plain(sentence) for _, sentence in sentences(text)), "")[:_LONGEST]
    claim, *why = _BECAUSE.split(rule, maxsplit=1)
    return claim, "".join(why)


def _says_something(rule: str) -> bool:
    """Whether a rule has a few words, and is neither a question nor a state."""
    is_enough = len(rule.split()) >= _FEWEST_WORDS
    is_wide = sum(ord(sign) > 0x2E80 for sign in rule) >= _FEWEST_WIDE
    return (is_enough or is_wide) and not _OPEN.search(rule)
