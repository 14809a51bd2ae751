"""What a test needs is known before it runs, so that `./run test fast` leaves it out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.durations import Times

ROOT = Path(__file__).parent.parent.parent

pytest_plugins = ["pytester"]

_TESTS = """
import subprocess
import pytest
from tests.optional_parts import Part

HERE = Part("here", "nothing to do", lambda: "/bin/true", kind="agent")
GONE = Part("gone", "buy it", lambda: None)

def test_pure(): pass

def test_process(): subprocess.run(["true"])

def test_in_disguise(): subprocess.run([{initdb!r}])

@pytest.mark.server
def test_server(): subprocess.run([{initdb!r}])

@HERE.needed
def test_agent(): pass

@GONE.needed
def test_without(): raise AssertionError
"""


@pytest.fixture
def sample(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A test of each kind, one of which hides that it starts a server."""
    initdb = pytester.path / "initdb"
    initdb.write_text("#!/bin/sh\n")
    initdb.chmod(0o755)
    pytester.makeini(
        "[pytest]\nmarkers =\n server: starts one\n agent: runs one\n needs: a program"
    )
    pytester.makepyfile(_TESTS.replace("{initdb!r}", repr(str(initdb))))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return pytester


def _run(pytester: pytest.Pytester, *options: str) -> pytest.RunResult:
    plugins = ("-p", "tests.kinds", "-p", "tests.durations")
    return pytester.runpytest_subprocess("-q", "-rs", *plugins, *options)


def test_a_test_that_starts_what_its_kind_does_not_allow_fails(sample: pytest.Pytester) -> None:
    """It says how to mark it; what is marked, or lacks its program, does not fail."""
    result = _run(sample)
    result.assert_outcomes(passed=4, failed=1, skipped=1)
    result.stdout.fnmatch_lines(["*test_in_disguise starts initdb: mark it server"])
    result.stdout.fnmatch_lines(["SKIPPED*no gone: buy it"])


def test_the_heavy_kinds_can_be_left_out(sample: pytest.Pytester) -> None:
    """As `./run test fast` does."""
    result = _run(sample, "-m", "not browser and not server and not agent", "-n1")
    result.assert_outcomes(passed=2, failed=1, skipped=1)


def test_the_time_of_each_kind_is_told(sample: pytest.Pytester) -> None:
    """With the slowest tests; by folder, by length and with the collection where that is asked."""
    short = _run(sample, "-n1").stdout.str()
    for count, kind in ((2, "pure"), (2, "process"), (1, "server"), (1, "agent")):
        assert f"{count} tests  {kind}" in short
    assert "to collect" not in short
    whole = _run(sample, "-n1", "--times").stdout
    whole.fnmatch_lines(["* s of CPU to collect, in a worker of * MB"])
    whole.fnmatch_lines(["*0*tests  of 5 s or more"])


def test_the_phases_of_a_test_are_one_time() -> None:
    """Its kind is that of its heaviest phase, and tables begin with what takes most."""
    times = Times()
    for test, when, seconds, kind in (("t/a.py::one", "setup", 2.0, "process"),
                                      ("t/a.py::one", "call", 4.0, "pure"),
                                      ("t/b.py::two", "call", 1.0, "pure")):  # fmt: skip
        report = pytest.TestReport(test, ("", 0, ""), {}, "passed", None, when, duration=seconds)  # type: ignore[arg-type]  # a phase
        report.kind = kind  # type: ignore[attr-defined]  # as `tests/kinds.py` does
        times.pytest_runtest_logreport(report)
    lines = list(times.lines(is_whole=True))
    assert lines[:2] == ["     6.0 s       1 tests  process", "     1.0 s       1 tests  pure"]
    assert "     86%         1 tests  of 5 s or more" in lines
    assert lines[-2:] == ["     6.0 s  t/a.py::one", "     1.0 s  t/b.py::two"]
