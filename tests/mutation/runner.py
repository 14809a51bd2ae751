"""A plugin of pytest that runs, for each mutant, the tests that reach its line, until one fails.

Tests are collected once, and each mutant is put into a process forked after that. What changes the
import of a module is left to `importing.py`.
"""

from __future__ import annotations

import ast
import json
import pickle
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.mutation.forking import outcomes
from tests.mutation.mutants import ROOT, Mutant
from tests.mutation.swapping import functions_of, swaps

FAILED, PASSED, AT_IMPORT = "failed", "passed", "at import"


@dataclass
class Reach:
    """What a test takes, and the lines of the module that it runs."""

    seconds: float = 0.0
    lines: dict[str, list[int]] = field(default_factory=dict)


class Runner:
    """Replaces the loop of pytest."""

    def __init__(self, asked: Path) -> None:
        self.asked = asked
        self.mutants: list[Mutant] = pickle.loads(asked.read_bytes())  # our own file

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Learn what each test reaches, then run the mutants."""
        reaches = self._reaches(session)
        results = dict(self._results(session, reaches))
        self.asked.with_suffix(".json").write_text(
            json.dumps([results[number] for number in range(len(self.mutants))])
        )
        return True

    def _reaches(self, session: pytest.Session) -> dict[str, Reach]:
        """Of each test that passes without a change.

        They run here, so that what is made once for all tests is there for all mutants.
        """
        files = {str(ROOT / each.module) for each in self.mutants}
        reaches = {}
        for item, following in _pairs(session, session.items):
            reach = Reach()
            before = time.perf_counter()
            with _Traced(files, reach):
                passed = _run(session, item, following)
            reach.seconds = time.perf_counter() - before
            if passed:
                reaches[item.nodeid] = reach
        return reaches

    def _results(
        self, session: pytest.Session, reaches: dict[str, Reach]
    ) -> Iterator[tuple[int, str]]:
        functions = {each.module: functions_of(each.module) for each in self.mutants}
        jobs: list[tuple[float, Callable[[], int]]] = []
        numbers: list[int] = []
        for number, mutant in enumerate(self.mutants):
            changes = swaps(mutant, functions[mutant.module])
            if changes is None:
                yield number, AT_IMPORT
                continue
            items = list(_that_reach(mutant, session.items, reaches))
            seconds = sum(reaches[item.nodeid].seconds for item in items)
            numbers.append(number)
            jobs.append((10 + 3 * seconds, partial(_survives, session, changes, items)))
        for index, code in outcomes(jobs):
            yield numbers[index], PASSED if code == 0 else FAILED


def _survives(session: pytest.Session, changes: list[Any], items: list[pytest.Item]) -> int:
    for function, code in changes:
        function.__code__ = code
    return 0 if _passes(session, items) else 1


def _passes(session: pytest.Session, items: list[pytest.Item]) -> bool:
    return all(_run(session, item, following) for item, following in _pairs(session, items))


def _run(session: pytest.Session, item: pytest.Item, following: Any) -> bool:
    session.testsfailed = 0
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    return not session.testsfailed


def _pairs(session: pytest.Session, items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, Any]]:
    """Each test with the one that follows; what belongs to the session outlives them all."""
    yield from zip(items, [*items[1:], _Nothing(session)], strict=True)


@dataclass
class _Nothing:
    """What follows the last test: it needs the session, and nothing below."""

    session: pytest.Session

    def listchain(self) -> list[pytest.Session]:
        """The collectors that stay set up."""
        return [self.session]


def _that_reach(
    mutant: Mutant, items: list[pytest.Item], reaches: dict[str, Reach]
) -> Iterator[pytest.Item]:
    """The quickest first, so that a mutant is killed soon."""
    lines = _statement(mutant)
    known = [(reaches[item.nodeid], item) for item in items if item.nodeid in reaches]
    for reach, item in sorted(known, key=lambda each: each[0].seconds):
        if not lines.isdisjoint(reach.lines.get(str(ROOT / mutant.module), ())):
            yield item


def _statement(mutant: Mutant) -> set[int]:
    """The lines of the statement in which the change is."""
    tree = ast.parse((ROOT / mutant.module).read_text())
    around = [
        (node.lineno, node.end_lineno or node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and node.lineno <= mutant.line <= (node.end_lineno or 0)
    ]
    first, last = min(around, key=lambda each: each[1] - each[0])
    return set(range(first, last + 1))


class _Traced:
    """Notes the lines of some files while it lasts."""

    def __init__(self, files: set[str], reach: Reach) -> None:
        self.files, self.reach = files, reach
        self.seen: set[tuple[str, int]] = set()

    def __enter__(self) -> None:
        threading.settrace(self._called)
        sys.settrace(self._called)

    def __exit__(self, *_error: object) -> None:
        sys.settrace(None)
        threading.settrace(None)
        for file, line in self.seen:
            self.reach.lines.setdefault(file, []).append(line)

    def _called(self, frame: FrameType, _event: str, _value: Any) -> Any:
        if frame.f_code.co_filename not in self.files:
            return None
        self.seen.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line

    def _line(self, frame: FrameType, _event: str, _value: Any) -> Any:
        self.seen.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--mutants FILE`."""
    parser.addoption("--mutants", type=Path)


def pytest_configure(config: pytest.Config) -> None:
    """Take over."""
    if config.getoption("mutants"):
        config.pluginmanager.register(Runner(config.getoption("mutants")))
