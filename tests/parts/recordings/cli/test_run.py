"""`lessonboard recording start` and `run` as processes, with a real browser behind them."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import pytest

from tests.command_line import Run
from tests.commands import COMMAND
from tests.parts.recordings.browser.site import Site


def _line(number: int, kind: str, done: dict[str, object], url: str, target: dict[str, str]) -> str:
    seen = {"url": url, "title": "Sign in", "state": {"headings": ["Sign in"], "focus": ""}}
    secret = {"sensitive": True, "fill": True} if target["name"] == "Password" else {}
    return json.dumps({
        "action_type": kind, "action_details": done, "screenshot": None, "voice_clip": None,
        "timestamp": 1_700_000_000.0 + number, "details": {"target": target, **seen, **secret},
    })  # fmt: skip


@pytest.fixture
def login(run: Run, site: Site, tmp_path: Path) -> str:
    """The id of a login that was recorded and reflected on."""
    folder = tmp_path / "home" / "recordings" / "login-1"
    folder.mkdir(parents=True)
    url = site.url("login.html")
    lines = [
        _line(0, "type", {"text": "ada"}, url, {"role": "textbox", "name": "User"}),
        _line(1, "type", {"text": "[secret]"}, url, {"role": "textbox", "name": "Password"}),
        _line(2, "click", {"button": "Button.left", "x": 1, "y": 1, "pressed": True}, url,
              {"role": "button", "name": "Sign in"}),
    ]  # fmt: skip
    (folder / "manifest.jsonl").write_text("\n".join(lines) + "\n")
    about = {"session_id": "login-1", "name": "Sign in", "description": "", "platform": "browser",
             "created_at": "2026-01-01T00:00:00Z", "config": {}}  # fmt: skip
    (folder / "metadata.json").write_text(json.dumps(about))
    assert run("recording", "import", "recordings/login-1").code == 0
    done = run("session", "reflect", "--session", "login-1")
    assert done.code == 0, done.err
    return "login-1"


def test_a_dry_run_shows_the_plan_and_no_secret(run: Run, login: str) -> None:
    """With the values that were given; nothing is opened, so no browser is needed."""
    done = run("recording", "run", login, "--param", "user=bob", "--dry-run")
    assert done.code == 0, done.err
    assert "1. TYPE" in done.out
    assert "bob" in done.out
    assert "[secret]" in done.out
    assert "Dry run: nothing was done." in done.out
    assert "see `lessonboard recording`" in run("recording", "run", "none").err
    told = run("recording", "run", login, "--dry-run", "--json").json
    assert [each["value"] for each in told["steps"]] == ["{user}", "[secret]", None]


def test_a_workflow_is_exported_in_each_form(run: Run, login: str, tmp_path: Path) -> None:
    """For the owner's eyes; without a form nothing is written."""
    done = run("recording", "export", login, "--skill", "skill", "--playwright", "out/login.py")
    assert done.code == 0, done.err
    files = [tmp_path / "home" / name for name in ("skill/SKILL.md", "out/login.py")]
    assert [file.stat().st_mode & 0o777 for file in files] == [0o600] * 2
    assert f"recording run {login} --param user=..." in files[0].read_text()
    nothing = run("recording", "export", login)
    assert (nothing.code, "--skill DIR" in nothing.err) == (2, True)


def test_wrong_parameters_are_told_before_anything_is_opened(run: Run, login: str) -> None:
    """Missing, unknown, malformed, and secrets where others could read them."""
    missing = run("recording", "run", login)
    assert (missing.code, "LESSONBOARD_PARAM_PASSWORD" in missing.err) == (1, True)
    unknown = run("recording", "run", login, "--param", "usr=x", "--dry-run")
    assert "usr: no such parameter; the workflow has user, password" in unknown.err
    secret = run("recording", "run", login, "--param", "password=sesame")
    assert (secret.code, "sesame" in secret.err) == (1, False)
    malformed = run("recording", "run", login, "--param", "sesame")
    assert (malformed.code, "sesame" in malformed.err) == (1, False)
    no_object = run("recording", "run", login, "--params", "-", stdin="[1]")
    assert "no JSON object" in no_object.err


