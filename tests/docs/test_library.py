"""The page on the library lists the public names, and uses no others."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from lessonboard import api

PAGE = Path(__file__).parent.parent.parent / "docs" / "library.md"
EXAMPLE = PAGE.parents[1] / "examples" / "plugin"
OURS = ("blackboard", "reflect", "scheduler", "lessonboard")
PACKAGES = ("blackboard", "reflect", "scheduler")
_FOR_TESTS = "blackboard.plugins.testing"


def listed(package: str) -> list[str]:
    """The names of a package in the table of what stays the same."""
    (row,) = re.findall(rf"^\| `{package}` \| (.*) \|$", PAGE.read_text(), re.MULTILINE)
    return re.findall(r"`(\w+)`", row)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_page_lists_the_public_names(package: str) -> None:
    """`__all__` and the page agree, and each name is there."""
    module = import_module(package)
    assert listed(package) == list(module.__all__)
    for name in module.__all__:
        assert getattr(module, name) is not None


def test_the_stable_import_has_every_public_name() -> None:
    """`lessonboard.api` and the page agree; each name is the one that its package gives."""
    homes = {name: home for home in (*PACKAGES, _FOR_TESTS) for name in listed(home)}
    assert sorted(homes) == sorted(api.__all__)
    for name, home in homes.items():
        assert getattr(api, name) is getattr(import_module(home), name)
    with pytest.raises(AttributeError, match=r"'lessonboard\.api' has no attribute 'Nothing'"):
        _ = api.Nothing


@pytest.mark.parametrize("package", PACKAGES)
def test_a_name_that_is_not_public_is_an_attribute_error(package: str) -> None:
    """As for any module, with the name in the message."""
    with pytest.raises(AttributeError, match=f"'{package}' has no attribute 'Nothing'"):
        _ = import_module(package).Nothing


def test_the_page_uses_nothing_else() -> None:
    """What a reader copies from it will not change under his feet."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    imports = re.findall(r"^(?:from|import) (?:blackboard|reflect|scheduler|lessonboard).*$",
                         "\n".join(blocks), re.MULTILINE)  # fmt: skip
    assert imports
    for line in imports:
        assert line.startswith("from lessonboard.api import ")


def test_the_example_plug_in_imports_only_what_is_promised() -> None:
    """What a stranger copies from it goes by the rule of deprecation."""
    rows = re.findall(r"^\| `([\w.]+)` \| (.*) \|$", PAGE.read_text(), re.MULTILINE)
    promised = {(module, name) for module, names in rows for name in re.findall(r"`(\w+)`", names)}
    imported = {
        (node.module, each.name)
        for path in EXAMPLE.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(OURS)
        for each in node.names
    }
    assert imported - promised == set()
    for module, name in sorted(promised):
        assert hasattr(import_module(module), name), f"{module}.{name}"


def test_the_worker_fits_in_thirty_lines() -> None:
    """A program that claims work, reads a view and writes its own event is short."""
    text = PAGE.read_text()
    (worker,) = [block for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL)
                 if "LeaseLost" in block]  # fmt: skip
    assert len([line for line in worker.splitlines() if line]) <= 30
    assert "queue.claim" in worker
