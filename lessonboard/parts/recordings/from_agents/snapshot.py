"""Parse the page snapshots of Playwright's and Chrome DevTools' MCP servers into trees of nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import orjson

_NUMBERED = re.compile(r"^ *\d+(?:→|\t)", re.MULTILINE)
"""How the lines of a file begin that an agent read."""

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_PLAYWRIGHT = re.compile(
    rf"""(?x) (?P<indent>\ *)-\ (?:<changed>\ )? (?:/(?P<property>[\w-]+):\ (?P<is>.*)
    | (?P<quote>'?)(?P<role>[a-zA-Z][\w-]*)(?:\ (?P<name>{_QUOTED}|/.*?/))?
      (?P<attributes>(?:\ \[[^]]*])*)(?P=quote)(?::(?:\ (?P<text>.*))?)?)"""
)
_DEVTOOLS = re.compile(
    r"""(?x) (?P<indent>\ *)uid=(?P<ref>\S+)(?:\ (?P<role>[A-Za-z]\w*))?(?:\ "(?P<name>.*?)")?
    (?P<attributes>(?:\ [\w-]+(?:="[^"]*")?)*)"""
)
_IN_BRACKETS = re.compile(r"\[([\w-]+)(?:=([^\]]*))?\]")
_ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')
_REDUNDANT = ("InlineTextBox", "ListMarker", "LineBreak")
_DEEPEST = 200
"""What is nested deeper is taken as beside what is around it."""

TEXT = "text"
"""The role of a node that is only a text."""


@dataclass(eq=False)
class Node:
    """An element of a page, or a text; `ref` is how calls name it, `text` its own text or value."""

    role: str
    name: str = ""
    ref: str = ""
    text: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    parent: Node | None = field(default=None, repr=False)
    children: list[Node] = field(default_factory=list)

    def all(self) -> Iterator[Node]:
        """The node and all below it, in the order of the page."""
        yield self
        for child in self.children:
            yield from child.all()

    def above(self) -> Iterator[Node]:
        """The node and those around it, the nearest first."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent


def parse(output: str) -> Node | None:
    """The tree of the last snapshot in a tool's output, below a "page"; None where it holds none.

    The page of Chrome DevTools has its title as name, and its address as the attribute "url".

    >>> [each.name for each in parse('- button "Save" [ref=e1]').all()]
    ['', 'Save']
    """
    root = Node("page")
    stack = [(-1, root)]
    for line in _NUMBERED.sub("", output).splitlines():
        if match := _DEVTOOLS.fullmatch(line):
            node = _of_devtools(match)
        elif match := _PLAYWRIGHT.fullmatch(line):
            node = _of_playwright(match, stack[-1][1])
        if match is None or node is None:
            continue
        depth = len(match["indent"])
        if node.role == "RootWebArea" and depth == 0:
            root = Node("page", node.name, attributes=node.attributes)
            stack = [(-1, root)]
        while stack[-1][0] >= depth or len(stack) > _DEEPEST:
            stack.pop()
        node.parent = stack[-1][1]
        node.parent.children.append(node)
        stack.append((depth, node))
    return root if any(node.ref for node in root.all()) else None


def _of_playwright(match: re.Match[str], last: Node) -> Node | None:
    """A node of an aria snapshot; a property is given to the node above it."""
    if match["property"]:
        last.attributes[match["property"]] = _plain(match["is"])
        return None
    attributes = {
        name: value or "true" for name, value in _IN_BRACKETS.findall(match["attributes"])
    }
    name = _plain(
        (match["name"] or "").replace("''", "'") if match["quote"] else match["name"] or ""
    )
    return Node(
        match["role"], name, attributes.pop("ref", ""), _plain(match["text"] or ""), attributes
    )


def _of_devtools(match: re.Match[str]) -> Node | None:
    """A node of a snapshot of Chrome DevTools; a text without a role is one."""
    role, name = match["role"] or TEXT, " ".join((match["name"] or "").split())
    attributes = {key: value or "true" for key, value in _ATTRIBUTE.findall(match["attributes"])}
    if role in _REDUNDANT:
        return None
    if role in (TEXT, "StaticText"):
        return Node(TEXT, "", match["ref"], name)
    return Node(role, name, match["ref"], attributes.pop("value", ""), attributes)


def _plain(text: str) -> str:
    """A scalar of YAML without its quotes."""
    try:
        return str(orjson.loads(text)) if re.fullmatch(_QUOTED, text) else text
    except orjson.JSONDecodeError:
        return text[1:-1]
