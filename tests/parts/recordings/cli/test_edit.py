"""`lessonboard recording accept`, `edit`, `check` and `--diff`: the file is the workflow."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from lessonboard.parts.recordings.workflow.keys import json_schema
from tests.command_line import Run
from tests.commands import COMMAND, Ran

_URL = "http://shop.example/login"


def _line(number: int, kind: str, done: dict[str, object], target: dict[str, object]) -> str:
    seen = {"url": _URL, "title": "Sign in", "state": {"headings": ["Sign in"], "focus": ""}}
    return json.dumps({
        "action_type": kind, "action_details": done, "screenshot": None, "voice_clip": None,
        "timestamp": 1_700_000_000.0 + number, "details": {"target": target, **seen},
    })  # fmt: skip


def record(folder: Path, user: str = "ada", button: str = "Sign in", **more: Any) -> None:
    """A recording of two steps."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        _line(0, "type", {"text": user}, {"role": "textbox", "name": "User"}),
        _line(1, "click", {"button": "Button.left", "x": 1, "y": 1, "pressed": True},
              {"role": "button", "name": button, **more}),
    ]  # fmt: skip
    (folder / "manifest.jsonl").write_text("\n".join(lines) + "\n")
    about = {"session_id": "login-1", "name": "Sign in", "description": "", "platform": "browser",
             "created_at": "2026-01-01T00:00:00Z", "config": {}}  # fmt: skip
    (folder / "metadata.json").write_text(json.dumps(about))


@pytest.fixture
def file(run: Run, tmp_path: Path) -> Path:
    """The file of a workflow that was just compiled."""
    record(tmp_path / "home" / "recordings" / "login-1")
    done = run("session", "reflect", "--session", "login-1")
    assert done.code == 0, done.err
    return tmp_path / "home" / "workflows" / "login-1" / "workflow.yaml"


def dry_run(run: Run, user: str = "user=bob", **more: Any) -> Ran:
    """What a dry run says."""
    return run("recording", "run", "login-1", "--param", user, "--dry-run", "--json", **more)


def planned(run: Run, **more: Any) -> list[str]:
    """The intents of the steps that a run would do."""
    done = dry_run(run, **more)
    assert done.code == 0, done.err
    return [step["intent"] for step in done.json["steps"]]


def accept(run: Run, *arguments: str, **more: str) -> Ran:
    """Say yes to what was changed."""
    return run("recording", "accept", "login-1", *arguments, **{"stdin": "y\n", **more})


def events(run: Run) -> list[dict[str, Any]]:
    """The edits on the board."""
    done = run("admin", "events", "--type", "workflow.edited", "--json")
    return [json.loads(line) for line in done.out.splitlines()]


def edit(file: Path, *changes: tuple[str, str]) -> None:
    """Change the file by hand."""
    text = file.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text)


def difference(lines: list[str]) -> list[str]:
    """The lines of a diff that differ."""
    return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def test_a_parameter_of_a_row_is_renamed_by_hand(run: Run, tmp_path: Path) -> None:
    """It has no error, waits until a person accepts it, and then a run and an export do it."""
    recordings = tmp_path / "home" / "recordings" / "login-1"
    row = {"kind": "row", "cells": ["Ada", "ada@x.org"], "headers": ["Name", "Mail"], "key": 1}
    record(recordings, button="Delete", within=row)
    assert run("session", "reflect", "--session", "login-1").code == 0
    file = tmp_path / "home" / "workflows" / "login-1" / "workflow.yaml"
    edit(file, ("  mail:", "  address:"), ("{mail}", "{address}"))
    checked = run("recording", "check", "login-1")
    assert (checked.code, "2 steps, 2 parameters, no error" in checked.out) == (0, True)
    refused = run("recording", "run", "login-1", "--param", "address=bo@x.org", "--dry-run")
    assert refused.code == 1
    *lines, last = refused.err.splitlines()
    assert '-    in: {row: {Name: Ada, Mail: "{mail}"}, by: Mail}' in lines
    assert '+    in: {row: {Name: Ada, Mail: "{address}"}, by: Mail}' in lines
    assert "type `lessonboard recording accept login-1`" in last
    export = ("recording", "export", "login-1", "--skill", "skill")
    for command in (("recording", "allow", "login-1"), export):
        assert run(*command).code == 1
    assert accept(run).code == 0
    done = run("recording", "run", "login-1", "--param", "user=bo", "--param", "address=bo@x.org",
               "--dry-run")  # fmt: skip
    assert done.code == 0, done.err
    exported = run(*export)
    assert exported.code == 0, exported.err


