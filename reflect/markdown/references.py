"""The code spans and links of a text, with their lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markdown_it import MarkdownIt

from reflect.markdown.blocks import Block, blocks


class Reference(NamedTuple):
    """A code span, or the target of a link; `line` counts from 1."""

    target: str
    line: int
    is_link: bool


def references(text: str) -> Iterator[Reference]:
    """The code spans and link targets of a text, without code blocks."""
    parser = MarkdownIt("commonmark")
    for block in blocks(text):
        for each in block.walk():
            if each.text and each.kind in ("heading", "paragraph", "cell"):
                yield from _inside(each, parser)


def _inside(block: Block, parser: MarkdownIt) -> Iterator[Reference]:
    line = block.first
    (inline,) = parser.parseInline(block.text)
    for child in inline.children or ():
        if child.type == "code_inline":
            yield Reference(child.content.strip(), line, is_link=False)
        elif child.type == "link_open":
            yield Reference(str(child.attrGet("href") or ""), line, is_link=True)
        elif child.type in ("softbreak", "hardbreak"):
            line += 1
