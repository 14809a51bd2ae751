"""What a test needs beside Python: a browser, a server, an agent; `./run test fast` leaves it out.

A test is of a kind by its folder, by a fixture, or by the program that it needs. One that starts
such a program itself and is not of its kind fails; what a driver or a command starts is not seen.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import PurePath
from typing import Any

import pytest

from tests.optional_parts import AGENT, BROWSER, SERVER

HEAVY = (BROWSER, SERVER, AGENT)

_PLACES = {
    "tests/end_to_end/": AGENT,
    "tests/parts/team/postgres/": SERVER,
    "tests/parts/team/cli/": SERVER,
}
_BACKENDS = {"[postgresql": SERVER, "-postgresql": SERVER}
_FIXTURES = {"chromium": BROWSER}
_PROGRAMS = {
    "claude": AGENT,
    "codex": AGENT,
    "gemini": AGENT,
    "opencode": AGENT,
    "mcp-inspector": AGENT,
    "chromium": BROWSER,
    "initdb": SERVER,
    "postgres": SERVER,
}
_started: list[str] = []
"""Programs that were started since the last phase of a test, by their names."""


def kinds_of(item: pytest.Item) -> set[str]:
    """The heavy kinds of a test."""
    found = {kind for place, kind in _PLACES.items() if item.nodeid.startswith(place)}
    found |= {kind for backend, kind in _BACKENDS.items() if backend in item.name}
    fixtures = getattr(item, "fixturenames", ())
    found |= {kind for name, kind in _FIXTURES.items() if name in fixtures}
    found |= {each.args[0].kind for each in item.iter_markers("needs")}
    return (found | {each.name for each in item.iter_markers()}) & set(HEAVY)


def kind_of(item: pytest.Item, started: list[str]) -> str:
    """The one under which its time is counted."""
    heavy = kinds_of(item)
    for kind in reversed(HEAVY):
        if kind in heavy:
            return kind
    if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
        return "property"
    return "process" if started else "pure"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test with its kinds, and skip it where what it needs is lacking."""
    for item in items:
        for kind in kinds_of(item):
            item.add_marker(kind)
        for each in item.iter_markers("needs"):
            if lacking := each.args[0].lacking:
                item.add_marker(pytest.mark.skip(reason=lacking))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Forget what collection started."""
    _started.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Note what a phase started; what its kind does not allow is a failure."""
    report = yield
    started = list(_started)
    _started.clear()
    report.kind = kind_of(item, started)
    strange = {_PROGRAMS[name] for name in started if name in _PROGRAMS} - kinds_of(item)
    if strange and report.passed:
        report.outcome = "failed"
        report.longrepr = (
            f"{item.nodeid} starts {', '.join(started)}: mark it {', '.join(sorted(strange))}"
        )
    return report


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "subprocess.Popen":
        _started.append(PurePath(str(arguments[0])).name)


sys.addaudithook(_watch)
