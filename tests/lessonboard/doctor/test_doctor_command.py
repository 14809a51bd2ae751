"""The whole command: it never crashes, never writes, and reports problems."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from lessonboard import doctor
from lessonboard.bootstrap import App
from tests.command_line import Run


@pytest.fixture
def read(run: Run, samples: str, tmp_path: Path) -> Path:
    """The file of a board that has read the samples."""
    assert run("session", "import", samples).code == 0
    assert run("session").code == 0
    return tmp_path / "board.db"


def test_a_board_that_is_well_is_told_in_short_lines(run: Run, read: Path) -> None:
    """Every topic has its line, and the exit code is good."""
    done = run("doctor", "--json")
    assert done.code == 0, done.out
    topics = [finding["what"] for finding in done.json]
    for topic in (
        *("SQLite", "permissions", "disk", "board", "views", "memory", "transcripts", "work"),
        *("activity", "Claude Code", "Codex", "hook errors", "outbox"),
    ):
        assert topics.count(topic) == 1, topic
    assert all(set(each) == {"what", "level", "found", "advice", "details"} for each in done.json)


def test_nothing_is_written(run: Run, read: Path) -> None:
    """Not even the views are brought up to date."""
    assert run("lesson").code == 0
    before = read.read_bytes()
    assert run("doctor").code == 0
    assert read.read_bytes() == before


def test_views_that_await_a_rebuild_are_told(run: Run, samples: str, tmp_path: Path) -> None:
    """And the rest is looked at all the same, also where a view never existed."""
    assert run("session", "import", samples, "--no-mine").code == 0
    with sqlite3.connect(tmp_path / "board.db") as connection:
        connection.execute("UPDATE checkpoints SET version = -1")
        connection.execute("DROP VIEW guards")
        connection.execute("DROP TABLE view_guards")
    connection.close()
    done = run("doctor")
    assert done.code == 0, done.out
    assert "rebuilds them" in done.out
    assert "no lesson shown to an agent yet" in done.out
    assert " message" not in done.out


def test_a_long_log_is_not_folded_to_be_examined(
    run: Run, samples: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where views await a rebuild what they would say is left out, with the command for it."""
    assert run("session", "import", samples, "--no-mine").code == 0
    with sqlite3.connect(tmp_path / "board.db") as connection:
        connection.execute("UPDATE checkpoints SET version = -1")
    connection.close()
    monkeypatch.setattr(doctor, "_LONG", 10)
    found = {each.what: each for each in doctor.examine(App(str(tmp_path / "board.db")), 0)}
    assert "admin verify --rebuild" in found["checks"].advice
    assert not {"work", "activity", "memory"} & found.keys()


@pytest.mark.parametrize("content", [b"", b"hello", b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_board_that_cannot_be_opened_is_a_finding(
    run: Run, tmp_path: Path, content: bytes
) -> None:
    """The other findings come all the same."""
    (tmp_path / "board.db").write_bytes(content)
    (tmp_path / "board.db").chmod(0o600)
    done = run("doctor", "--json")
    assert done.err == ""
    assert done.code == (1 if content else 0)
    assert [each for each in done.json if each["what"] == "board" and each["level"] != "good"]
    assert [each for each in done.json if each["what"] == "outbox"]


def test_settings_that_cannot_be_read_are_a_finding(run: Run, tmp_path: Path) -> None:
    """Also where they would say which board."""
    (tmp_path / "home" / ".lessonboard.toml").write_text("[[[")
    done = run("doctor", LESSONBOARD_DB="")
    assert done.code == 1
    assert "BAD   settings" in done.out
    assert "Codex" in done.out


def test_tables_are_shown_when_asked_for(run: Run) -> None:
    """Rows under the names of their fields, and values that are no rows a line each."""
    assert run("init", "--agent", "claude", "--no-history").code == 0
    rules = [f"{word} cache the lookups in the gateway" for word in ("Always", "Never")]
    pair = [run("lesson", "add", rule, "--global", "--json").json["id"] for rule in rules]
    run("lesson")
    short, long = run("doctor").out, run("doctor", "--verbose").out
    assert "file  " not in short
    assert "SessionStart" in long
    assert f"        {', '.join(sorted(pair))}\n" in long


def test_lessons_that_contradict_each_other_are_named_until_somebody_decides(run: Run) -> None:
    """As one pair, whichever of the two is looked at."""
    yes = run("lesson", "add", "Always cache the lookups in the gateway", "--global", "--json").json
    no = run("lesson", "add", "Never cache the lookups in the gateway", "--global", "--json").json

    def pairs() -> list[list[str]]:
        run("lesson")
        found = [each for each in run("doctor", "--json").json if each["what"] == "contradictions"]
        return [pair for each in found for pair in each["details"]["pairs"]]

    assert pairs() == [sorted((yes["id"], no["id"]))]
    assert run("lesson", "drop", "--outdated", no["id"]).code == 0
    assert pairs() == []
