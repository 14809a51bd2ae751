"""Snapshots of both servers become the same trees, and no text breaks the parser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.from_agents.flat import repeated, signs
from lessonboard.parts.recordings.from_agents.snapshot import Node, parse

Plain = tuple[str, str, list[Any]]
WORDS = st.text(st.characters(blacklist_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=12)
ROLES = st.sampled_from(["button", "link", "row", "cell", "listitem", "generic", "textbox"])
TREES: st.SearchStrategy[Plain] = st.recursive(
    st.tuples(ROLES, WORDS, st.just([])),
    lambda below: st.tuples(ROLES, WORDS, st.lists(below, max_size=3)),
)


def playwright(tree: Plain, depth: int, numbers: Iterator[int]) -> Iterator[str]:
    """The lines that Playwright writes for a tree; a name with ": " is quoted once more."""
    role, name, below = tree
    key = f"{role} {json.dumps(name, ensure_ascii=False)}" if name else role
    key += f" [ref=e{next(numbers)}] [cursor=pointer]"
    key = "'" + key.replace("'", "''") + "'" if ": " in key or "'" in key else key
    yield f"{'  ' * depth}- {key}{':' if below else ''}"
    for each in below:
        yield from playwright(each, depth + 1, numbers)


def devtools(tree: Plain, depth: int, numbers: Iterator[int]) -> Iterator[str]:
    """The lines that Chrome DevTools writes for a tree; it escapes nothing."""
    role, name, below = tree
    named = f' "{name}"' if name else ""
    yield f"{'  ' * depth}uid=1_{next(numbers)} {role}{named} focusable"
    for each in below:
        yield from devtools(each, depth + 1, numbers)


def plain(node: Node) -> Plain:
    """A tree as it was drawn."""
    return node.role, node.name, [plain(each) for each in node.children]


@given(TREES)
def test_what_playwright_writes_is_read(tree: Plain) -> None:
    """Whatever a name holds: quotes, colons, brackets."""
    root = parse("### Snapshot\n```yaml\n" + "\n".join(playwright(tree, 0, iter(range(999)))))
    assert root is not None
    assert [plain(each) for each in root.children] == [tree]
    assert [node.ref for node in root.all()][1:] == [f"e{n}" for n in range(count(tree))]


@given(TREES)
def test_what_chrome_devtools_writes_is_read(tree: Plain) -> None:
    """A name in which quotes are closed in between may be cut; its place is still right."""
    root = parse("## Latest page snapshot\n" + "\n".join(devtools(tree, 0, iter(range(999)))))
    assert root is not None
    assert shape(plain(root)[2][0]) == shape(tree)
    assert [node.ref for node in root.all()][1:] == [f"1_{n}" for n in range(count(tree))]


def count(tree: Plain) -> int:
    """How many nodes a tree has."""
    return 1 + sum(map(count, tree[2]))


def shape(tree: Plain) -> Any:
    """The roles of a tree, and the names that hold no quotation marks, with single blanks."""
    role, name, below = tree
    return role, "" if '"' in name else " ".join(name.split()), list(map(shape, below))


@given(st.text())
def test_no_output_breaks_the_parser(text: str) -> None:
    """What a page says is data."""
    parse(text)
    parse(f"- button [ref=e1]: {text}")
    parse(f'uid=1_1 button "{text}"')


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- 'button \"Theme: it''s dark\" [ref=e14]'", ("button", "Theme: it's dark", "")),
        ('- text: "Action:"', ("text", "", "Action:")),
        ('- textbox "City:" [ref=e77]: New York', ("textbox", "City:", "New York")),
        ("- <changed> row [ref=e5]", ("row", "", "")),
        ('     7→- option "new" [selected]', ("option", "new", "")),
        ('uid=5_46 "The customer “"', ("text", "", "The customer “")),
        ('uid=2_59 textbox "City:" required value="New York"', ("textbox", "City:", "New York")),
        ('uid=2_1 StaticText "Ada"', ("text", "", "Ada")),
    ],
)
def test_lines_as_the_servers_write_them(line: str, expected: tuple[str, str, str]) -> None:
    """The role, the name, and the text or value of a node."""
    root = parse(f"- generic [ref=e1]\n{line}")
    assert root is not None
    node = list(root.all())[-1]
    assert (node.role, node.name, node.text) == expected


def test_properties_belong_to_the_node_above() -> None:
    """And a heading knows its level, a page of Chrome DevTools its title and address."""
    root = parse('- link "Name" [ref=e1]:\n  - /url: "?o=1"\n- heading "A" [level=2] [ref=e2]')
    assert root is not None
    assert [each.attributes for each in root.children] == [{"url": "?o=1"}, {"level": "2"}]
    page = parse('uid=1_0 RootWebArea "Calls" url="http://x/"\n  uid=1_1 button "Go"')
    assert page is not None
    assert (page.name, page.attributes["url"], len(page.children)) == ("Calls", "http://x/", 1)


ROW = "cttl"


@pytest.mark.parametrize(
    ("roles", "at", "rows"),
    [
        (f"h{ROW * 3}f", 4, [(1, 5), (5, 9), (9, 13)]),
        (f"ccccc{ROW * 2}", 8, [(5, 9), (9, 13)]),
        (f"h{ROW}f", 4, []),
        (f"{ROW * 2}ct", 3, []),
        ("tttttt", 2, [(0, 2), (2, 4), (4, 6)]),
        ("lxlylz", 0, []),
    ],
    ids=["rows", "a header", "one row", "a row that is cut off", "texts alone", "no pattern"],
)
def test_rows_of_a_flat_snapshot(roles: str, at: int, rows: list[tuple[int, int]]) -> None:
    """What repeats a whole number of times is a row; in doubt there is none."""
    assert repeated([(role, "") for role in roles], at) == rows


def test_what_is_called_alike_is_no_other_thing() -> None:
    """A link that differs from row to row is one place of the pattern."""
    nodes = [Node("link", name) for name in ("Ada", "Delete", "Eve", "Delete")]
    assert signs(nodes) == [("link", ""), ("link", "Delete")] * 2


def test_what_is_nested_however_deep_is_found() -> None:
    """By a walk that does not run out of stack."""
    lines = [f"{'  ' * n}- generic [ref=e{n}]:" for n in range(1500)]
    root = parse("\n".join([*lines, f'{"  " * 1500}- button "Go" [ref=b]']))
    assert root is not None
    assert [node.name for node in root.all() if node.ref == "b"] == ["Go"]
    assert len(list(root.all())) == 1502
