"""SECURITY.md promises nothing without a test, and says where each promise ends."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "SECURITY.md").read_text()
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| **")
]


def named(text: str) -> list[tuple[str, str]]:
    """The tests that a text names, by file and function."""
    return re.findall(r"`([\w/]+\.py)::(\w+)`", text)


def promised_in(path: str) -> set[str]:
    """The tests of a file that are not skipped whatever happens."""
    tree = ast.parse((ROOT / "tests" / path).read_text())
    return {each.name for each in tree.body
            if isinstance(each, ast.FunctionDef)
            and not any(ast.unparse(mark).startswith(("pytest.mark.skip(", "pytest.mark.xfail"))
                        for mark in each.decorator_list)}  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0].split("**")[1][:40])
def test_each_promise_has_tests_and_a_limit(row: list[str]) -> None:
    """Each test named is there; a promise without a limit is one that nobody thought about."""
    _promise, held_by, limit = row
    assert named(held_by)
    assert len(limit) > len("none")


def test_every_test_that_is_named_is_there() -> None:
    """Whole files prove nothing in particular, so that functions are named."""
    assert len(ROWS) >= 20
    assert re.findall(r"`[\w/]+\.py`", PAGE) == []
    lacking = [(path, test) for path, test in named(PAGE) if test not in promised_in(path)]
    assert lacking == []


@pytest.mark.parametrize("topic", ["Who said it", "Never shown", "Never written", "Erased",
                                   "Proven", "Not lost"])  # fmt: skip
def test_every_topic_has_its_promises(topic: str) -> None:
    """What README and the pages say about safety is of these kinds."""
    assert any(row[0].startswith(f"**{topic}") for row in ROWS)
