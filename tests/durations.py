"""Where the time of a run goes: by kind, by folder and by test, and what collection takes."""

from __future__ import annotations

import resource
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

_SLOWEST, _MANY = 10, 100
_BOUNDS = (0.05, 1.0, 5.0)
_MEGABYTE = 1024  # of ru_maxrss, which Linux counts in kilobytes
_COLLECTION = "collection"


@dataclass(eq=False)  # plugins are kept in sets
class Times:
    """The seconds of each test, its kind, and what each worker's collection took."""

    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    kinds: dict[str, str] = field(default_factory=dict)
    collections: list[tuple[float, int]] = field(default_factory=list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the phases of a test; its kind is known from its call."""
        self.seconds[report.nodeid] += report.duration
        kind = getattr(report, "kind", "pure")
        if kind != "pure" or report.nodeid not in self.kinds:
            self.kinds[report.nodeid] = kind

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take what a worker says of its collection."""
        if _COLLECTION in getattr(node, "workeroutput", {}):
            self.collections.append(node.workeroutput[_COLLECTION])

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The total of each kind and the slowest tests; more with `--times`."""
        terminalreporter.section("times")
        is_whole = terminalreporter.config.getoption("times")
        for line in self.lines(is_whole=is_whole):
            terminalreporter.write_line(line)

    def lines(self, *, is_whole: bool) -> Iterator[str]:
        """Tables, in seconds of all workers together."""
        yield from self._by(self.kinds.__getitem__)
        if is_whole:
            yield ""
            yield from self._by(lambda test: "/".join(test.split("::")[0].split("/")[:3]))
            yield ""
            yield from self._by_length()
            for seconds, size in self.collections:
                yield f"{seconds:8.1f} s of CPU to collect, in a worker of {size} MB"
        yield ""
        longest = sorted(self.seconds, key=self.seconds.__getitem__, reverse=True)
        for test in longest[: _MANY if is_whole else _SLOWEST]:
            yield f"{self.seconds[test]:8.1f} s  {test}"

    def _by(self, group: Callable[[str], str]) -> Iterator[str]:
        totals: dict[str, list[float]] = defaultdict(list)
        for test, seconds in self.seconds.items():
            totals[group(test)].append(seconds)
        for name, each in sorted(totals.items(), key=lambda item: -sum(item[1])):
            yield f"{sum(each):8.1f} s  {len(each):6} tests  {name}"

    def _by_length(self) -> Iterator[str]:
        total = sum(self.seconds.values()) or 1.0
        for bound in _BOUNDS:
            found = [each for each in self.seconds.values() if each >= bound]
            yield f"{sum(found) / total:8.0%}    {len(found):6} tests  of {bound:g} s or more"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--times`."""
    parser.addoption("--times", action="store_true", help="where the time of the run goes, whole")


def pytest_configure(config: pytest.Config) -> None:
    """The process that is told of all tests adds up."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Times())


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, Any, Any]:
    """Measure it in each worker."""
    before = time.process_time()
    result = yield
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // _MEGABYTE
        output[_COLLECTION] = (time.process_time() - before, size)
    return result