def test_a_run_as_somebody_needs_a_profile_that_is_kept(run: Run, login: str) -> None:
    """A misspelt name would run as nobody; the error says how one is made."""
    done = run("recording", "run", login, "--profile", "wrok", "--dry-run")
    assert (done.code, "no profile wrok" in done.err) == (1, True)
    assert "recording login URL --profile wrok" in done.err


def test_a_workflow_that_is_not_there_is_said(run: Run) -> None:
    """In one line."""
    done = run("recording", "run", "gone")
    assert (done.code, done.err.count("\n")) == (1, 1)


def test_only_addresses_of_the_web_are_opened(run: Run) -> None:
    """No file of this machine is shown to a recorder."""
    done = run("recording", "start", "--url", "file:///etc/passwd", "--headless")
    assert (done.code, "http(s)://" in done.err) == (1, True)


def test_without_a_browser_it_is_said_what_to_install(chromium: str, run: Run) -> None:
    """The one that was named is not there."""
    done = run("recording", "start", "--url", "http://127.0.0.1:9/", "--headless",
               LESSONBOARD_BROWSER="/no/browser")  # fmt: skip
    assert (done.code, "apt install chromium" in done.err) == (1, True)


@pytest.mark.usefixtures("chromium")
def test_a_run_with_a_secret_from_a_file_tells_it_nowhere(
    run: Run, login: str, site: Site, tmp_path: Path
) -> None:
    """The site is told it; output, report and board are not."""
    given = json.dumps({"user": "bob", "password": "open sesame"})
    done = run("recording", "run", login, "--params", "-", "--report", "report", stdin=given)
    assert done.code == 0, done.err
    assert any("password=open+sesame" in each for each in site.asked)
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in kept if b"sesame" in path.read_bytes()]
    report = json.loads((tmp_path / "home" / "report" / "report.json").read_text())
    assert report["verdict"] == "done, outcome unchecked"
    assert report["parameters"] == {"user": "bob", "password": "[secret]"}


@pytest.mark.usefixtures("chromium")
def test_a_run_that_fails_has_exit_code_1_and_a_lesson(run: Run, login: str, site: Site) -> None:
    """The lesson is found by what failed."""
    site.later["<button>Sign in"] = "<button>Enter"
    done = run("recording", "run", login, "--param", "user=bob", "--timeout", "1", "--json",
               LESSONBOARD_PARAM_PASSWORD="open sesame")  # fmt: skip
    assert done.code == 1
    told = done.json
    assert told["steps"][2]["expected"] == 'the button "Sign in"'
    assert told["steps"][2]["seen"]["candidates"] == ['button "Enter"']
    assert Path(told["report"]).is_file()
    (hit,) = run("search", "--in", "lessons", "workflow sign in step 3", "--json").json
    assert hit["id"] == told["lesson"]
    again = run("recording", "run", login, "--param", "user=bob", "--dry-run").out
    shown = run("recording", login).out
    for text in (again, shown):
        assert 'step 3 failed: expected the button "Sign in"; saw the page' in text
    assert again.startswith("last time, on ")
    assert "its last run failed at step 3" in shown


def test_a_recording_of_a_desktop_is_refused_with_its_reason(run: Run, tmp_path: Path) -> None:
    """Nothing of it is offered as something that can be run."""
    folder = tmp_path / "home" / "recordings" / "desktop-1"
    folder.mkdir(parents=True)
    click = {"button": "Button.left", "x": 5, "y": 5, "pressed": True}
    lines = [json.dumps({"action_type": "click", "action_details": click, "screenshot": None,
                         "timestamp": 1_700_000_000.0 + 9 * n, "details": {}})
             for n in range(2)]  # fmt: skip
    (folder / "manifest.jsonl").write_text("\n".join(lines) + "\n")
    about = {"session_id": "desktop-1", "name": "Empty the bin"}
    (folder / "metadata.json").write_text(json.dumps(about))
    assert run("recording", "import", "recordings/desktop-1").code == 0
    done = run("session", "reflect", "--session", "desktop-1")
    assert done.code == 0, done.err
    assert "recording run" not in done.out
    assert "It cannot be run: it was recorded outside of web pages" in done.out
    assert "recording run" not in run("recording", "desktop-1").out
    refused = run("recording", "run", "desktop-1", "--dry-run")
    assert refused.code == 1
    assert "start must be the address at which it begins" in refused.err


