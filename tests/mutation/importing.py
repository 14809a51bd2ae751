"""Mutants of what a module does when it is imported: each in a process that imports it changed.

This process has imported what the product needs from others, and nothing of the product, before it
forks.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pytest

from tests.mutation.forking import outcomes
from tests.mutation.mutants import Mutant
from tests.mutation.swapping import Finder

_OTHERS = ("click", "hypothesis", "markdown_it", "orjson", "pydantic", "rapidfuzz", "sqlite_utils",
           "tomlkit", "xml.etree.ElementTree", "yaml", "zstandard")  # fmt: skip
_LONGEST = 120.0
OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:anyio",
           "-o", "tmp_path_retention_policy=none")  # fmt: skip


def survivors(mutants: Sequence[Mutant], tests: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """The number of each mutant, and whether all tests pass with it."""
    for name in _OTHERS:
        importlib.import_module(name)
    jobs: list[tuple[float, Callable[[], int]]] = [
        (_LONGEST, partial(_run, each, tests)) for each in mutants
    ]
    for number, code in outcomes(jobs):
        yield number, code == 0


def _run(mutant: Mutant, tests: Sequence[str]) -> int:
    assert "blackboard" not in sys.modules
    Finder(mutant).install()
    return int(pytest.main([*OPTIONS, "-x", *tests]))
