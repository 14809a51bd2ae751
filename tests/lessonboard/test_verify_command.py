"""`verify` and `doctor` against somebody who may write to the board's file."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.event import NewEvent
from lessonboard.anchors import parse
from tests.command_line import Run
from tests.lessonboard.tampering import around_the_triggers


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A board of five events."""
    path = tmp_path / "board.db"
    _write(path, "abcde")
    return path


def _write(path: Path, texts: str) -> None:
    """Append an event for each letter, at fixed times, so that digests are the same each time."""
    with Board.open(path, clock=lambda: 1) as board:
        for text in texts:
            board.append([NewEvent("note.taken", "notes", {"text": text}, id=f"note-{text}")])


def _replace(path: Path, texts: str) -> None:
    """Put a whole other board in the place of one: each of its digests is right."""
    for file in path.parent.glob("board.db*"):
        file.unlink()
    _write(path, texts)


def test_a_rewritten_log_with_a_new_chain_is_found_by_the_anchor(run: Run, path: Path) -> None:
    """Its digests are sound in themselves, which only an earlier digest can deny."""
    assert run("admin", "verify").code == 0
    _replace(path, "abXde")
    done = run("admin", "verify")
    assert done.code == 1
    assert "event 5 is another than on " in done.err
    assert "anchor: event 5 is another than on " in run("doctor").out


def test_without_an_anchor_a_new_chain_is_not_found(run: Run, path: Path) -> None:
    """The limit that the pages name."""
    _replace(path, "abXde")
    assert run("admin", "verify").code == 0


def test_a_log_that_lost_its_end_is_found_by_the_anchor(run: Run, path: Path) -> None:
    """Rows cut off the end leave a chain that is sound as far as it goes."""
    assert run("admin", "verify").code == 0
    with around_the_triggers(path) as connection:
        connection.execute("DELETE FROM events WHERE position > 3")
    assert "the log went back: it had 5 events on " in run("admin", "verify").err
    _write(path, "xyz")
    assert "event 5 is another than on " in run("admin", "verify").err
    assert run("doctor").code == 1


def test_a_restored_backup_is_accepted_once_a_person_says_so(run: Run, path: Path) -> None:
    """And from then on what is there is the beginning."""
    copy = path.with_suffix(".copy")
    shutil.copy(path, copy)
    _write(path, "fg")
    assert run("admin", "verify").code == 0
    for file in path.parent.glob("board.db*"):
        file.unlink()
    copy.rename(path)
    assert run("admin", "verify").code == 1
    assert run("admin", "verify", "--accept").code == 0
    assert run("admin", "verify").code == 0


def test_a_digest_that_was_noted_must_still_be_there(run: Run, path: Path) -> None:
    """As `verify` prints it; a log that only grew holds it."""
    (noted,) = [word for word in run("admin", "verify").out.split() if word.startswith("5:")]
    _write(path, "fg")
    assert run("admin", "verify", "--expect", noted).code == 0
    other = f"5:{'0' * 64}"
    assert (
        "event 5 is another than the one expected" in run("admin", "verify", "--expect", other).err
    )
    assert (
        "is no anchor; write POSITION:DIGEST" in run("admin", "verify", "--expect", "yesterday").err
    )


def test_a_git_repository_keeps_every_anchor(run: Run, path: Path, tmp_path: Path) -> None:
    """The state file may be deleted by whoever changed the board; the repository is elsewhere."""
    folder = tmp_path / "anchors"
    folder.mkdir()
    assert "is no git repository" in run("admin", "verify", "--anchor", str(folder)).err
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    assert run("admin", "verify", "--anchor", str(folder)).code == 0
    _write(path, "fg")
    assert run("admin", "verify", "--anchor", str(folder)).code == 0
    lines = (folder / "board.anchors").read_text().splitlines()
    assert [parse(line).position for line in lines] == [5, 7]
    shutil.rmtree(tmp_path / "home" / ".local" / "state")
    _replace(path, "Xbcdefg")
    done = run("admin", "verify", "--anchor", str(folder))
    assert done.code == 1
    assert "event 5 is another" in done.err
    assert "event 7 is another" in done.err
    assert (folder / "board.anchors").read_text().splitlines() == lines


def test_a_command_is_given_the_anchor(run: Run, path: Path, tmp_path: Path) -> None:
    """For a signature, a ticket, a bucket; one that fails is an error."""
    kept = tmp_path / "kept"
    assert run("admin", "verify", "--anchor-command", f"tee {kept}").code == 0
    assert parse(kept.read_text()).position == 5
    failed = run("admin", "verify", "--anchor-command", "sh -c 'echo no room >&2; exit 3'")
    assert failed.code == 1
    assert "ended with 3: no room" in failed.err
    assert "could not give the anchor" in run("admin", "verify", "--anchor-command", "/nowhere").err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("DROP TRIGGER events_are_kept", "the trigger events_are_kept of the log is missing"),
        (
            "CREATE TRIGGER extra AFTER INSERT ON events BEGIN DELETE FROM leases; END",
            "the trigger extra is not one of this program's",
        ),
        (
            "CREATE TRIGGER other AFTER INSERT ON leases BEGIN DELETE FROM leases; END",
            "the trigger other is not one of this program's",
        ),
        ("DROP INDEX events_by_type", "the index events_by_type of the log is missing"),
        ("ALTER TABLE events ADD COLUMN more TEXT", "the table events of the log was changed"),
    ],
)
def test_a_changed_schema_of_the_log_is_found(
    run: Run, path: Path, change: str, message: str
) -> None:
    """The triggers are what makes it append-only."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(change)
    done = run("admin", "verify")
    assert done.code == 1
    assert message in done.err


def test_a_trigger_that_is_softened_is_found(run: Run, path: Path) -> None:
    """Of the same name, but it refuses nothing."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER events_are_kept")
        connection.execute(
            "CREATE TRIGGER events_are_kept BEFORE DELETE ON events BEGIN SELECT 1; END"
        )
    assert "the trigger events_are_kept of the log was changed" in run("admin", "verify").err
