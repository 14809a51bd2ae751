"""Passages: a Markdown text split into what may each be one lesson.

A passage is a list item, a table row, a paragraph, or an entry: a section (or a whole file) whose
parts are called symptom, cause, fix and the like. The text is data and never followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from reflect.harvest import signs
from reflect.harvest.blocks import Block, Section, sections
from reflect.harvest.front_matter import Front, front, heading_of, is_of_one_lesson
from reflect.harvest.parts import Role, labelled, role_of
from reflect.rule_files.denial import forbidden_by, forbidden_under, is_prohibition, turned
from reflect.rule_files.rule import lines_of
from reflect.rule_files.sentences import plain, sentences

Shape = Literal["item", "prose", "row", "entry", "file"]
Part = tuple[Role, str]
_ENDS = (".", "!", "?", ":", "。", "\uff01", "\uff1a")
_HOW_TO = re.compile(
    r"(?is)^(?:to\s|steps\b|how to\b|follow\b|in order to\b|process\b).*[:\uff1a]$"
)
_SHAPES: dict[str, Shape] = {"para": "prose", "item": "item", "row": "row"}
_SAYING: frozenset[Role] = frozenset(("rule", "cause", "fix"))
_TELLING: frozenset[Role] = frozenset(("rule", "symptom", "cause", "fix", "when"))


@dataclass(frozen=True)
class Passage:
    """A stretch of a text that may be one lesson.

    Attributes:
        shape: what it is in the text.
        text: its own words in Markdown, of an entry its title.
        details: what belongs to it: nested items, and the paragraph after it.
        parts: what an entry calls symptom, cause, fix and so on.
        headings: the headings above it, the nearest last.
        quote: its lines.
        first_line: the number of the first line, from 1.
        fields: the front matter of the file.
        is_step: whether it is an item of a list that tells how to do one thing.
        is_preamble: whether it is a paragraph below the title of a file, before its first section.
    """

    shape: Shape
    text: str
    details: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    headings: tuple[str, ...] = ()
    quote: str = ""
    first_line: int = 1
    fields: tuple[tuple[str, tuple[str, ...]], ...] = ()
    is_preamble: bool = False
    is_step: bool = False

    @property
    def whole(self) -> str:
        """Everything it says, in plain words."""
        texts = (self.text, *(text for _, text in self.parts), *self.details)
        return " ".join(filter(None, map(plain, texts)))

    def part(self, *roles: Role) -> list[str]:
        """What is said in parts of these roles, in the order of the roles."""
        return [text for role in roles for given, text in self.parts if given == role and text]


def passages(text: str) -> list[Passage]:
    """The passages of a text, in order."""
    lines = lines_of(text)
    fields = front(lines)
    found = sections(text)
    if is_of_one_lesson(fields):
        return [_file(found, fields, lines)]
    return list(_passages(found, lines))


def _passages(found: Sequence[Section], lines: Sequence[str]) -> Iterator[Passage]:
    number = 0
    while number < len(found):
        section = found[number]
        below = [
            each
            for each in _below(found, number)
            if each.headings[:-1] == section.headings and role_of(each.heading)
        ]
        entry = _entry(section, below, lines)
        if entry is not None:
            yield entry
            number += 1 + len(_below(found, number))
        else:
            is_first = section.level < 2 and bool(_below(found, number))
            yield from _single(section, lines, is_first)
            number += 1


def _below(found: Sequence[Section], number: int) -> list[Section]:
    """The sections that a section contains."""
    inner: list[Section] = []
    for each in found[number + 1 :]:
        if each.level <= found[number].level or not found[number].heading:
            break
        inner.append(each)
    return inner


def _entry(section: Section, below: Sequence[Section], lines: Sequence[str]) -> Passage | None:
    """A section as one lesson: two of its parts have the names of such parts, or its one rule."""
    if not section.heading:
        return None
    own = _own_parts(section)
    parts = list(own)
    for each in below:
        inner = _own_parts(each)
        role = role_of(each.heading)
        parts += inner if inner and role in (None, "aside") else [(role or "aside", _text(each))]
    roles = [role for role, _ in parts if role in _TELLING]
    is_told = len(set(roles)) > 1 or (roles == ["rule"] and _has_one_rule(section))
    if not is_told or not _SAYING.intersection(roles) or _has_many(section):
        return None
    last = below[-1].last_line if below else section.last_line
    loose = [block.text for block in section.blocks if labelled(block.text)[0] is None]
    return Passage(
        "entry", section.heading, tuple(loose), tuple(parts), section.headings[:-1],
        _quote(lines, section.first_line, last), section.first_line,
    )  # fmt: skip


def _has_one_rule(section: Section) -> bool:
    """Whether a section whose heading says something draws one rule from its story."""
    rules = [rest for block in section.blocks for role, rest in [labelled(block.text)] if role]
    return len(rules) == 1 and bool(rules[0]) and signs.is_statement(section.heading)


def _has_many(section: Section) -> bool:
    """Whether each item of a section is an entry of its own, labelled within."""
    return sum(len(_inner_parts(block)) > 1 for block in section.blocks) > 1


def _own_parts(section: Section) -> list[Part]:
    """The labelled blocks of a section, each with what follows it up to the next label."""
    parts: list[Part] = []
    for block in section.blocks:
        role, rest = labelled(block.text)
        if role is not None:
            parts.append((role, " ".join(filter(None, (rest, *block.inner)))))
        elif parts and not parts[-1][1]:
            parts[-1] = (parts[-1][0], " ".join((block.text, *block.inner)))
    return parts


def _file(found: Sequence[Section], fields: Front, lines: Sequence[str]) -> Passage:
    """A file with front matter as one lesson."""
    parts: list[Part] = []
    loose: list[str] = []
    for section in found:
        role = role_of(section.heading)
        own = _own_parts(section)
        if role and (text := _text(section)):
            parts.append((role, text))
        elif own:
            parts += own
        loose += [
            block.text
            for block in section.blocks
            if not role and labelled(block.text)[0] is None and block.kind == "para"
        ]
    for name, values in fields.items():
        role = role_of(name.replace("_", " "))
        if role in _TELLING and any(" " in value for value in values):
            parts += [(role, value) for value in values]
    title = heading_of(fields) or next((each.heading for each in found if each.heading), "")
    kept = tuple((name, tuple(values)) for name, values in fields.items())
    return Passage(
        "file", title, tuple(loose), tuple(parts), (), _quote(lines, 1, len(lines)), 1, kept
    )


def _single(section: Section, lines: Sequence[str], is_first: bool) -> Iterator[Passage]:
    """The items, rows and paragraphs of a section, each by itself.

    A paragraph that only explains the rule in the one before it belongs to that.
    """
    denial, under = "", forbidden_under(section.headings)
    ruled = any(labelled(each.text)[0] == "rule" for each in section.blocks if each.kind == "para")
    story: list[str] = []
    explained, is_how_to = False, False
    for block, after in pairwise([*section.blocks, None]):
        if block is None or explained:
            explained = False
            continue
        if ruled and block.kind == "para" and labelled(block.text)[0] is None:
            story.append(block.text)  # what the rules of its section were drawn from
            continue
        text, details, last = block.text, [*block.inner, *story], block.last_line
        if block.kind == "para":
            denial, is_how_to = _denial(text), _HOW_TO.match(plain(text)) is not None
            if after is not None and after.kind == "para" and _explains(after.text, text):
                details.append(after.text)
                explained, last = True, after.last_line
        elif denial or under:
            text = turned(text, denial or under)
        parts = _inner_parts(block)
        yield Passage(
            _SHAPES[block.kind], text, tuple(details), tuple(parts) if len(parts) > 1 else (),
            section.headings, _quote(lines, block.first_line, last), block.first_line,
            is_preamble=is_first and block.kind == "para",
            is_step=is_how_to and block.kind == "item",
        )  # fmt: skip


def _explains(after: str, rule: str) -> bool:
    """Whether a paragraph gives the reason for the rule before it, and is none itself."""
    is_rule = any(signs.is_order(each) for _, each in sentences(rule))
    also = any(signs.is_order(each) for _, each in sentences(after))
    introduces = plain(after).endswith((":", "\uff1a"))
    return (
        is_rule
        and not also
        and not introduces
        and labelled(after)[0] in (None, "cause", "symptom", "detail")
    )


def _denial(lead: str) -> str:
    """How the sentence above a list forbids its items; merely to speak of avoiding does not."""
    denial = forbidden_by(lead) if plain(lead).endswith((":", "\uff1a")) else ""
    return denial if is_prohibition(denial) else ""


def _inner_parts(block: Block) -> list[Part]:
    """The labelled pieces within an item, or the labelled cells of a row."""
    return [
        (role, rest) for text in block.inner for role, rest in [labelled(text)] if role and rest
    ]


def _text(section: Section) -> str:
    """What a section says, without its code; what ends like a heading introduces only items."""
    blocks = section.blocks
    texts: list[str] = []
    for number, block in enumerate(blocks):
        after = blocks[number + 1] if number + 1 < len(blocks) else None
        text = block.text
        if block.kind == "para" and (after is None or after.kind == "para"):
            text = text.rstrip(":\uff1a ")
        texts += [text, *block.inner]
    return " ".join(text if text.endswith(_ENDS) else f"{text}." for text in texts if text)


def _quote(lines: Sequence[str], first: int, last: int) -> str:
    return "\n".join(lines[first - 1 : last]).strip("\n")
