"""What a plain run leaves out, and that it says so."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent

pytest_plugins = ["pytester"]

_TESTS = """
import pytest
from tests.long_runs import rounds

COUNT = rounds(2, 300)

@pytest.mark.full
def test_long(): pass

def test_rounds():
    assert COUNT == {expected}

@pytest.mark.parametrize("number", range(3))
def test_lacking(number): pytest.skip("no gh: apt-get install gh")
"""


@pytest.mark.parametrize(
    ("options", "rounds", "passed", "skipped"),
    [
        ([], 2, 1, ["    3  no gh: apt-get install gh", "    1  a long run: ./run test --full"]),
        (["--full"], 300, 2, ["    3  no gh: apt-get install gh"]),
    ],
)
def test_a_plain_run_does_a_sample_and_counts_what_it_left_out(
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    rounds: int,
    passed: int,
    skipped: list[str],
) -> None:
    """Long tests run with `--full` alone; reasons are counted, most first."""
    pytester.makeini("[pytest]\nmarkers = full: takes long")
    pytester.makepyfile(_TESTS.replace("{expected}", str(rounds)))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    result = pytester.runpytest_subprocess("-q", "-n1", "-p", "tests.long_runs", *options)
    result.assert_outcomes(passed=passed, skipped=sum(int(line.split()[0]) for line in skipped))
    result.stdout.fnmatch_lines(skipped, consecutive=True)
    assert [line for line in result.stdout.lines if line.startswith("    ")] == skipped
