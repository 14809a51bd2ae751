"""Mutants of what a module does when it is imported: each in a process that imports it changed.

This process has imported what the product needs from others, and nothing of the product, before it
forks.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import pytest

from tests.mutation.forking import outcomes
from tests.mutation.mutants import Mutant
from tests.mutation.swapping import Finder

_OTHERS = ("click", "markdown_it", "orjson", "pydantic", "rapidfuzz", "sqlite_utils",
           "tomlkit", "xml.etree.ElementTree", "yaml", "zstandard")  # fmt: skip
_LONGEST = 120.0
OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:anyio",
           "-o", "tmp_path_retention_policy=none")  # fmt: skip


def survivors(mutants: Sequence[Mutant], tests: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """The number of each mutant, and whether all tests pass with it.

    Raises:
        SystemExit: the tests fail without any change.
    """
    for name in _OTHERS:
        importlib.import_module(name)
    unchanged = [replace(each, source=each.before) for each in mutants[:1]]
    if any(code for _, code in outcomes(_jobs(unchanged, tests))):
        sys.exit(f"without any change these fail in a forked process: {' '.join(tests)}")
    for number, code in outcomes(_jobs(mutants, tests)):
        yield number, code == 0


def _jobs(mutants: Sequence[Mutant], tests: Sequence[str]) -> list[tuple[float, Callable[[], int]]]:
    return [(_LONGEST, partial(_run, each, tests)) for each in mutants]


def _run(mutant: Mutant, tests: Sequence[str]) -> int:
    assert "blackboard" not in sys.modules
    Finder(mutant).install()
    return int(pytest.main([*OPTIONS, "-x", *tests]))
