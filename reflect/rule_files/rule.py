"""What a rule file holds: rules with their places, sections, and the files that it is for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """One rule; lines count from 1, and the last one is part of it.

    `text` is one line, `code` the code blocks that belong to it, `quote` the lines as they stand
    in the file.
    """

    text: str
    headings: tuple[str, ...]
    first_line: int
    last_line: int
    quote: str
    code: str = ""


@dataclass(frozen=True)
class Item:
    """A list item or sentence that tells nobody to do anything."""

    text: str
    headings: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class Section:
    """A heading with all that is below it up to the next one of its rank; lines count from 1."""

    heading: str
    level: int
    first_line: int
    last_line: int


@dataclass(frozen=True)
class RuleDocument:
    """A rule file that was read; `paths` are the globs of the files that it is for."""

    rules: tuple[Rule, ...] = ()
    items: tuple[Item, ...] = ()
    sections: tuple[Section, ...] = ()
    paths: tuple[str, ...] = ()


def lines_of(text: str) -> list[str]:
    r"""The lines of a file, however they end.

    >>> lines_of("a\r\nb\x0cc\n")
    ['a', 'b\x0cc', '']
    """
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
