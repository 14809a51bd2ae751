"""What a plain run leaves out: `--full` runs it all, and the end of a run counts what was skipped.

A test marked `full` runs only with `--full`. A test that repeats something asks `rounds`, so that a
plain run does a sample of what a full one does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

REASON = "a long run: ./run test --full"

_full_runs: list[bool] = []
"""Holds what was asked for, from before the first test module is imported."""


def rounds(sample: int, full: int) -> int:
    """How often to repeat something, in a plain run and in a full one."""
    return full if any(_full_runs) else sample


def some(cases: Iterable[Any], plain: int) -> list[Any]:
    """The first few cases of a table in a plain run, and all of them in a full one."""
    every = list(cases)
    return every[: rounds(plain, len(every))]


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--full`."""
    parser.addoption("--full", action="store_true", help="also what takes long")


def pytest_configure(config: pytest.Config) -> None:
    """Remember it for `rounds`, which settings of hypothesis ask where no fixture can be had."""
    _full_runs[:] = [config.getoption("full")]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what is marked `full` in a plain run."""
    if config.getoption("full"):
        return
    for item in items:
        if item.get_closest_marker("full"):
            item.add_marker(pytest.mark.skip(reason=REASON))


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
