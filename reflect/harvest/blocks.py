"""A Markdown text as sections of blocks: paragraphs, list items and table rows, without code."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from reflect.rule_files.front import front_lines
from reflect.rule_files.markers import own_lines
from reflect.rule_files.rule import lines_of
from reflect.rule_files.sentences import plain

_LISTS = ("bullet_list", "ordered_list")
_MOST_LINES = 4_000
_MOST_CHARACTERS = 150_000
"""Of a longer text only the beginning is read: what is worth telling is not a book."""


@dataclass(frozen=True)
class Block:
    """A paragraph, list item or table row; `inner` are nested items, more paragraphs or cells."""

    kind: Literal["para", "item", "row"]
    text: str
    inner: tuple[str, ...]
    first_line: int
    last_line: int


@dataclass
class Section:
    """A heading with the blocks below it, up to the next heading of any level."""

    heading: str
    level: int
    headings: tuple[str, ...]
    first_line: int
    last_line: int
    blocks: list[Block] = field(default_factory=list)


def sections(text: str) -> list[Section]:
    """The sections of a text; the first one has no heading and holds what stands before any."""
    lines = lines_of(text[:_MOST_CHARACTERS])[:_MOST_LINES]
    hidden = own_lines(text[:_MOST_CHARACTERS]) | set(range(1, front_lines(lines) + 1))
    shown = ["" if number in hidden else line for number, line in enumerate(lines, 1)]
    tree = SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse("\n".join(shown)))
    found = [Section("", 0, (), 1, 1)]
    for node in tree.children:
        _read(node, found)
    return found


def _read(node: SyntaxTreeNode, found: list[Section]) -> None:
    section = found[-1]
    first, last = _span(node)
    if node.type == "heading":
        found.append(_section(node, found))
        return
    section.last_line = max(section.last_line, last)
    if node.type == "paragraph":
        section.blocks.append(Block("para", _content(node), (), first, last))
    elif node.type in _LISTS:
        section.blocks += [_item(child) for child in node.children]
    elif node.type == "table":
        section.blocks += _rows(node)
    elif node.type == "blockquote":
        for child in node.children:
            _read(child, found)


def _section(node: SyntaxTreeNode, found: list[Section]) -> Section:
    level, heading = int(node.tag[1:]), plain(_content(node))
    above: list[str] = []
    limit = level
    for each in reversed(found):
        if each.heading and each.level < limit:
            above.insert(0, each.heading)
            limit = each.level
    first, last = _span(node)
    return Section(heading, level, (*above, heading), first, last)


def _item(node: SyntaxTreeNode) -> Block:
    texts: list[str] = []
    _collect(node, texts)
    first, last = _span(node)
    return Block("item", texts[0] if texts else "", tuple(texts[1:]), first, last)


def _collect(node: SyntaxTreeNode, texts: list[str]) -> None:
    for child in node.children:
        if child.type == "paragraph":
            texts.append(_content(child))
        elif child.type in (*_LISTS, "list_item", "blockquote"):
            _collect(child, texts)


def _rows(node: SyntaxTreeNode) -> list[Block]:
    """The rows of a table; each cell is labelled with the head of its column."""
    rows = [row for part in node.children for row in part.children]
    cells = [[_content(cell) for cell in row.children] for row in rows]
    heads, found = cells[0] if cells else [], []
    for row, texts in zip(rows[1:], cells[1:], strict=False):
        named = [
            f"{head}: {text}" for head, text in zip(heads, texts, strict=False) if text and head
        ]
        said = ": ".join(filter(None, texts[:2]))
        found.append(Block("row", said, tuple(named), *_span(row)))
    return found


def _content(node: SyntaxTreeNode) -> str:
    return node.children[0].content.strip() if node.children else ""


def _span(node: SyntaxTreeNode) -> tuple[int, int]:
    start, end = node.map or (0, 1)
    return start + 1, max(start + 1, end)
