"""Put modules of this program into one file that imports none of it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from blackboard.errors import BoardError

_OWN = ("blackboard", "reflect", "scheduler", "lessonboard")


class NotOneFile(BoardError):
    """Two modules define the same name, so that one would replace the other's."""


def in_one_file(modules: Iterable[ModuleType]) -> str:
    """The code of modules, one after another; imports come first, each once.

    Raises:
        NotOneFile: a name is defined twice.
    """
    imports: dict[str, None] = {"from __future__ import annotations": None}
    parts: list[str] = []
    defined: dict[str, str] = {}
    for module in modules:
        assert module.__file__ is not None
        source = Path(module.__file__).read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports |= {} if _is_own(node) else {ast.unparse(node): None}
            elif not _is_left_out(node, first=node.lineno == 1):
                for name in _names(node):
                    if defined.setdefault(name, module.__name__) != module.__name__:
                        raise NotOneFile(f"{name} is in {defined[name]} and in {module.__name__}")
                parts.append(_text(source, node))
    return "\n".join(imports) + "\n\n" + "\n\n".join(parts) + "\n"


def _is_own(node: ast.Import | ast.ImportFrom) -> bool:
    names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [
        each.name for each in node.names]  # fmt: skip
    return any(name.partition(".")[0] in _OWN for name in names)


def _is_left_out(node: ast.stmt, *, first: bool) -> bool:
    """Whether it is the docstring of a module, or what only a type checker reads."""
    is_checked = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    return is_checked or (first and isinstance(node, ast.Expr))


def _names(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (each.id for target in targets for each in ast.walk(target)
                    if isinstance(each, ast.Name))  # fmt: skip


def _text(source: str, node: ast.stmt) -> str:
    """The whole lines of a statement, with its decorators."""
    decorators = getattr(node, "decorator_list", [])
    start = min([node.lineno, *(each.lineno for each in decorators)])
    return "\n".join(source.splitlines()[start - 1 : node.end_lineno])
