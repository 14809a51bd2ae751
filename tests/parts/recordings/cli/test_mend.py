"""`lessonboard recording run --mend`, with a person at its window and its terminal."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from lessonboard.cli.main import cli
from lessonboard.parts.recordings.browser.mend import IsDone
from lessonboard.parts.recordings.browser.outcome import StepOutcome
from lessonboard.parts.recordings.cli import mending
from tests.command_line import Run
from tests.parts.recordings.browser.site import Site
from tests.parts.recordings.sources.folders import click, typed, write

if TYPE_CHECKING:
    from playwright.sync_api import Page

Does = Callable[["Page"], None]
Mend = Callable[..., Result]


@pytest.fixture
def nickname(run: Run, site: Site, tmp_path: Path) -> str:
    """The id of a workflow that saves a nickname, whose button has another name since."""
    seen = {"url": site.url("settings.html"), "title": "Settings",
            "state": {"headings": ["Settings"], "focus": ""}}  # fmt: skip
    write(tmp_path / "home" / "recordings" / "nickname", [
        typed("Ada", details={"target": {"role": "textbox", "name": "Nickname"}, **seen}),
        click(details={"target": {"role": "button", "name": "Save"}, **seen}),
    ])  # fmt: skip
    assert run("recording", "import", "recordings/nickname").code == 0
    done = run("session", "reflect", "--session", "nickname")
    assert done.code == 0, done.err
    site.later['<button id="save">Save<'] = (
        '<label>Password <input type=password></label> <button id="save">Keep<'
    )
    return "nickname"


@pytest.fixture
def mend(chromium: str, nickname: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mend:
    """Gives the command in a window without a screen, where a person does what is said."""
    browser = tmp_path / "chromium"
    browser.write_text(f'#!/bin/sh\nexec {chromium} --headless=new "$@"\n')
    browser.chmod(0o700)
    monkeypatch.setenv("LESSONBOARD_BROWSER", str(browser))
    monkeypatch.setenv("DISPLAY", ":0")  # which it does not use
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "home")

    def mend(does: Does, *more: str, says: str = "") -> Result:
        def ask(_failed: StepOutcome, pages: list[Page]) -> IsDone:
            does(pages[-1])
            return lambda: True

        monkeypatch.setattr(mending, "asked", ask)
        command = ["--db", str(tmp_path / "board.db"), "recording", "run", nickname, "--mend",
                   "--param", "nickname=Eve", "--timeout", "1", "--report", "report"]  # fmt: skip
        return CliRunner().invoke(cli, [*command, *more], input=says, catch_exceptions=False)

    return mend


def _keep(page: Page) -> None:
    page.get_by_role("button", name="Keep").click()


def _with_password(page: Page) -> None:
    page.get_by_label("Password").fill("open sesame")
    _keep(page)


def test_what_cannot_be_taken_over_is_said_after_the_result(mend: Mend, run: Run) -> None:
    """A secret without a parameter for it: the run was done, and its report and event are kept."""
    before = Path("workflows/nickname/workflow.yaml").read_text()
    done = mend(_with_password)
    assert done.exit_code == 0, done.output
    assert "done, outcome unchecked: 2 of 2 steps" in done.stdout
    assert "report: report/report.md" in done.stdout
    assert (
        json.loads(Path("report/report.json").read_text())["verdict"] == "done, outcome unchecked"
    )
    assert len(run("admin", "events", "--type", "workflow.rerun", "--json").out.splitlines()) == 1
    assert "nothing was done" not in done.output
    assert "sesame" not in done.output
    assert "+    target: {textbox: Password}" in done.stderr
    assert "not taken over: a sensitive value must be a parameter of kind secret" in done.stderr
    assert "then type `lessonboard recording accept nickname`" in done.stderr
    assert Path("workflows/nickname/workflow.yaml").read_text() == before


def test_with_json_only_the_report_is_on_standard_output(mend: Mend) -> None:
    """The difference and the question are not; what the person agrees to is run the next time."""
    done = mend(_keep, "--json", says="y\n")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert [each["verdict"] for each in told["steps"]] == ["done", "done"]
    assert '+    what: Press the button "Keep".' in done.stderr
    assert "Shall the workflow do this from now on?" in done.stderr
    assert "Recorded as " in done.stderr
    assert "button: Keep" in Path("workflows/nickname/workflow.yaml").read_text()


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--each", "rows.csv"], "--each: a person mends one run"),
        (["--dry-run"], "--dry-run: nothing is done"),
        (["--rehearse"], "--rehearse: it stops before"),
        (["--headless"], "--headless: a person needs the window"),
        (["--json", "--headless"], "--headless: a person needs the window"),
    ],
)
def test_what_makes_no_sense_with_it_is_refused(run: Run, given: list[str], why: str) -> None:
    """Before anything is looked at, whatever else was typed."""
    done = run("recording", "run", "gone", "--mend", *given)
    assert (done.code, f"--mend cannot be used with {why}" in done.err) == (2, True), done.err


def test_a_window_may_be_asked_for_beside_it(run: Run) -> None:
    """It opens one anyway; what is refused then is a workflow that is not there."""
    done = run("recording", "run", "gone", "--mend", "--headed")
    assert (done.code, "cannot be used" in done.err) == (1, False), done.err


@pytest.mark.parametrize(
    ("typed", "goes_on"),
    [("\n", True), ("done\n", True), ("q\n", False), ("Q", False), ("", False)],
)
def test_a_person_says_that_they_are_ready(
    typed: str, goes_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With Enter; without a person at the terminal the run is given up."""
    monkeypatch.setattr("sys.stdin", StringIO(typed))
    answer = mending.asked(StepOutcome(1, 0, "Press it", "failed", expected="it"), [])
    while (said := answer()) is None:
        pass
    assert said is goes_on
