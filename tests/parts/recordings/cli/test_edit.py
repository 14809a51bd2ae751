"""`lessonboard recording edit`, `check` and `--diff`: the file is the workflow."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

from tests.command_line import Run
from tests.commands import COMMAND

_URL = "http://shop.example/login"


def _line(number: int, kind: str, done: dict[str, object], target: dict[str, str]) -> str:
    seen = {"url": _URL, "title": "Sign in", "state": {"headings": ["Sign in"], "focus": ""}}
    return json.dumps({
        "action_type": kind, "action_details": done, "screenshot": None, "voice_clip": None,
        "timestamp": 1_700_000_000.0 + number, "details": {"target": target, **seen},
    })  # fmt: skip


def record(folder: Path, user: str = "ada", button: str = "Sign in") -> None:
    """A recording of two steps."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        _line(0, "type", {"text": user}, {"role": "textbox", "name": "User"}),
        _line(1, "click", {"button": "Button.left", "x": 1, "y": 1, "pressed": True},
              {"role": "button", "name": button}),
    ]  # fmt: skip
    (folder / "manifest.jsonl").write_text("\n".join(lines) + "\n")
    about = {"session_id": "login-1", "name": "Sign in", "description": "", "platform": "browser",
             "created_at": "2026-01-01T00:00:00Z", "config": {}}  # fmt: skip
    (folder / "metadata.json").write_text(json.dumps(about))


@pytest.fixture
def file(run: Run, tmp_path: Path) -> Path:
    """The file of a workflow that was just compiled."""
    record(tmp_path / "home" / "recordings" / "login-1")
    done = run("session", "reflect", "--session", "login-1", "--no-model")
    assert done.code == 0, done.err
    return tmp_path / "home" / "workflows" / "login-1" / "workflow.yaml"


def planned(run: Run) -> list[str]:
    """The intents of the steps that a run would do."""
    done = run("recording", "run", "login-1", "--param", "user=bob", "--dry-run", "--json")
    assert done.code == 0, done.err
    return [step["intent"] for step in done.json["steps"]]


def edit(file: Path, old: str, new: str) -> None:
    """Change the file by hand."""
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


def test_a_run_does_what_the_edited_file_says(run: Run, file: Path) -> None:
    """Without a model; the edit is an event, and the file stays as the person wrote it."""
    edit(file, "do: click\n", "do: click # twice would be wrong\n")
    edit(file, "what: ", "what: First of all, ")
    text = file.read_text()
    assert planned(run)[0].startswith("First of all, ")
    assert file.read_text() == text
    [edited] = run("admin", "events", "--type", "workflow.edited", "--json").out.splitlines()
    event = json.loads(edited)
    assert (event["actor"], event["payload"]["recording"]) == ("human", "login-1")
    planned(run)
    assert len(run("admin", "events", "--type", "workflow.edited", "--json").out.splitlines()) == 1
    shown = run("recording", "login-1")
    assert "human edited it" in shown.out


def test_a_step_that_is_added_by_hand_needs_no_locators(run: Run, file: Path) -> None:
    """Role and name are enough, and what is deleted is gone."""
    edit(
        file,
        "  - do: click",
        "  - do: press\n    target: {textbox: User}\n    value: TAB\n  - do: click",
    )
    assert run("recording", "check", "login-1").out.endswith("3 steps, 1 parameter, no error\n")
    assert len(planned(run)) == 3
    workflow = json.loads(run("recording", "login-1", "--json").out)["workflow"]["workflow"]
    assert [step["action_type"] for step in workflow["plan"]["steps"]] == [
        "TYPE", "KEYPRESS", "CLICK",
    ]  # fmt: skip
    assert workflow["subtasks"][0]["steps"] == [0, 2, 1]


def test_a_file_with_errors_is_refused_with_all_of_them(run: Run, file: Path) -> None:
    """By line and column, and nothing is run or recorded."""
    edit(file, "do: click", "do: clik")
    edit(file, "{user}", "{usr}")
    done = run("recording", "run", "login-1", "--param", "user=bob", "--dry-run")
    assert done.code == 1
    *lines, last = done.err.splitlines()
    assert [line.split(": ", 1)[1] for line in lines if "workflow.yaml:" in line][-1:] == [
        "unknown do 'clik'; did you mean 'click'?"
    ]
    assert "workflow.yaml has 2 errors, and nothing was done" in last
    checked = run("recording", "check", str(file), "--json")
    assert (checked.code, len(checked.json["problems"])) == (1, 2)
    assert run("admin", "events", "--type", "workflow.edited", "--json").out == ""


def test_an_edited_file_opens_no_other_host(run: Run, file: Path) -> None:
    """Unless the person allows it in the same command."""
    edit(file, _URL, "http://evil.example/login")
    edit(file, f"page: {_URL}", "page: http://evil.example/login")
    done = run("recording", "run", "login-1", "--param", "user=bob", "--dry-run")
    assert (done.code, "evil.example is not a host of the recording" in done.err) == (1, True)
    allowed = run("recording", "run", "login-1", "--param", "user=bob", "--dry-run",
                  "--allow-host", "evil.example")  # fmt: skip
    assert allowed.code == 0, allowed.err


