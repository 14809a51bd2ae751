"""`lessonboard forget`: what would go is shown, agreed to, erased, and stays away."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.storage.outbox import refused_path
from lessonboard.hooks.failures import failures_path
from tests.command_line import ROOT, Run
from tests.commands import COMMAND

PARCELS = "dde534ec-2a9d-43d3-91e5-e53a565b29ec"
GENERATED = "60370d31-d5e3-4680-8e9f-4b1c9d14e530"
"""A session that alone taught a lesson."""

ASKED = "parcelPrice should refuse anything over 30 kg"
KEYS = {"forgotten", "dry_run", "events", "asked", "types", "sessions", "projects", "lessons",
        "lessons_with_less_evidence", "insights", "closed_sessions", "settings_kept",
        "copies"}  # fmt: skip


@pytest.fixture
def transcripts(tmp_path: Path) -> Path:
    """The sample sessions where an agent may write on."""
    return Path(shutil.copytree(ROOT / "examples" / "sessions", tmp_path / "transcripts"))


@pytest.fixture
def imported(run: Run, transcripts: Path) -> Run:
    """A command line whose board holds the samples and what reflecting on them gives."""
    run("session", "import", str(transcripts))
    assert run("session", "reflect", "--all").code == 0
    return run


def texts(board: Path, session: str) -> list[bytes]:
    """Lines that were said or printed in this session alone, and stand so in JSON, too."""
    with Board.open(board) as opened:
        said: dict[bool, set[str]] = {True: set(), False: set()}
        for event in opened.read(types=["message.recorded", "tool.called"]):
            payload = event.payload or {}
            words = payload.get("text") or payload.get("output", "")
            said[payload["session"] == session].update(words.splitlines())
    return [
        line.encode()
        for line in said[True]
        if len(line) > 30 and line.isascii() and line.isprintable()
        if not set(line) & {'"', "\\"} and not any(line in other for other in said[False])
    ]


def test_no_byte_of_a_whole_session_is_left(imported: Run, tmp_path: Path) -> None:
    """Of nothing that only this session said, in none of the board's files."""
    board = tmp_path / "board.db"
    gone = texts(board, PARCELS)
    assert len(gone) > 5
    there = board.read_bytes()
    assert [line for line in gone if line not in there] == []
    assert imported("forget", "--session", PARCELS[:6], "--reason", "private", "--yes").code == 0
    left = b"".join(each.read_bytes() for each in tmp_path.glob("board.db*"))
    assert [line for line in gone if line in left] == []
    assert imported("admin", "verify").code == 0
    assert ASKED not in imported("session").out


def test_logs_beside_the_board_go_too(imported: Run, tmp_path: Path) -> None:
    """What hooks noted may quote anything, and so may lines of the outbox that were refused."""
    path, runs = tmp_path / "board.db", tmp_path / "home" / ".cache" / "lessonboard" / "runs"
    beside = [failures_path(str(path)), f"{failures_path(str(path))}.1", refused_path(str(path))]
    for name in beside:
        Path(name).write_text(f"ValueError: {ASKED}\n")
    started = {"run": "run-1", "request": "r", "workflow": "w", "steps": ["1"]}
    with Board.open(path) as board:
        [event] = board.log.append([NewEvent("run.started", "run:run-1", started)])
    for run in ("run-1", "run-2"):
        (runs / run / "logs").mkdir(parents=True)
        (runs / run / "logs" / "step-1-agent.log").write_text(ASKED)
    assert imported("forget", event.id, "--reason", "private", "--dry-run").code == 0
    assert all(Path(name).exists() for name in beside)
    assert imported("forget", event.id, "--reason", "private").code == 0
    assert not any(Path(name).exists() for name in beside)
    assert [each.name for each in runs.iterdir() if (each / "logs").exists()] == ["run-2"]


def test_the_report_of_a_run_goes_with_its_event(imported: Run, tmp_path: Path) -> None:
    """Its pictures and output may show what was forgotten; those of another run stay."""
    path = tmp_path / "board.db"
    said = {"recording": "r", "run": "one", "parameters": {}, "succeeded": True, "steps_done": 1}
    with Board.open(path) as board:
        [event] = board.log.append([NewEvent("workflow.rerun", "recording:r", said)])
    for run in ("one", "other"):
        (tmp_path / "reruns" / run).mkdir(parents=True)
        (tmp_path / "reruns" / run / "output.txt").write_text(ASKED)
    assert imported("forget", event.id, "--reason", "private").code == 0
    assert [each.name for each in (tmp_path / "reruns").iterdir()] == ["other"]


