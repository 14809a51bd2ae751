"""Rows of a CSV file: checked before anything is done, done one by one, and resumed."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.recordings.browser.chromium import BrowserFailed
from lessonboard.parts.recordings.browser.outcome import Rerun, StepOutcome
from lessonboard.parts.recordings.cli.each import run_each, show_rows
from lessonboard.parts.recordings.rows_file import BadRows, rows
from lessonboard.parts.recordings.workflow.plan import BadParameters, Parameter
from lessonboard.parts.recordings.workflow.planning import made

NAME, EMAIL = Parameter("name", example="Ada"), Parameter("email")
ROW = Parameter("customer", example="Ada", kind="row")
SECRET = Parameter("password", sensitive=True)
BOTH = (NAME, EMAIL)


def saved(folder: Path, content: str | bytes) -> Path:
    """A file of rows."""
    path = folder / "customers.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


class Browser:
    """Does rows; some names fail, one kills the program."""

    def __init__(self, *failing: str) -> None:
        self.failing = failing
        self.asked: list[dict[str, str]] = []

    def __call__(self, values: dict[str, str], name: str) -> tuple[Rerun, Path]:
        """Do one row."""
        self.asked.append(values)
        if values["name"] == "Killed":
            raise KeyboardInterrupt
        if values["name"] == "Offline":
            raise BrowserFailed("could not open http://shop.example: offline")
        verdict = "failed" if values["name"] in self.failing else "done"
        step = StepOutcome(1, 0, "Press", verdict, expected="the button")  # type: ignore[arg-type]
        return Rerun("run", "shop", "Shop", 1, 0.1, values, (step,)), Path(name)


def do(
    file: Path, browser: Browser, *parameters: Parameter, workflow: str = "shop", **wish: bool
) -> bool:
    """Run over a file."""
    return run_each(file, workflow, parameters or BOTH, {}, lambda _parameter: "sesame", browser,
                    as_json=True, **wish)  # fmt: skip


def results(file: Path) -> list[tuple[str, str, str]]:
    """Row, whether it succeeded, and the failed step, as they were written."""
    with file.with_name(f"{file.name}.results.csv").open(newline="") as opened:
        return [(each["row"], each["succeeded"], each["failed_step"])
                for each in csv.DictReader(opened)]  # fmt: skip


@given(st.lists(st.tuples(st.text(min_size=1), st.text()), min_size=1, max_size=5))
def test_any_values_come_back_as_they_were_written(values: list[tuple[str, str]]) -> None:
    """Quotes, separators, newlines, emoji: as Python's own writer writes them."""
    import tempfile

    if any("\x00" in text or "\r" in text for pair in values for text in pair):
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows.csv"
        with file.open("w", encoding="utf-8", newline="") as opened:
            csv.writer(opened).writerows([("name", "email"), *values])
        found = [tuple(row.values.values()) for row in rows(file, BOTH, {})]
    assert found == values


@pytest.mark.parametrize("text", [
    "name,email\nAda,a@x.org\n", "email;name\r\na@x.org;Ada\r\n", "\ufeffname\temail\nAda\ta@x.org",
    "name,email\n\nAda,a@x.org\n\n", "name , email\nAda,a@x.org\n",
])  # fmt: skip
def test_separators_marks_and_empty_lines(text: str, tmp_path: Path) -> None:
    """As spreadsheets write them."""
    [row] = rows(saved(tmp_path, text), BOTH, {})
    assert (row.number, row.values) == (1, {"name": "Ada", "email": "a@x.org"})


@pytest.mark.parametrize(("content", "reason"), [
    ("", "is empty"),
    ("name,email\n", "no row below its header"),
    ("nme,email\nA,b\n", "unknown: 'nme'; missing: name"),
    ("name,email,name\nA,b,c\n", "twice: name"),
    ("name,email\nA,b\nC\n", "customers.csv:3: row 2 has 1 cells, and the header 2"),
    (b"name,email\n\xff,b\n", "not UTF-8"),
    ('name,email\n"A,b\n', "is not CSV"),
])  # fmt: skip
def test_a_file_that_does_not_fit_is_refused_before_anything_is_done(
    content: str | bytes, reason: str, tmp_path: Path
) -> None:
    """Also where only its last row is wrong."""
    browser = Browser()
    with pytest.raises(BadRows, match=r"customers\.csv") as raised:
        do(saved(tmp_path, content), browser)
    assert reason in str(raised.value)
    assert browser.asked == []


def test_what_has_a_recorded_value_or_is_given_needs_no_column(tmp_path: Path) -> None:
    """A row to act in, and a value that is the same for all."""
    file = saved(tmp_path, "name\nAda\n")
    assert len(rows(file, (NAME, ROW), {})) == 1
    [row] = rows(file, BOTH, {"email": "a@x.org"})
    assert row.values == {"email": "a@x.org", "name": "Ada"}


