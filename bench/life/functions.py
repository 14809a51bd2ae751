"""The functions that the product defines, and which of them were entered."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.net_lines import PACKAGES, ROOT, code_lines, owner

_MODULE = "<module>"
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Module(NamedTuple):
    """A file of the product.

    Attributes:
        path: the file below the repository.
        owner: the core, or the part that it belongs to.
        lines: its net lines.
        is_imported: whether anything imported it.
        entered: the names of its functions that were entered.
        never: those that were not, each with its net lines.
        never_lines: the net lines of these, or all of a module that nothing imported.
    """

    path: Path
    owner: str
    lines: int
    is_imported: bool
    entered: tuple[str, ...]
    never: dict[str, int]
    never_lines: int


class Sum(NamedTuple):
    """The core or a part: functions defined and entered, net lines, and those never entered."""

    name: str
    defined: int
    entered: int
    lines: int
    never_lines: int

    @property
    def share(self) -> float:
        """Of the functions, those that were entered."""
        return self.entered / self.defined if self.defined else 1.0


def looked_at(notes: Path) -> list[Module]:
    """All modules of the product, by what was noted (`bench/life/noting.py`)."""
    entered = {tuple(line.split("\t")) for line in notes.read_text().splitlines()}
    files = (path for name in PACKAGES for path in sorted((ROOT / name).rglob("*.py")))
    return [_module(path.relative_to(ROOT), entered) for path in files]


def summed(modules: Iterable[Module]) -> list[Sum]:
    """The core first, then each part."""
    found: dict[str, list[Module]] = {"core": []}
    for module in modules:
        found.setdefault(module.owner, []).append(module)
    return [
        Sum(name, sum(len(each.entered) + len(each.never) for each in those),
            sum(len(each.entered) for each in those), sum(each.lines for each in those),
            sum(each.never_lines for each in those))
        for name, those in found.items()
    ]  # fmt: skip


def _module(path: Path, noted: set[tuple[str, ...]]) -> Module:
    text = (ROOT / path).read_text()
    code = code_lines(text)
    entered, never, lost = [], {}, set[int]()
    for name, function in _functions(ast.parse(text)):
        lines = code & set(range(_begin(function), (function.end_lineno or 0) + 1))
        if (str(path), str(_begin(function)), function.name) in noted:
            entered.append(name)
        else:
            never[name] = len(lines)
            lost |= lines
    is_imported = not code or any((str(path), line, _MODULE) in noted for line in ("0", "1"))
    return Module(path, owner(path), len(code), is_imported, tuple(entered), never,
                  len(lost) if is_imported else len(code))  # fmt: skip


def _functions(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, Function]]:
    """All functions below a node but those without a body, such as a protocol's."""
    for child in ast.iter_child_nodes(node):
        name = f"{prefix}{getattr(child, 'name', '')}"
        if isinstance(child, Function) and _has_body(child):
            yield name, child
        is_scope = isinstance(child, Function | ast.ClassDef)
        yield from _functions(child, f"{name}." if is_scope else prefix)


def _begin(function: Function) -> int:
    return min(each.lineno for each in (function, *function.decorator_list))


def _has_body(function: Function) -> bool:
    return any(
        not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
        for each in function.body
    )
