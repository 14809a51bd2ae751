"""A Markdown text as a tree of blocks with their lines.

A long text is parsed piece by piece, since the parser keeps all of its tokens in memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from reflect.markdown.front import front_lines

Kind = Literal[
    "heading", "paragraph", "list", "item", "quote", "code", "table", "row", "cell", "other",
]  # fmt: skip

_KINDS: dict[str, Kind] = {
    "heading": "heading", "paragraph": "paragraph", "bullet_list": "list", "ordered_list": "list",
    "list_item": "item", "blockquote": "quote", "fence": "code", "code_block": "code",
    "table": "table", "tr": "row", "th": "cell", "td": "cell",
}  # fmt: skip
_LINE_END = re.compile(r"\r\n?|\n")
_FENCE = re.compile(r"[ \t>*+-]*(?P<fence>```|~~~)")
_HEADING = re.compile(r"#{1,6}[ \t]")
_PIECE, _LONGEST_PIECE = 64_000, 256_000
"""Characters after which a piece ends at the next heading, or at the next line outside of code."""

_MOST_LINES = 50_000
"""Lines that are read: a thousand pages, some seconds of parsing."""


@dataclass(frozen=True)
class Block:
    """A block with its lines (from 1, the last one included).

    `text` is that of a heading, paragraph, cell or code, without the marks around it, and
    in an item its first paragraph; `inner` are the blocks inside of it, `level` that of a heading.
    """

    kind: Kind
    text: str
    first: int
    last: int
    level: int = 0
    inner: tuple[Block, ...] = ()

    def walk(self) -> Iterator[Block]:
        """The block and all blocks inside of it, in order."""
        yield self
        for block in self.inner:
            yield from block.walk()

    def texts(self) -> list[str]:
        """The texts of its headings, paragraphs and cells."""
        kinds = ("heading", "paragraph", "cell")
        return [block.text for block in self.walk() if block.kind in kinds]


class _Piece(NamedTuple):
    text: str
    lines_before: int


def lines_of(text: str) -> list[str]:
    r"""The lines of a text, with any line ending.

    >>> lines_of("a\r\nb\x0cc\n")
    ['a', 'b\x0cc', '']
    """
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def quoter(text: str) -> Callable[[int, int], str]:
    """What gives the lines of a text, character for character; the last one is included."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(text)), len(text)]
    return lambda first, last: text[starts[first - 1] : starts[min(last, len(starts) - 1)]].strip()


def blocks(text: str) -> Iterator[Block]:
    """The outermost blocks of a text, in order; front matter is left out and counted.

    >>> [(each.kind, each.text, each.first) for each in blocks("# Tests\\n\\nRun them.")]
    [('heading', 'Tests', 1), ('paragraph', 'Run them.', 3)]
    """
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    for piece in _pieces(lines_of(text)[:_MOST_LINES]):
        for node in SyntaxTreeNode(parser.parse(piece.text)).children:
            yield _block(node, piece.lines_before)


def _pieces(lines: list[str]) -> Iterator[_Piece]:
    """The text in pieces, cut before headings, and never inside of fenced code."""
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


def _block(node: SyntaxTreeNode, before: int, above: tuple[int, int] = (0, 1)) -> Block:
    """A node as a block; a cell has no lines of its own, but those of its row."""
    kind = _KINDS.get(node.type, "other")
    start, end = lines = node.map or above
    inner = tuple(_block(child, before, lines) for child in _children(node))
    level = int(node.tag[1:]) if kind == "heading" else 0
    first, last = before + start + 1, before + max(start + 1, end)
    return Block(kind, _text(node, kind, inner, first), first, last, level, inner)


def _children(node: SyntaxTreeNode) -> Iterable[SyntaxTreeNode]:
    """The blocks inside of a node: of a table its rows, without head and body around them."""
    if node.type == "table":
        return [row for part in node.children for row in part.children]
    return [child for child in node.children if child.type != "inline"]


def _text(node: SyntaxTreeNode, kind: Kind, inner: tuple[Block, ...], first: int) -> str:
    if kind == "code":
        return node.content
    if kind == "item":
        is_lead = bool(inner) and inner[0].kind == "paragraph" and inner[0].first == first
        return inner[0].text if is_lead else ""
    inline = [child for child in node.children if child.type == "inline"]
    return inline[0].content.strip() if inline else ""
