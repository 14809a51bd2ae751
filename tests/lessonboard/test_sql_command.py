"""`lessonboard sql`: rows as a table, CSV or JSON, of any number."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.views import VIEWS
from tests.blackboard.lessons import lesson
from tests.command_line import Run
from tests.long_runs import rounds

_NUMBERS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < {most})"
_PEAK = """
import sys
from pathlib import Path
from lessonboard.cli.main import cli
cli(sys.argv[1:], standalone_mode=False)
status = Path("/proc/self/status").read_text()
print(status.split("VmHWM:")[1].split()[0], file=sys.stderr)
"""


@pytest.fixture
def told(run: Run, tmp_path: Path) -> Run:
    """A command line whose board has two lessons."""
    with Board.open(tmp_path / "board.db") as board:
        board.append([lesson("l-1", 'Say "hi",\nthen \x1b[31mrun', tags=["a"]), lesson("l-2", "x")])
    return run


def test_a_table_is_plain_and_bounded(told: Run) -> None:
    """A line a row, nothing that steers a terminal, numbers to the right, long texts cut."""
    done = told(
        "sql", 'SELECT id, seen, "constraint", hex(zeroblob(99)) z FROM lessons ORDER BY id'
    )
    lines = done.out.splitlines()
    assert lines[0].split() == ["id", "seen", "constraint", "z"]
    assert lines[2].startswith('l-1     1  Say "hi", then run')
    assert lines[2].endswith("0…")
    assert len(lines) == 4
    assert "\x1b" not in done.out


def test_a_long_table_says_how_much_is_left(told: Run) -> None:
    """On standard error, so that the rows can be piped."""
    done = told("sql", f"{_NUMBERS.format(most=250)} SELECT x FROM n", "--limit", "7")
    assert len(done.out.splitlines()) == 2 + 7
    assert "and 243 more" in done.err


def test_csv_and_json_have_all_of_it(told: Run) -> None:
    """Every row with its text as it is; bytes as digits, nothing as nothing."""
    query = "SELECT id, \"constraint\", NULL AS n, x'ff' AS b FROM lessons ORDER BY id"
    rows = list(csv.reader(io.StringIO(told("sql", query, "--format", "csv").out)))
    assert rows[:2] == [["id", "constraint", "n", "b"],
                        ["l-1", 'Say "hi",\nthen run', "", "ff"]]  # fmt: skip
    found = told("sql", query, "--json")
    assert found.json[0] == {"id": "l-1", "constraint": 'Say "hi",\nthen run',
                             "n": None, "b": "ff"}  # fmt: skip
    assert told("sql", query, "--format", "json").out == found.out
    assert told("sql", "SELECT 1 AS a WHERE 0", "--json").json == []
    assert told("sql", "SELECT 1 AS a WHERE 0", "--format", "csv").out == "a\n"


def test_a_query_may_come_from_standard_input(told: Run) -> None:
    """Long ones are best kept in a file."""
    assert told("sql", "-", "--json", stdin="SELECT 1 AS one").json == [{"one": 1}]


def test_without_a_query_the_views_are_listed(told: Run) -> None:
    """All of them with their columns, for people and for programs."""
    listed = told("sql", "--json").json
    assert [each["view"] for each in listed] == [view.name for view in VIEWS]
    assert set(listed[0]["columns"][0]) == {"name", "type", "meaning"}
    assert "lessons: A lesson: what went wrong" in told("sql").out


@pytest.mark.parametrize(("query", "why"), [
    ("DELETE FROM events", "only reading is possible"),
    ("SELECT nope", "no such column: nope"),
    (f"{_NUMBERS.format(most=10**12)} SELECT COUNT(*) FROM n", "stopped the query after 0.3 s"),
])  # fmt: skip
def test_an_error_is_one_line(told: Run, query: str, why: str) -> None:
    """With exit code 1, and nothing on standard output."""
    done = told("sql", query, "--timeout", "0.3")
    assert (done.code, done.out) == (1, "")
    assert why in done.err
    assert done.err.count("\n") == 1


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read in /proc")
@pytest.mark.parametrize("form", ["csv", "json", "table"])
def test_many_rows_take_no_more_memory(told: Run, tmp_path: Path, form: str) -> None:
    """Each row is printed and forgotten."""
    peaks = []
    for most in (1_000, rounds(100_000, 1_000_000)):
        query = f"{_NUMBERS.format(most=most)} SELECT x, 'row ' || x FROM n"
        command = [sys.executable, "-c", _PEAK, "--db", str(tmp_path / "board.db"), "sql", query]
        done = subprocess.run(
            [*command, "--format", form, "--timeout", "100"],
            env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)},
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True,
        )  # fmt: skip
        peaks.append(int(done.stderr.split()[-1]))
    assert peaks[1] < peaks[0] * 1.1