def test_it_stops_at_the_first_failure(tmp_path: Path) -> None:
    """What comes after is not begun, unless it is to keep going."""
    file = saved(tmp_path, "name,email\nA,1\nB,2\nC,3\n")
    assert not do(file, Browser("B"))
    assert results(file) == [("1", "yes", ""), ("2", "no", "1")]
    assert not do(file, Browser("B"), keep_going=True)
    assert results(file) == [("1", "yes", ""), ("2", "no", "1"), ("3", "yes", "")]


def test_a_browser_that_cannot_open_the_page_is_a_failed_row(tmp_path: Path) -> None:
    """With its reason; the next can be better."""
    file = saved(tmp_path, "name,email\nOffline,1\nB,2\n")
    assert not do(file, Browser(), keep_going=True)
    assert results(file) == [("1", "no", ""), ("2", "yes", "")]


def test_resume_leaves_out_what_was_done_and_was_not_edited_since(tmp_path: Path) -> None:
    """A row that failed is tried again, one with other values is another one."""
    file = saved(tmp_path, "name,email\nA,1\nB,2\nC,3\n")
    do(file, Browser("B"))
    saved(tmp_path, "name,email\nA,other\nB,2\nC,3\n")
    again = Browser()
    assert do(file, again, resume=True)
    assert [each["name"] for each in again.asked] == ["A", "B", "C"]
    last = Browser()
    assert do(file, last, resume=True)
    assert last.asked == []


def test_a_row_that_is_taken_out_makes_no_other_one_new(tmp_path: Path) -> None:
    """Rows are known by what they say, each as often as it is there, not by their numbers."""
    file = saved(tmp_path, "name,email\nA,1\nB,2\nC,3\nC,3\n")
    do(file, Browser("B"), keep_going=True)
    saved(tmp_path, "name,email\nA,1\nC,3\nC,3\nC,3\n")
    again = Browser()
    assert do(file, again, resume=True)
    assert [each["name"] for each in again.asked] == ["C"]


def test_no_row_is_done_before_all_are_checked(tmp_path: Path) -> None:
    """A value that is not of its kind is said at once."""
    file, browser = saved(tmp_path, "name,since\nA,2026-01-31\nB,31.1.2026\n"), Browser()
    since = Parameter("since", example="2026-01-01", kind="date")
    with pytest.raises(BadParameters, match="since must be a date"):
        do(file, browser, NAME, since)
    assert browser.asked == []


def test_a_row_that_does_more_harm_is_shown_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With its number and its steps."""
    file = saved(tmp_path, "name\nRefresh\nDelete all\n")
    choice = {"do": "click", "target": {"menuitem": "{name}"}, "danger": "none"}
    plan = made({"title": "Menu", "start": "http://a.example", "steps": [choice],
                 "parameters": {"name": {"example": "Refresh"}}})  # fmt: skip
    show_rows(file, plan, {}, {})
    assert capsys.readouterr().err == "2 rows to do\nrow 2: step 1 (delete)\n"


def test_what_another_workflow_did_is_not_done(tmp_path: Path) -> None:
    """The same file may be for several."""
    file = saved(tmp_path, "name,email\nA,1\n")
    do(file, Browser())
    again = Browser()
    assert do(file, again, workflow="other", resume=True)
    assert [each["name"] for each in again.asked] == ["A"]


def test_a_row_that_was_cut_off_is_not_done_again_unseen(tmp_path: Path) -> None:
    """A run that was killed leaves a note, and resuming stops at it."""
    file = saved(tmp_path, "name,email\nA,1\nKilled,2\n")
    with pytest.raises(KeyboardInterrupt):
        do(file, Browser())
    with pytest.raises(BadRows, match="row 2 was begun and not finished"):
        do(file, Browser(), resume=True)
    saved(tmp_path, "name,email\nA,1\nB,2\n")
    file.with_name("customers.csv.results.csv.running").unlink()
    last = Browser()
    assert do(file, last, resume=True)
    assert [each["name"] for each in last.asked] == ["B"]
    assert results(file) == [("1", "yes", ""), ("2", "yes", "")]


def test_a_secret_is_asked_for_once_and_written_nowhere(tmp_path: Path) -> None:
    """Neither itself nor a hash of it."""
    file = saved(tmp_path, "name\nA\nB\n")
    browser = Browser()
    assert do(file, browser, NAME, SECRET)
    assert [each["password"] for each in browser.asked] == ["sesame", "sesame"]
    text = file.with_name("customers.csv.results.csv").read_text()
    assert "sesame" not in text


def test_a_secret_that_nobody_gives_is_said_before_anything_is_done(tmp_path: Path) -> None:
    """As any other value that is missing."""
    browser = Browser()
    with pytest.raises(BadParameters, match="LESSONBOARD_PARAM_PASSWORD"):
        run_each(saved(tmp_path, "name\nA\n"), "shop", (NAME, SECRET), {}, lambda _each: None,
                 browser)  # fmt: skip
    assert browser.asked == []
