"""Running a recorded task from its page: what is refused, what is kept, and what is said."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import orjson
import pytest

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.parts.recordings import run_process
from lessonboard.parts.recordings.pages.run_form import _field
from lessonboard.parts.recordings.workflow.changes import step_changed
from lessonboard.parts.recordings.workflow.plan import Parameter
from lessonboard.parts.recordings.workflow.versions import record_edit
from tests.command_line import Run
from tests.parts.recordings.browser.site import Site
from tests.parts.recordings.cli.test_run import login
from tests.parts.web.visitor import Visitor, visiting

__all__ = ["login"]

SECRET = "open sesame"


@pytest.fixture
def visitor(
    run: Run, login: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Visitor]:
    """Somebody who looks at a board with a workflow that has a secret parameter."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("LESSONBOARD_BROWSER", "/no/browser")
    monkeypatch.chdir(tmp_path / "home")
    with visiting(App(str(tmp_path / "board.db"))) as found:
        yield found


def sent(visitor: Visitor, **fields: str) -> dict[str, str]:
    """The fields of the form, with what was typed."""
    page = visitor.text("/recordings/login-1")
    typed = {"value-user": "grace", "value-password": SECRET, "how": "run", **fields}
    return {**visitor.form(page, "/recordings/run"), **typed}


def over(visitor: Visitor, address: str) -> str:
    """The page of a run, once it is over."""
    name = address.partition("?")[0].rpartition("/")[2]
    run_process._started[name].wait(60)
    return visitor.text(address)


def test_without_a_browser_it_is_said_what_to_install(visitor: Visitor, tmp_path: Path) -> None:
    """On the page of the run, with the form to run it again; the secret is kept nowhere."""
    answer = visitor.post("/recordings/run", **sent(visitor))
    assert answer.status_code == 303, answer.text
    page = over(visitor, answer.headers["location"])
    assert "It did not end" in page
    assert "apt install chromium" in page
    assert 'value="grace"' in page
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in kept if SECRET.encode() in path.read_bytes()]
    assert SECRET not in page
    folder = next((tmp_path / "reruns").iterdir())
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir() if path.is_file()} == {0o600}


def test_a_secret_that_is_missing_is_asked_for_again(visitor: Visitor) -> None:
    """What else was typed is still there, and nothing was started."""
    answer = visitor.post("/recordings/run", **sent(visitor, **{"value-password": ""}))
    assert answer.status_code == 422
    assert "password is a secret and was not typed" in answer.text
    assert 'value="grace"' in answer.text
    assert not run_process.running(visitor.site.app.path, "login-1")


def test_a_workflow_that_was_edited_since_is_not_run(visitor: Visitor) -> None:
    """What is run is what was seen."""
    fields = sent(visitor)
    row = visitor.board.row("workflows", "login-1")
    record_edit(visitor.board, row, {**row["workflow"], "title": "Other"})
    answer = visitor.post("/recordings/run", **fields)
    assert answer.status_code == 400
    assert "edited since you saw it" in answer.text


def test_what_may_do_harm_is_run_only_by_one_who_saw_it(visitor: Visitor) -> None:
    """The form names the steps; a rehearsal stops before them."""
    row = visitor.board.row("workflows", "login-1")
    record_edit(visitor.board, row, step_changed(row["workflow"], 3, {"danger": "delete"}))
    assert "I saw that step 3 (delete) may do harm" in visitor.text("/recordings/login-1")
    assert visitor.post("/recordings/run", **sent(visitor)).status_code == 422
    for more in ({"despite": "step 3 (delete)"}, {"how": "rehearse"}):
        answer = visitor.post("/recordings/run", **sent(visitor, **more))
        assert answer.status_code == 303
        over(visitor, answer.headers["location"])


def test_a_value_that_does_harm_must_have_been_seen_too(visitor: Visitor) -> None:
    """Who saw that a step saves has not seen that it deletes."""
    row = visitor.board.row("workflows", "login-1")
    changes = {"target": {"button": "{user}"}, "danger": "save"}
    record_edit(visitor.board, row, step_changed(row["workflow"], 3, changes))
    harm = {"value-user": "Delete all", "despite": "step 3 (save)"}
    answer = visitor.post("/recordings/run", **sent(visitor, **harm))
    assert answer.status_code == 422
    assert "I saw that step 3 (delete) may do harm" in answer.text


@pytest.mark.parametrize("field", ["profile", "hosts"])
def test_what_is_typed_is_no_option_of_the_command(visitor: Visitor, field: str) -> None:
    """Whatever it looks like."""
    answer = visitor.post("/recordings/run", **sent(visitor, **{field: "--report=/tmp/elsewhere"}))
    assert answer.status_code == 303
    assert "It did not end" in over(visitor, answer.headers["location"])
    assert not Path("/tmp/elsewhere").exists()


def test_what_a_run_printed_is_text_without_secrets(visitor: Visitor, tmp_path: Path) -> None:
    """Markup is shown as it was written, and what looks like a key is not shown."""
    answer = visitor.post("/recordings/run", **sent(visitor))
    over(visitor, answer.headers["location"])
    (output,) = (tmp_path / "reruns").glob("*/output.txt")
    output.write_text("ok    1   0.10s  <script>alert(1)</script>\nghp_0Kq8vT2mZ4wB8rYx6LpN5cR3\n")
    page = visitor.text(answer.headers["location"])
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page
    assert "ghp_0Kq8" not in page