def test_what_was_accepted_is_an_event_and_is_run(run: Run, file: Path) -> None:
    """The file stays as the person wrote it, and nothing is left to accept."""
    edit(file, ("do: click\n", "do: click # twice would be wrong\n"),
         ("what: Fill", "what: First of all, fill"))  # fmt: skip
    text = file.read_text()
    assert (dry_run(run).code, events(run)) == (1, [])
    assert accept(run, "--reason", "clearer", "--json").json["event"]
    assert planned(run)[0].startswith("First of all, ")
    assert file.read_text() == text
    [event] = events(run)
    assert (event["actor"], event["payload"]["recording"]) == ("human", "login-1")
    shown = run("recording", "login-1", "--json").json
    assert (shown["workflow"]["edited_by"], shown["edits"][0]["reason"]) == ("human", "clearer")
    assert "human edited it: clearer" in run("recording", "login-1").out
    assert accept(run).out == "Nothing is changed in its file.\n"
    assert len(events(run)) == 1


def test_what_a_person_does_not_accept_waits(run: Run, file: Path) -> None:
    """The difference is shown first, also to programs."""
    edit(file, ("title: Sign in", "title: Log in"))
    done = accept(run, stdin="n\n")
    assert (done.code != 0, "+title: Log in" in done.err) == (True, True)
    told = dry_run(run)
    assert (told.code, difference(told.json["diff"])) == (1, ["-title: Sign in", "+title: Log in"])
    assert events(run) == []


def test_an_agent_accepts_nothing(run: Run, file: Path) -> None:
    """Although it could write the file, and scripts may decide."""
    edit(file, ("title: Sign in", "title: Log in"))
    for command in (["accept", "login-1"], ["edit", "login-1"], ["edit", "login-1", "--undo"]):
        done = run("recording", *command, stdin="y\n", CLAUDECODE="1")
        assert (done.code, "a session of Claude Code" in done.err) == (3, True)
    assert (dry_run(run).code, events(run)) == (1, [])


def test_another_host_is_named(run: Run, file: Path) -> None:
    """Before the person is asked; a dry run opens it no sooner."""
    edit(file, (_URL, "http://evil.example/login"))
    done = accept(run, stdin="n\n")
    assert "it opens another host: evil.example" in done.err
    assert dry_run(run).code == 1


def test_a_step_that_is_added_by_hand_needs_no_locators(run: Run, file: Path) -> None:
    """Role and name are enough."""
    new = "  - do: press\n    target: {textbox: User}\n    value: TAB\n  - do: click"
    edit(file, ("  - do: click", new))
    assert "3 steps, 1 parameter, no error" in run("recording", "check", "login-1").out
    assert accept(run).code == 0
    assert len(planned(run)) == 3
    workflow = run("recording", "login-1", "--json").json["workflow"]["workflow"]
    assert [step["do"] for step in workflow["steps"]] == ["type", "press", "click"]


def test_a_file_with_errors_is_refused_with_all_of_them(run: Run, file: Path) -> None:
    """By line and column, each once, and nothing is run, recorded or asked."""
    edit(file, ("do: click", "do: clik"), ("{user}", "{usr}"))
    for command in (["run", "login-1", "--param", "user=bob", "--dry-run"], ["accept", "login-1"]):
        done = run("recording", *command, stdin="y\n")
        assert done.code == 1
        first, second, last = done.err.splitlines()
        assert "workflow.yaml:16:5: unknown parameter 'usr'; did you mean 'user'?" in first
        assert second.endswith("unknown do 'clik'; did you mean 'click'?")
        assert last.endswith("workflow.yaml has 2 errors, and nothing was done")
    checked = run("recording", "check", str(file), "--json")
    assert (checked.code, len(checked.json["problems"])) == (1, 2)
    assert events(run) == []


def test_check_refuses_what_a_run_refuses(run: Run, file: Path) -> None:
    """The file of another recording is an error for both."""
    edit(file, ("recording: login-1", "recording: other-1"))
    for done in (run("recording", "check", "login-1"), run("recording", "run", "login-1")):
        assert done.code == 1
        assert "the file of another recording, not login-1" in done.err


def test_diff_and_undo_and_redo(run: Run, file: Path) -> None:
    """The file follows, and is written anew."""
    original = file.read_text()
    assert run("recording", "login-1", "--diff").out == "There is no difference.\n"
    edit(file, ("title: Sign in", "title: Log in"))
    assert accept(run).code == 0
    edited = file.read_text()
    lines = run("recording", "login-1", "--diff").out.splitlines()
    assert difference(lines) == ["-title: Sign in", "+title: Log in"]
    undone = run("recording", "edit", "login-1", "--undo", "--json").json
    assert undone["event"] == events(run)[-1]["id"]
    assert file.read_text() == original
    former = run("recording", "diff", "login-1")
    assert "`recording diff` is now `recording --diff`" in former.err
    assert former.out == "There is no difference.\n"
    again = run("recording", "edit", "login-1", "--undo")
    assert again.code == 0, again.err
    assert file.read_text() == edited
    shown = run("recording", "login-1", "--json").json
    assert (shown["workflow"]["edited_by"], len(shown["edits"])) == ("human", 3)


