"""Keys at the command line: two machines of one person, a loss, and what came before signing."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from pathlib import Path

import click
import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.events.payload import plain
from blackboard.events.team import LessonShared
from lessonboard.bootstrap import App
from lessonboard.parts.team.cli.unsigned import ask_once
from tests.parts.team.cli.machines import PROJECT, RECORD, Machine, machine

OLD = LessonShared.model_validate({
    "phase": "implement", "category": "tooling", "severity": "medium", "symptom": "",
    "root_cause": "", "resolution": "", "constraint": "Run `make seed` first.", "lesson": "seed",
    "revision": 0, "first_seen_at": 1, "last_seen_at": 1, "says": "approved",
})  # fmt: skip


def joined(person: Machine, folder: Path, name: str) -> Machine:
    """A machine of a person who has joined and exchanged once."""
    person.ok("team", "join", str(folder), "--name", name, "--all-projects")
    person.ok("team", "sync", "--yes")
    return person


def key_of(person: Machine) -> dict[str, str]:
    """A board's key and its fingerprint."""
    found: dict[str, str] = json.loads(person.ok("team", "key", "--json"))
    return found


def test_two_machines_of_one_person_and_a_new_key(tmp_path: Path) -> None:
    """Each message names the keys and the command, and each command does what it says."""
    folder = tmp_path / "shared"
    first, second, bo = (machine(tmp_path, name) for name in ("first", "second", "bo"))
    joined(first, folder, "anna")
    joined(bo, folder, "bo")
    (second.home / "record.jsonl").write_text(RECORD)
    second.ok("lesson", "add", "--file", str(second.home / "record.jsonl"), "--project", PROJECT)
    second.ok("lesson", "keep", "lesson-seed")
    joined(second, folder, "anna")
    (private,) = first.home.rglob("*.key")
    assert private.stat().st_mode & 0o777 == 0o600
    refused = first.run("team", "sync")
    assert f"`lessonboard team key --add {key_of(second)['key']}`" in refused.err
    assert key_of(first)["fingerprint"] in first.ok("team")
    private.chmod(0o644)
    doctor = first.run("doctor").out
    assert f"others may read {private.name}" in doctor
    assert key_of(second)["fingerprint"] in doctor
    first.ok("team", "key", "--add", key_of(second)["key"])
    second.ok("team", "key", "--add", key_of(first)["key"])
    for person in (first, second, bo):
        person.ok("team", "sync")
    assert "Refused" not in first.ok("team")
    listed = bo.ok("team", "--shared")
    assert "anna  lesson lesson-seed  Run `make seed`" in listed
    assert key_of(second)["fingerprint"] in bo.ok("team", "key")
    second.ok("team", "key", "--replace", "--yes")
    second.ok("team", "sync")
    shown = key_of(second)["fingerprint"]
    assert f"lessonboard team key --confirm anna {shown}" in bo.run("team", "sync").err
    wrong = bo.run("team", "key", "--confirm", "anna", "0000-0000")
    assert (wrong.code, "no key of anna with the fingerprint" in wrong.err) == (1, True)
    bo.ok("team", "key", "--confirm", "anna", shown.upper())
    assert bo.run("team", "sync").err == ""


@pytest.fixture
def upgraded(tmp_path: Path) -> App:
    """A board with a colleague's lesson from before shares were signed."""
    with closing(Board.open(tmp_path / "board.db")) as board:
        board.log.append([NewEvent("lesson.shared", "shared:lesson:seed", plain(OLD), 1, PROJECT,
                                   "anna/human", None, "old")])  # fmt: skip
    return App(str(tmp_path / "board.db"))


@pytest.mark.parametrize(("answer", "expected"), [(True, "trusted"), (False, "unsigned")])
def test_unsigned_shares_are_asked_about_once_at_a_terminal(
    upgraded: App, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    answer: bool, expected: str,
) -> None:  # fmt: skip
    """With their list; whatever the answer, never again. Without a terminal nobody is asked."""
    asked: list[str] = []

    def confirm(text: str, **_options: object) -> bool:
        asked.append(text)
        return answer

    monkeypatch.setattr(click, "confirm", confirm)
    ask_once(upgraded)
    assert asked == []
    for stream in ("stdin", "stderr"):
        monkeypatch.setattr(getattr(sys, stream), "isatty", lambda: True)
    ask_once(upgraded)
    assert "anna  lesson seed  (unsigned)  Run `make seed` first." in capsys.readouterr().err
    ask_once(upgraded)
    assert len(asked) == 1
    with closing(upgraded.open()) as board:
        assert board.row("lessons", "seed@anna")["signed"] == expected
