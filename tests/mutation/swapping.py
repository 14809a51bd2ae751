"""Put a mutant into a process: into functions that are there, or before its module is imported."""

from __future__ import annotations

import gc
import importlib.abc
import importlib.machinery
import sys
import warnings
from collections.abc import Iterator, Sequence
from types import CodeType, FunctionType, ModuleType

from tests.mutation.mutants import ROOT, Mutant

Functions = dict[tuple[int, str], list[FunctionType]]


def functions_of(module: str) -> Functions:
    """The functions of a module that was imported, by first line and qualified name."""
    file, found = str(ROOT / module), Functions()
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename == file:
            code = each.__code__
            found.setdefault((code.co_firstlineno, code.co_qualname), []).append(each)
    return found


def swaps(mutant: Mutant, functions: Functions) -> list[tuple[FunctionType, CodeType]] | None:
    """Which functions get which code; None if it changes what the module does when imported."""
    file = str(ROOT / mutant.module)
    old = _compiled((ROOT / mutant.module).read_text(), file)
    new = _compiled(mutant.source, file)
    found: list[tuple[FunctionType, CodeType]] = []
    for path in _changed(old, new):
        inside = [(before, after) for before, after in path if _key(before) in functions]
        if not inside:
            return None
        found += [(each, after) for before, after in inside for each in functions[_key(before)]]
    return found


def _compiled(source: str, file: str) -> CodeType:
    """A mutant may do what the compiler warns of, such as `is` beside a literal."""
    with warnings.catch_warnings(action="ignore"):
        return compile(source, file, "exec", dont_inherit=True)


def _key(code: CodeType) -> tuple[int, str]:
    return code.co_firstlineno, code.co_qualname


def _changed(
    old: CodeType, new: CodeType, above: tuple[tuple[CodeType, CodeType], ...] = ()
) -> Iterator[tuple[tuple[CodeType, CodeType], ...]]:
    """The way from the module to each code that differs itself."""
    path = (*above, (old, new))
    if _own(old) != _own(new):
        yield path
    for before, after in zip(_inner(old), _inner(new), strict=False):
        yield from _changed(before, after, path)


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _own(code: CodeType) -> tuple[object, ...]:
    plain = [(type(each), each) for each in code.co_consts if not isinstance(each, CodeType)]
    return code.co_code, code.co_names, repr(plain), len(_inner(code)), code.co_exceptiontable


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from another source."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant
        self.file = ROOT / mutant.module
        self.name = ".".join(self.file.relative_to(ROOT).with_suffix("").parts)
        self.name = self.name.removesuffix(".__init__")

    def install(self) -> None:
        """From now on, in this process."""
        sys.meta_path.insert(0, self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Where it comes from."""
        if fullname != self.name:
            return None
        is_package = self.file.name == "__init__.py"
        spec = importlib.machinery.ModuleSpec(
            fullname, self, origin=str(self.file), is_package=is_package
        )
        spec.has_location = True
        if is_package:
            spec.submodule_search_locations = [str(self.file.parent)]
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the other source."""
        exec(_compiled(self.mutant.source, str(self.file)), module.__dict__)