def test_what_is_changed_in_a_file_is_not_undone_with_an_edit(run: Run, file: Path) -> None:
    """It is accepted or taken back first."""
    assert "there is no edit to undo" in run("recording", "edit", "login-1", "--undo").err
    edit(file, ("title: Sign in", "title: Log in"))
    assert accept(run).code == 0
    edit(file, ("title: Log in", "title: Enter"))
    done = run("recording", "edit", "login-1", "--undo")
    assert (done.code, "+title: Enter" in done.err) == (1, True)
    assert "title: Enter" in file.read_text()


def test_a_file_that_nobody_touched_since_is_written_anew(run: Run, file: Path) -> None:
    """The workflow was edited elsewhere; what a person changes back waits as any other change."""
    original, before = file.read_text(), file.stat()
    edit(file, ("title: Sign in", "title: Log in"))
    assert accept(run).code == 0
    file.write_text(original)
    assert difference(dry_run(run).json["diff"]) == ["-title: Log in", "+title: Sign in"]
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert dry_run(run).json["title"] == "Log in"
    assert "title: Log in" in file.read_text()


def test_a_changed_recording_is_not_run_before_a_person_has_seen_it(
    run: Run, file: Path, tmp_path: Path
) -> None:
    """An agent may change it, and reflect on it: what is in force stays so."""
    record(tmp_path / "home" / "recordings" / "login-1", button="Delete")
    done = run("session", "reflect", "--session", "login-1", CLAUDECODE="1")
    assert "`recording accept login-1`" in done.err
    refused = dry_run(run)
    assert (refused.code, "+    target: {button: Delete}" in refused.json["diff"]) == (1, True)
    assert accept(run).code == 0
    assert '"Delete"' in planned(run)[1]


def test_a_new_recording_leaves_the_edit_in_force(run: Run, file: Path, tmp_path: Path) -> None:
    """What was compiled lies beside the file, until the person takes what they want of it."""
    edit(file, ("{button: Sign in}", "{button: Log in}"))
    assert accept(run).code == 0
    mine = file.read_text()
    record(tmp_path / "home" / "recordings" / "login-1", button="Enter")
    done = run("session", "reflect", "--session", "login-1", "--json")
    assert (done.code, done.json["waiting"]) == (0, "workflows/login-1/workflow.yaml.new")
    assert "another workflow is in force and stays so" in done.err
    assert file.read_text() == mine
    beside = file.with_name("workflow.yaml.new")
    assert "button: Enter" in beside.read_text()
    assert '"Sign in"' in planned(run)[1]
    file.write_text(beside.read_text())
    assert accept(run).code == 0
    assert run("recording", "login-1", "--json").json["workflow"]["edited_by"] is None
    assert '"Enter"' in planned(run)[1]


def test_the_workflow_runs_from_the_event_where_there_is_no_folder(
    run: Run, file: Path, tmp_path: Path
) -> None:
    """As on another machine; elsewhere the folder is found beside the recording."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    edit(file, ("what: Fill", "what: First of all, fill"))
    assert dry_run(run, folder=elsewhere).code == 1
    assert accept(run).code == 0
    assert planned(run, folder=elsewhere)[0].startswith("First of all, ")
    shutil.rmtree(file.parent)
    assert planned(run)[0].startswith("First of all, ")


def test_edit_needs_a_person_at_a_terminal(run: Run, file: Path) -> None:
    """Where there is none, the file is edited and accepted."""
    done = run("recording", "edit", "login-1", VISUAL="/no/editor")
    assert (done.code, "there is no terminal" in done.err) == (3, True)


def test_edit_opens_the_editor_until_the_file_is_right(file: Path, tmp_path: Path) -> None:
    """A wrong edit is shown, and the file is opened again."""
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
    assert "Recorded as" in out
    assert "title: Enter" in file.read_text()


def test_the_schema_is_beside_the_file(file: Path) -> None:
    """So that an editor needs no network."""
    beside = json.loads(file.with_name("workflow.schema.json").read_text())
    assert beside == json_schema()
    assert file.read_text().startswith("# yaml-language-server: $schema=workflow.schema.json\n")
