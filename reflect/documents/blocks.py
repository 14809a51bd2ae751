"""A Markdown document as sections of blocks; code, quotations and front matter are left out.

A long document is parsed piece by piece, since the parser keeps all of its tokens in memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from reflect.rule_files.front import front_lines
from reflect.rule_files.sentences import plain

_LINE_END = re.compile(r"\r\n?|\n")
_FENCE = re.compile(r"[ \t>*+-]*(?P<fence>```|~~~)")
_HEADING = re.compile(r"#{1,6}[ \t]")
_LISTS = ("bullet_list", "ordered_list")
_PIECE, _LONGEST_PIECE = 64_000, 256_000
"""Characters after which a piece ends at the next heading, or at the next line outside of code."""

_LONGEST_BLOCK = 8_000
"""Characters of a paragraph that are read; what is longer is data rather than prose."""

_MOST_LINES = 50_000
"""Lines that are read: a thousand pages, some seconds of parsing."""


@dataclass(frozen=True)
class Block:
    """A paragraph, list item or table row, with its lines (from 1, the last one included).

    `text` is what stands there, without the marks of the list; `inner` are the further paragraphs
    and items of an item, `cells` the cells of a row with the heads of their columns.
    """

    kind: Literal["paragraph", "item", "row"]
    text: str
    first: int
    last: int
    inner: tuple[Block, ...] = ()
    cells: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Section:
    """The blocks between two headings; `headings` lead from the outermost to its own."""

    headings: tuple[str, ...]
    first: int
    blocks: tuple[Block, ...]

    @property
    def heading(self) -> str:
        """Its own heading, empty for what stands before any."""
        return self.headings[-1] if self.headings else ""


class _Piece(NamedTuple):
    text: str
    lines_before: int


def sections(document: str) -> Iterator[Section]:
    """The sections of a document, in order."""
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    above: list[tuple[int, str]] = []
    first, blocks = 1, list[Block]()
    for piece in _pieces(_LINE_END.split(document, _MOST_LINES)[:_MOST_LINES]):
        for node in SyntaxTreeNode(parser.parse(piece.text)).children:
            if node.type != "heading":
                blocks += _blocks(node, piece.lines_before)
                continue
            yield Section(tuple(text for _, text in above), first, tuple(blocks))
            level = int(node.tag[1:])
            above = [each for each in above if each[0] < level]
            above.append((level, plain(_content(node)).rstrip(":")))
            first, blocks = _lines(node, piece.lines_before)[0], []
    yield Section(tuple(text for _, text in above), first, tuple(blocks))


def _pieces(lines: list[str]) -> Iterator[_Piece]:
    """The document in pieces, cut before headings, and never inside of fenced code."""
    start = front_lines(lines)
    size, fence = 0, ""
    for number in range(start, len(lines)):
        line = lines[number]
        is_full = size > _PIECE and _HEADING.match(line) is not None
        if size and not fence and (is_full or size > _LONGEST_PIECE):
            yield _Piece("\n".join(lines[start:number]), start)
            start, size = number, 0
        mark = _FENCE.match(line)
        if mark and fence in ("", mark["fence"]):
            fence = "" if fence else mark["fence"]
        size += len(line) + 1
    yield _Piece("\n".join(lines[start:]), start)


def _blocks(node: SyntaxTreeNode, before: int) -> Iterable[Block]:
    if node.type == "paragraph":
        return [Block("paragraph", _content(node), *_lines(node, before))]
    if node.type in _LISTS:
        return [_item(child, before) for child in node.children]
    return _rows(node, before) if node.type == "table" else []


def _item(node: SyntaxTreeNode, before: int) -> Block:
    inner = [block for child in node.children for block in _blocks(child, before)]
    first, last = _lines(node, before)
    if inner and inner[0].kind == "paragraph" and inner[0].first == first:
        return Block("item", inner[0].text, first, inner[-1].last, tuple(inner[1:]))
    return Block("item", "", first, last, tuple(inner))


def _rows(node: SyntaxTreeNode, before: int) -> Iterator[Block]:
    rows = [row for part in node.children for row in part.children]
    heads = [plain(_content(cell)) for cell in rows[0].children] if rows else []
    for row in rows[1:]:
        texts = [_content(cell) for cell in row.children]
        named = tuple(zip(heads, texts, strict=False))
        yield Block("row", " ".join(filter(None, texts)), *_lines(row, before), cells=named)


def _content(node: SyntaxTreeNode) -> str:
    return node.children[0].content.strip()[:_LONGEST_BLOCK] if node.children else ""


def _lines(node: SyntaxTreeNode, before: int) -> tuple[int, int]:
    start, end = node.map or (0, 1)
    return before + start + 1, before + max(start + 1, end)
