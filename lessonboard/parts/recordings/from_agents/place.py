"""Describe a node of a snapshot as the recorder describes an element: its name, and its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urljoin

from lessonboard.parts.recordings.from_agents.flat import flat_row
from lessonboard.parts.recordings.from_agents.snapshot import TEXT, Node
from lessonboard.parts.recordings.shared_names import FIELDS

_CONTROLS = (*FIELDS, "button", "option", "checkbox", "radio", "switch", "menuitem")
_ROWS = {"row": "row", "listitem": "item", "treeitem": "item", "article": "card"}
_CELLS = ("cell", "gridcell", "rowheader", "columnheader")
_MENUS = ("navigation", "menu", "menubar", "tablist", "toolbar", "listbox", "contentinfo")
_TABLES = ("table", "grid", "treegrid")
_SILENT = ("generic", "ignored", "none", "strong", "emphasis", "paragraph", "time", TEXT)
"""Roles that say nothing: such a thing is known by its text."""

_WORDY = re.compile(r"[^\W\d_]{2,}")
_ICONS = re.compile("[\ue000-\uf8ff]+")
"""Characters for private use, which fonts draw as icons."""

_MOST_SAID, _LONGEST = 10, 200


def target_of(node: Node, url: str) -> dict[str, Any]:
    """The target of a step that acted on a node of the page with this address."""
    root, target = [*node.above()][-1], _named(node)
    same = [each for each in root.all() if each.role == node.role and _named(each) == target]
    row = next((each for each in node.above() if each.role in _MENUS
                or (each.role in _ROWS and chunks(each, node))), None)  # fmt: skip
    is_row = row is not None and row.role in _ROWS
    within = _row(row, node) if row is not None and is_row else {} if row else _flat_row(node)
    found = {
        **target,
        "within": within,
        # a snapshot of Chrome DevTools does not show what is over what
        "section": "" if root.name else _section(row if row is not None and within else node),
        "href": _href(node, url),
        "checked": str(_is_on(node)).lower() if node.role in ("checkbox", "switch") else "",
        "tag": "select" if any(each.role == "option" for each in node.children) else "",
        "title": node.attributes.get("description", ""),
        "ticked": sum(map(_is_ticked, root.all())),
    }
    kept = {key: value for key, value in found.items() if value}
    return {**kept, "alike": max(1, len(same)), "nth": same.index(node) if node in same else 0}


def state_of(root: Node | None) -> dict[str, Any]:
    """The headings of a page, and its messages to the user."""
    nodes = list(root.all()) if root else []
    titles = [each for each in nodes if each.role == "heading"
              and each.attributes.get("level", "1") <= "3"]  # fmt: skip
    messages = [each for each in nodes if each.role in ("alert", "status")]
    headings, said_so = (list(filter(None, map(said, some))) for some in (titles, messages))
    return {"headings": headings[:_MOST_SAID], "messages": said_so[:_MOST_SAID], "focus": ""}


def said(node: Node) -> str:
    """What a node says, on one line."""
    return " ".join(chunks(node) or [_ICONS.sub("", node.name)])[:_LONGEST]


def chunks(node: Node, but: Node | None = None) -> list[str]:
    """The texts in a node that are not those of controls, nor icons, nor of another node."""
    return [text for each in _chunks(node, but) if (text := _ICONS.sub("", each).strip())]


def _chunks(node: Node, but: Node | None) -> Iterator[str]:
    yield node.text if node.role not in _CONTROLS else ""
    for child in node.children:
        if child.role not in _CONTROLS and child is not but:
            is_leaf = not (child.text or child.children)
            yield from [child.name] if is_leaf else _chunks(child, but)


def _named(node: Node) -> dict[str, Any]:
    """Its role and name; what has none is found by its text, else by its role alone."""
    role = node.role if node.role.islower() and node.role not in _SILENT else ""
    if role and node.name:
        return {"role": role, "name": node.name}
    text = said(node) if role not in FIELDS else ""
    return {"text": text} if text or not role else {"role": role, "selector": f"role={role}"}


def _row(row: Node, node: Node) -> dict[str, Any]:
    """The row or item that a node is in; fields are in rows of tables with headers alone."""
    is_table = row.role == "row"
    table = next((each for each in row.above() if each.role in _TABLES), row.parent or row)
    rows = [each for each in table.all() if each.role == row.role and each is not row
            and (is_table or each.parent is row.parent)]  # fmt: skip
    heads = [each for each in rows if sum(one.role == "columnheader" for one in each.children) > 1]
    headers = list(map(said, _cells(heads[0]))) if heads and is_table else []
    if node.role in FIELDS and not headers:
        return {}
    own = [node.name] if node.role == "link" else []
    own += [said(cell) for cell in _cells(row) if cell.role == "rowheader"]
    others = [_texts(each) for each in rows if each not in heads[:1] or not is_table]
    found = _described(_ROWS[row.role], _texts(row), others, own)
    return {**found, "headers": headers} if found and headers else found


def _flat_row(node: Node) -> dict[str, Any]:
    """The texts of the row that a flat snapshot shows as a pattern; the line of a form is none."""
    for each in node.above():
        texts, others = flat_row(each) if each.role != TEXT else ([], [])
        is_form = node.role in FIELDS and (len(texts) < 2 or node.name in texts)
        if texts and not is_form:
            return _described("item", texts, others, [node.name])
    return {}


def _described(
    kind: str, cells: list[str], others: Sequence[list[str]], own: Sequence[str]
) -> dict[str, Any]:
    """A row: its cells, which of them all rows share, and which identifies it."""

    def says(other: list[str], n: int) -> bool:
        return other[n : n + 1] == cells[n : n + 1] if kind == "row" else cells[n] in other

    filled = [n for n, cell in enumerate(cells) if cell]
    alone = [n for n in filled if not any(says(other, n) for other in others)]
    keys = [n for text in own for n in alone if text and cells[n] == text]
    keys += [*(n for n in alone if _WORDY.search(cells[n])), *alone]
    same = [bool(cell and others) and all(says(other, n) for other in others)
            for n, cell in enumerate(cells)]  # fmt: skip
    key, twins = {"key": keys[0]} if keys else {}, sum(other == cells for other in others)
    return {"kind": kind, "cells": cells, "same": same, "twins": twins, **key} if filled else {}


def _texts(row: Node) -> list[str]:
    """What the cells of a row say, or the texts of an item."""
    cells = _cells(row) if row.role == "row" else []
    is_leaf = [not (cell.children or cell.text) for cell in cells]
    return [cell.name if leaf else " ".join(chunks(cell))
            for cell, leaf in zip(cells, is_leaf, strict=True)] or chunks(row)  # fmt: skip


def _cells(row: Node) -> list[Node]:
    return [each for each in row.all() if each.role in _CELLS]


def _section(start: Node) -> str:
    """The heading over a node or its row, not in a neighbour; else what the outer row says."""
    for node in start.above():
        siblings = node.parent.children if node.parent else [node]
        for each in reversed(siblings[: siblings.index(node)]):
            heads = [one for one in each.all() if one.role == "heading"]
            if heads and said(heads[0]) == said(each):
                return said(each)
        if node is not start and start.role in _ROWS and node.role in _ROWS:
            return next(iter(chunks(node)), "")
    return ""


def _href(node: Node, url: str) -> str:
    to = next((each.attributes.get("url", "") for each in node.above() if each.role == "link"), "")
    if to == "#":
        return f"{url.partition('#')[0]}#"
    try:
        return urljoin(url, to) if to else ""
    except ValueError:  # such as http://[x, whose step the reader of the recording takes as lost
        return to


def _is_on(node: Node) -> bool:
    return node.attributes.get("checked", "false") != "false"


def _is_ticked(node: Node) -> bool:
    """Whether it is a box in a row that is ticked."""
    is_box = node.role == "checkbox" and _is_on(node)
    return is_box and any(each.role in (*_CELLS, *_ROWS) for each in node.above())