def test_diff_and_undo_and_redo(run: Run, file: Path) -> None:
    """The file follows, with the comments of the person."""
    original = file.read_text()
    assert run("recording", "login-1", "--diff").out == "There is no difference.\n"
    edit(file, "title: Sign in", "# mine\ntitle: Log in")
    edited = file.read_text()
    lines = run("recording", "login-1", "--diff").out.splitlines()
    assert [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")] == [
        "-title: Sign in", "+title: Log in",
    ]  # fmt: skip
    undone = run("recording", "edit", "login-1", "--undo", "--json").json
    assert undone["edited"] is False
    assert file.read_text() == original.replace("title:", "# mine\ntitle:", 1)
    assert run("recording", "edit", "login-1", "--undo").code == 1
    assert run("recording", "edit", "login-1", undone["event"]).code == 2
    former = run("recording", "diff", "login-1")
    assert "`recording diff` is now `recording --diff`" in former.err
    assert former.out == "There is no difference.\n"
    again = run("recording", "edit", "login-1", undone["event"], "--undo")
    assert again.code == 0, again.err
    assert file.read_text() == edited
    shown = run("recording", "login-1", "--json").json
    assert (shown["workflow"]["edited_by"], len(shown["edits"])) == ("human", 3)


def test_a_new_recording_keeps_the_edit_and_brings_what_is_new(
    run: Run, file: Path, tmp_path: Path
) -> None:
    """The person changed the title, the recording another button."""
    edit(file, "title: Sign in", "# mine\ntitle: Log in")
    record(tmp_path / "home" / "recordings" / "login-1", button="Enter")
    done = run("session", "reflect", "--session", "login-1", "--no-model", "--json")
    assert done.code == 0, done.err
    assert (done.json["conflicts"], bool(done.json["merged"])) == ([], True)
    assert "# mine\ntitle: Log in" in file.read_text()
    assert "button: Enter" in file.read_text()
    shown = run("recording", "login-1", "--json").json["workflow"]
    assert (shown["edited_by"], shown["based_on"]) == ("human", shown["compiled_event"])


def test_a_conflict_is_shown_and_the_edit_stays_in_force(
    run: Run, file: Path, tmp_path: Path
) -> None:
    """What was compiled lies beside it; deleting that settles it."""
    edit(file, "{button: Sign in}", "{button: Log in}")
    mine = file.read_text()
    record(tmp_path / "home" / "recordings" / "login-1", button="Enter")
    done = run("session", "reflect", "--session", "login-1", "--no-model")
    assert done.code == 1
    assert "conflict at step 1 target" in done.err
    assert file.read_text() == mine
    beside = file.with_name("workflow.yaml.new")
    assert "button: Enter" in beside.read_text()
    assert run("session", "reflect", "--session", "login-1", "--no-model").code == 1
    beside.unlink()
    assert len(planned(run)) == 2
    again = run("session", "reflect", "--session", "login-1", "--no-model")
    assert (again.code, again.err, beside.exists()) == (0, "", False)
    assert file.read_text() == mine


def test_the_workflow_runs_from_the_event_where_there_is_no_folder(
    run: Run, file: Path, tmp_path: Path
) -> None:
    """As on another machine; elsewhere the folder is found beside the recording."""
    edit(file, "what: ", "what: First of all, ")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = run("recording", "run", "login-1", "--param", "user=bob", "--dry-run", folder=elsewhere)
    assert "First of all, " in done.out
    for path in sorted(file.parent.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    assert planned(run)[0].startswith("First of all, ")


def test_edit_without_a_terminal_says_where_the_file_is(run: Run, file: Path) -> None:
    """And records what was edited already."""
    done = run("recording", "edit", "login-1")
    assert (done.code, str(file.name) in done.out) == (0, True)
    edit(file, "title: Sign in", "title: Log in")
    told = run("recording", "edit", "login-1", "--reason", "clearer", "--json").json
    [shown] = run("recording", "login-1", "--json").json["edits"]
    assert (shown["event"], shown["reason"]) == (told["event"], "clearer")


def test_edit_opens_the_editor_until_the_file_is_right(file: Path, tmp_path: Path) -> None:
    """On a terminal: a wrong edit is shown, and the file is opened again."""
    editor = tmp_path / "editor"
    editor.write_text(
        "#!/bin/sh\n"
        f"if [ -e {tmp_path}/once ]\n"
        """then sed -i "s/do: clik/do: click/; s/title: .*/title: Enter/" "$1"\n"""
        f'else touch {tmp_path}/once; sed -i "s/do: click/do: clik/" "$1"; fi\n'
    )
    editor.chmod(0o755)
    terminal, other = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path / "home"),
                   "LESSONBOARD_DB": str(tmp_path / "board.db"), "VISUAL": str(editor)}  # fmt: skip
    process = subprocess.Popen([COMMAND, "recording", "edit", "login-1"], stdin=other,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               cwd=tmp_path / "home", env=environment, text=True)  # fmt: skip
    os.write(terminal, b"y\n")
    out, err = process.communicate(timeout=60)
    os.close(terminal)
    os.close(other)
    assert process.returncode == 0, err
    assert "unknown do 'clik'" in err
    assert "The edit is recorded as" in out
    assert "title: Enter" in file.read_text()


def test_the_schema_beside_the_file_is_the_one_that_is_printed(run: Run, file: Path) -> None:
    """So that an editor needs no network."""
    beside = json.loads(file.with_name("workflow.schema.json").read_text())
    assert run("recording", "check", "--schema").json == beside
    assert file.read_text().startswith("# yaml-language-server: $schema=workflow.schema.json\n")


def test_check_refuses_what_a_run_refuses(run: Run, file: Path) -> None:
    """The file of another recording is an error for both."""
    edit(file, "recording: login-1", "recording: other-1")
    checked = run("recording", "check", "login-1")
    assert checked.code == 1
    assert "the file of another recording, not login-1" in checked.err
    assert run("recording", "run", "login-1", "--dry-run").code == 1