@pytest.mark.usefixtures("chromium")
def test_a_recording_is_started_and_stopped(run: Run, site: Site, tmp_path: Path) -> None:
    """Ctrl-C ends it; where nothing was done there is nothing to do next."""
    assert run("recording").code == 0  # so that the home is there
    command = [str(COMMAND), "recording", "start", "--url", site.url("search.html"),
               "--name", "Find it", "--to", str(tmp_path / "taken"), "--headless"]  # fmt: skip
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stderr is not None
        assert child.stderr.readline().startswith("Recording. Do the task")
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    assert child.returncode == 0, err
    (folder,) = (tmp_path / "taken").iterdir()
    assert folder.name.startswith("find-it-")
    assert out == (
        f"Recorded 0 actions in {folder}\n"
        "Nothing was done in the window, so there is nothing to import.\n"
    )


def test_a_report_that_cannot_be_written_is_said_before_anything_is_done(
    run: Run, login: str, site: Site, tmp_path: Path
) -> None:
    """No step is done whose outcome could not be told."""
    (tmp_path / "file").write_text("")
    done = run("recording", "run", login, "--param", "user=bob", "--report",
               str(tmp_path / "file" / "report"), LESSONBOARD_PARAM_PASSWORD="x")  # fmt: skip
    assert (done.code, "could not write the report" in done.err) == (1, True)
    assert site.asked == []


@pytest.mark.full
@pytest.mark.usefixtures("chromium")
def test_each_row_of_a_file_is_a_run(run: Run, login: str, site: Site, tmp_path: Path) -> None:
    """With its own values, its own report, and an event of its own."""
    rows = tmp_path / "home" / "users.csv"
    rows.write_text("user\nbob\neve\n")
    done = run("recording", "run", login, "--each", "users.csv", "--report", "reports", "--json",
               LESSONBOARD_PARAM_PASSWORD="sesame")  # fmt: skip
    assert done.code == 0, done.err
    assert (done.json["rows"], done.json["done"]) == (2, 2)
    asked = [each for each in site.asked if "password=sesame" in each]
    assert ["user=bob" in each for each in asked] == [True, False]
    assert len(run("admin", "events", "--type", "workflow.rerun", "--json").out.splitlines()) == 2
    assert (tmp_path / "home" / "reports" / "row-2" / "report.md").is_file()
    again = run("recording", "run", login, "--each", "users.csv", "--resume", "--json",
                LESSONBOARD_PARAM_PASSWORD="sesame")  # fmt: skip
    assert again.json["skipped"] == 2


@pytest.mark.full
@pytest.mark.usefixtures("chromium")
def test_fix_and_rerun(run: Run, login: str, site: Site, tmp_path: Path) -> None:
    """A button that has another name now is named anew in the file, and the next run goes on."""
    file = tmp_path / "home" / "workflows" / login / "workflow.yaml"

    def name(old: str, new: str) -> None:
        file.write_text(file.read_text().replace(f"{{button: {old}}}", f"{{button: {new}}}"))
        assert run("recording", "accept", login, stdin="y\n").code == 0

    name("Sign in", "Enter")
    wrong = run("recording", "run", login, "--param", "user=bob", "--timeout", "0.5",
                LESSONBOARD_PARAM_PASSWORD="sesame")  # fmt: skip
    assert (wrong.code, 'the button "Enter"' in wrong.err) == (1, True), wrong.err
    assert not any("password=sesame" in each for each in site.asked)
    name("Enter", "Sign in")
    right = run("recording", "run", login, "--param", "user=bob",
                LESSONBOARD_PARAM_PASSWORD="sesame")  # fmt: skip
    assert right.code == 0, right.err
    assert any("password=sesame" in each for each in site.asked)
