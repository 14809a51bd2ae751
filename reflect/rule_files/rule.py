"""The content of a rule file: rules with their positions, sections, and file globs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """One rule; lines count from 1, the last included.

    `text` is one line, `code` the code blocks that belong to it, `quote` its original lines.
    """

    text: str
    headings: tuple[str, ...]
    first_line: int
    last_line: int
    quote: str
    code: str = ""


@dataclass(frozen=True)
class ListItem:
    """A list item or sentence that is not an instruction."""

    text: str
    headings: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class Section:
    """A heading with everything below it up to the next of its level; lines count from 1."""

    heading: str
    level: int
    first_line: int
    last_line: int


@dataclass(frozen=True)
class RuleDocument:
    """A parsed rule file; `paths` are the globs of the files that it applies to."""

    rules: tuple[Rule, ...] = ()
    items: tuple[ListItem, ...] = ()
    sections: tuple[Section, ...] = ()
    paths: tuple[str, ...] = ()