def test_a_page_that_only_reads_runs_nothing(visitor: Visitor, tmp_path: Path) -> None:
    """It has no form, and refuses one."""
    fields = sent(visitor)
    with visiting(App(str(tmp_path / "board.db")), read_only=True) as reader:
        assert "/recordings/run" not in reader.text("/recordings/login-1")
        assert reader.post("/recordings/run", **fields).status_code == 409
    assert not (tmp_path / "reruns").exists()


def test_a_run_that_goes_on_is_followed_and_stopped(
    visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its steps so far are there, a second one is not started, and its process group ends."""
    words = ["sh", "-c", "echo 'ok    1   0.10s  Type the user'; exec sleep 600"]
    monkeypatch.setattr(run_process, "_command", lambda errand: words)
    address = visitor.post("/recordings/run", **sent(visitor)).headers["location"]
    name = address.partition("?")[0].rpartition("/")[2]
    again = visitor.post("/recordings/run", **sent(visitor)).headers["location"]
    assert again.partition("?")[0] == address.partition("?")[0]
    page = visitor.text(address)
    assert "It is running" in page
    assert "data-running" in page
    process = run_process._started[name]
    page = visitor.done("/recordings/stop", **visitor.form(page, "/recordings/stop"))
    assert process.returncode == -9
    assert "It did not end" in page
    assert visitor.post("/recordings/stop", run=name).status_code == 400


def test_a_run_is_found_by_another_server(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it is asked for and what it prints is beside its report, locked as long as it runs."""
    monkeypatch.setattr(
        run_process, "_command", lambda errand: ["sh", "-c", "echo so; exec sleep 600"]
    )
    address = visitor.post("/recordings/run", **sent(visitor)).headers["location"]
    name = address.rpartition("/")[2]
    process = run_process._started.pop(name)
    assert "It is running" in visitor.text(address)
    assert visitor.post("/recordings/stop", run=name).status_code == 400
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    page = visitor.text(address)
    assert "It did not end" in page
    assert "so" in page.partition("<pre")[2].partition("</pre>")[0]


def test_two_tabs_that_run_it_at_once_start_one_run(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both saw that none goes on."""
    monkeypatch.setattr(run_process, "_command", lambda errand: ["sleep", "600"])
    fields, real, both = sent(visitor), run_process.start, Barrier(2)

    def start(errand: run_process.Errand) -> str:
        both.wait(30)
        return real(errand)

    monkeypatch.setattr(run_process, "start", start)
    with ThreadPoolExecutor(2) as tabs:
        answers = list(tabs.map(lambda _: visitor.post("/recordings/run", **fields), range(2)))
    (name,) = {each.headers["location"].partition("?")[0] for each in answers}
    assert {each.headers["location"].partition("said")[1] for each in answers} == {"", "said"}
    run_process.stop(name.rpartition("/")[2])


def test_a_run_that_cannot_be_started_is_said(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With why, and that nothing was done; it is no fault of the program."""
    monkeypatch.setattr(run_process, "_command", lambda errand: ["/no/such/program"])
    answer = visitor.post("/recordings/run", **sent(visitor))
    assert answer.status_code == 422
    assert "the run was not started" in answer.text
    assert "/no/such/program" in answer.text


def test_a_report_is_looked_at_until_its_run_is_over(
    visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written before the process ends; what was printed and the form follow."""
    monkeypatch.setattr(
        run_process, "_command", lambda errand: ["sh", "-c", "echo so; exec sleep 600"]
    )
    address = visitor.post("/recordings/run", **sent(visitor)).headers["location"]
    name = address.rpartition("/")[2]
    report = {"recording": "login-1", "succeeded": True, "steps": [], "parameters": {}}
    (tmp_path / "reruns" / name / "report.json").write_bytes(orjson.dumps(report))
    page = visitor.text(address)
    assert "went well" in page
    assert "data-running" in page
    assert "What it printed" not in page
    run_process.stop(name)
    page = visitor.text(address)
    assert "data-running" not in page
    assert "What it printed" in page
    assert "Run it again" in page


def test_the_values_of_the_last_run_are_in_the_form(visitor: Visitor, tmp_path: Path) -> None:
    """And no secret."""
    from blackboard.events.recording import WorkflowRerun

    with Board.open(tmp_path / "board.db") as board:
        board.record(WorkflowRerun(recording="login-1", run="r", succeeded=True, steps_done=3,
                                   parameters={"user": "lin", "password": "[secret]"}),
                     actor="rerun")  # fmt: skip
    page = visitor.text("/recordings/login-1")
    assert 'name="value-user" value="lin"' in page
    assert "[secret]" not in page.partition('id="run"')[2].partition("</section>")[0]


@pytest.mark.usefixtures("chromium")
def test_the_report_of_a_run_has_what_was_expected_and_found(
    visitor: Visitor, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the step that failed, with its screen."""
    monkeypatch.delenv("LESSONBOARD_BROWSER")
    site.later["<button>Sign in"] = "<button>Enter"
    answer = visitor.post("/recordings/run", **sent(visitor))
    page = over(visitor, answer.headers["location"])
    assert "Step 3 failed" in page
    assert "<dt>Expected</dt>" in page
    assert "Enter" in page.partition("<dt>Found</dt>")[2].partition("</dd>")[0]
    assert "/3.png" in page


@pytest.mark.parametrize("description", ["Who signs in", "Who signs in."])
def test_what_a_field_is_about_is_one_line(description: str) -> None:
    """Whether its description ends as a sentence or not."""
    field = _field(Parameter("user", description, "ada", kind="number"), {})
    assert field.about == "Who signs in; a number; recorded: ada"
