"""What is left out of a plain run, and says so: `--full` runs it all, and the end counts skips.

A test marked `full` runs only with `--full`. A test that repeats something takes the fixture
`rounds`, so that a plain run does a sample of what a full one does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

FULL = "a long run: ./run test --full"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--full`."""
    parser.addoption("--full", action="store_true", help="also what takes long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what is marked `full` in a plain run."""
    if config.getoption("full"):
        return
    for item in items:
        if item.get_closest_marker("full"):
            item.add_marker(pytest.mark.skip(reason=FULL))


@pytest.fixture(scope="session")
def rounds(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """How often to repeat: `rounds(sample, full)` is one or the other."""
    is_full = request.config.getoption("full")
    return lambda sample, full: full if is_full else sample


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Why tests were skipped, most first."""
    skipped = terminalreporter.stats.get("skipped", [])
    if skipped:
        terminalreporter.section("skipped")
    for reason, count in Counter(map(_reason, skipped)).most_common():
        terminalreporter.write_line(f"{count:5}  {reason}")


def _reason(report: pytest.TestReport) -> str:
    where = report.longrepr
    text = where[2] if isinstance(where, tuple) else str(where)
    return text.removeprefix("Skipped: ")
