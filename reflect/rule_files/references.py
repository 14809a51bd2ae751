"""The code spans and links of a rule file, with their lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from reflect.rule_files.rule import lines_of


class Reference(NamedTuple):
    """A code span, or the target of a link; `line` counts from 1."""

    target: str
    line: int
    is_link: bool


def references(text: str) -> Iterator[Reference]:
    """The code spans and link targets of a text, without code blocks."""
    tokens = MarkdownIt("commonmark").enable("table").parse("\n".join(lines_of(text)))
    for token in tokens:
        if token.type == "inline" and token.map:
            yield from _inside(token, token.map[0] + 1)


def _inside(inline: Token, line: int) -> Iterator[Reference]:
    for child in inline.children or ():
        if child.type == "code_inline":
            yield Reference(child.content.strip(), line, is_link=False)
        elif child.type == "link_open":
            yield Reference(str(child.attrGet("href") or ""), line, is_link=True)
        elif child.type in ("softbreak", "hardbreak"):
            line += 1