def test_copies_elsewhere_are_named(imported: Run, tmp_path: Path) -> None:
    """Exports with the command that writes them anew, recordings, and boards in the same folder."""
    path, home = tmp_path / "board.db", tmp_path / "home"
    assert imported("admin", "events", "--output", "all.jsonl").code == 0
    assert imported("lesson", "export", "--project", "parcel-api", "--output", "gone.md").code == 0
    (home / "gone.md").unlink()
    (tmp_path / "frames").mkdir()
    recorded = {"recording": "r", "folder": str(tmp_path / "frames"), "events": 1,
                "manifest_sha256": "0"}  # fmt: skip
    with Board.open(path) as board:
        [event] = board.log.append([NewEvent("recording.imported", "recording:r", recorded)])
    shutil.copy(path, tmp_path / "backup of board.db")
    found = imported("forget", event.id, "--reason", "private", "--json").json["copies"]
    assert [Path(each["path"]).name for each in found] == [
        "all.jsonl", "frames", "backup of board.db",
    ]  # fmt: skip
    assert found[0]["advice"] == f"cd {home} && lessonboard admin events --output all.jsonl"
    assert "all.jsonl" in imported("forget", "--session", PARCELS, "--reason", "p", "--yes").out


def test_it_does_not_come_back(imported: Run, transcripts: Path) -> None:
    """Neither by another import nor with what the session says later; other sessions go on."""
    imported("forget", "--session", PARCELS, "--reason", "private", "--yes")
    assert imported("session", "import", str(transcripts), "--json").json["events"] == 0
    for path in transcripts.rglob("*.jsonl"):
        if path.stem in (PARCELS, "a9904ca5-8f7d-4475-9c12-fcade9ad3d88"):
            later = {"type": "user", "uuid": "late", "sessionId": path.stem,
                     "timestamp": "2026-11-21T12:00:00Z",
                     "message": {"role": "user", "content": "One thing more."}}  # fmt: skip
            with path.open("a") as file:
                file.write(json.dumps(later) + "\n")
    assert imported("session", "import", str(transcripts), "--json").json["messages"] == 1
    assert PARCELS not in [row["id"] for row in imported("session", "--json").json]


def test_a_dry_run_says_the_same_and_erases_nothing(imported: Run) -> None:
    """Its numbers are those of the real run, in the documented keys."""
    which = ("forget", "--session", GENERATED, "--json")
    shown = imported(*which, "--dry-run").json
    assert (shown["dry_run"], shown["forgotten"]) == (True, [])
    assert imported("session", "--json").json[0]["id"]
    done = imported(*which, "--reason", "private", "--yes").json
    assert set(shown) == set(done) == KEYS
    assert len(done["forgotten"]) == shown["events"] == sum(shown["types"].values())
    assert shown["sessions"] == shown["closed_sessions"] == [GENERATED]
    assert [each["constraint"] for each in shown["lessons"]] == [
        "Stop editing the generated file. Edit schema.yaml and run `make gen` instead."
    ]
    again = imported(*which, "--reason", "private", "--yes")
    assert (again.code, again.json["events"], again.json["forgotten"]) == (0, 0, [])


def test_the_plan_is_readable(imported: Run) -> None:
    """Counts by type, the lessons that fall, and that the session stays away."""
    out = imported("forget", "--session", GENERATED, "--dry-run").out
    assert re.match(r"This erases \d+ events of 1 session in ", out)
    assert "It also erases 1 lesson made from them" in out
    assert "make gen" in out
    assert "No import or hook will bring 1 session back" in out
    some = imported("forget", "--matching", "OVER 30 KG", "--project", "parcel-api", "--dry-run")
    assert "message.recorded" in some.out
    assert "back" not in some.out


@pytest.mark.parametrize(("arguments", "why"), [
    ((), "name events, or say which"),
    (("an-id", "--session", "x"), "name events, or say which"),
    (("--matching", " ", "--reason", "r"), "needs a text"),
    (("--project", "parcel-api"), "--yes is needed"),
    (("--before", "last spring", "--reason", "r"), "is no time"),
])  # fmt: skip
def test_what_is_not_clear_is_refused(imported: Run, arguments: tuple[str, ...], why: str) -> None:
    """With exit code 2, one sentence, and nothing erased."""
    done = imported("forget", *arguments)
    assert done.code == 2
    assert why in done.err
    assert imported("admin", "verify", "--json").json["forgotten"] == 0


def test_an_unknown_session_is_an_error(imported: Run) -> None:
    """A name that is not on the board erases nothing and fails."""
    done = imported("forget", "--session", "nobody", "--reason", "r", "--yes")
    assert done.code == 1
    assert "nobody" in done.err


@pytest.mark.parametrize(("typed", "code", "left"), [("n\n", 1, 1), ("y\n", 0, 0)])
def test_on_a_terminal_it_asks_first(
    imported: Run, tmp_path: Path, typed: str, code: int, left: int
) -> None:
    """The plan is shown, and only a yes erases."""
    ours, theirs = pty.openpty()
    try:
        os.write(ours, typed.encode())
        done = subprocess.run(
            [COMMAND, "forget", "--session", GENERATED, "--reason", "private"],
            env={"PATH": os.environ["PATH"], "HOME": str(tmp_path / "home"),
                 "LESSONBOARD_DB": str(tmp_path / "board.db")},
            stdin=theirs, capture_output=True, text=True, check=False, cwd=tmp_path,
        )  # fmt: skip
    finally:
        os.close(ours)
        os.close(theirs)
    assert done.returncode == code
    assert "This cannot be undone" in done.stderr
    assert "It also erases 1 lesson made from them" in done.stderr
    sessions = [row["id"] for row in imported("session", "--json").json]
    assert sessions.count(GENERATED) == left
