"""Importing files: counted, repeatable, resumed where it stopped, and never fatal."""

from __future__ import annotations

import os
from pathlib import Path

import orjson
import pytest

from blackboard import Board
from blackboard.importer import Summary, import_files
from blackboard.transcript_files import find
from tests.blackboard.records import SAMPLES, human, model, result, use, write
from tests.inside import connection_of


def _texts(board: Board) -> list[str]:
    return [e.payload["text"] for e in board.read(types=["message.recorded"]) if e.payload]


def test_the_summary_says_what_was_new(board: Board) -> None:
    """Each number of the summary is what the board holds after the first import."""
    summary = import_files(board, find([SAMPLES[0].parents[2]]))
    events = list(board.read())
    assert summary.files == summary.sessions == len(SAMPLES)
    assert summary.events == len(events)
    assert summary.messages == sum(event.type == "message.recorded" for event in events)
    assert summary.tool_calls == sum(event.type == "tool.called" for event in events)
    assert summary.failures == sum(bool((e.payload or {}).get("failed")) for e in events)
    assert summary.failures >= 10
    assert (summary.skipped, summary.unknown_lines, summary.torn, summary.failed) == (0, 0, 0, [])


def test_importing_twice_adds_nothing(board: Board) -> None:
    """Files that were read to their end are skipped."""
    import_files(board, SAMPLES)
    head = board.log.head()
    again = import_files(board, SAMPLES)
    assert again == Summary(files=len(SAMPLES), skipped=len(SAMPLES))
    assert board.log.head() == head


def test_what_has_no_time_of_its_own_takes_that_of_the_chat(board: Board, tmp_path: Path) -> None:
    """Aider writes when a chat began, and nothing else: it was not now."""
    path = tmp_path / ".aider.chat.history.md"
    path.write_text("# aider chat started at 2026-07-03 10:00:00\n\n#### Use uv here\n\nYes.\n")
    import_files(board, [path])
    (started,) = board.read(types=["session.started"])
    assert started.occurred_at != started.recorded_at
    messages = list(board.read(types=["message.recorded"]))
    assert [each.occurred_at for each in messages] == [started.occurred_at] * 2


def test_a_file_without_any_time_is_as_old_as_it_is(board: Board, tmp_path: Path) -> None:
    """Its last change is the newest that it can tell of."""
    text = {"role": "user", "message": {"content": [{"type": "text", "text": "Use uv here"}]}}
    path = write(tmp_path / "s1.jsonl", [text])
    os.utime(path, ns=(1, 1_780_000_000_000_000_000))
    import_files(board, [path])
    assert {each.occurred_at for each in board.read()} == {1_780_000_000_000_000}


def test_a_copy_elsewhere_adds_nothing(board: Board, tmp_path: Path) -> None:
    """The same transcript under another folder is the same session."""
    import_files(board, SAMPLES)
    for path in SAMPLES:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    assert import_files(board, find([tmp_path])).events == 0


def test_a_grown_file_is_read_from_where_it_stopped(board: Board, tmp_path: Path) -> None:
    """Only the new lines of a file that grew are read."""
    path = write(tmp_path / "s1.jsonl", [human("One.")])
    import_files(board, [path])
    with path.open("ab") as file:
        file.write(orjson.dumps(human("Two.")) + b"\n")
    seen: list[int] = []
    summary = import_files(board, [path], progress=seen.append)
    assert (summary.events, summary.messages, summary.sessions) == (1, 1, 0)
    assert sum(seen) < path.stat().st_size / 2 + 50
    assert _texts(board) == ["One.", "Two."]


def test_a_rewritten_file_is_read_again(board: Board, tmp_path: Path) -> None:
    """A file that begins otherwise is another one, even if it is longer than before."""
    path = write(tmp_path / "s1.jsonl", [human("One.")])
    import_files(board, [path])
    write(path, [human("Two."), human("Three."), human("Four.")])
    import_files(board, [path])
    assert _texts(board) == ["One.", "Two.", "Three.", "Four."]


def test_a_file_that_became_shorter_is_read_again(board: Board, tmp_path: Path) -> None:
    """A file that was cut back and written on is read from its start, not passed over."""
    first = human("One.")
    path = write(tmp_path / "s1.jsonl", [first, *(human(f"Old {n}.") for n in range(20))])
    import_files(board, [path])
    write(path, [first, human("New.")])
    import_files(board, [path])
    assert "New." in _texts(board)


def test_a_torn_last_line_is_counted_and_taken_when_it_is_whole(
    board: Board, tmp_path: Path
) -> None:
    """A line that is still being written is reported, and read once it has its end."""
    last = orjson.dumps(human("Two.")) + b"\n"
    path = write(tmp_path / "s1.jsonl", [human("One.")])
    begun = path.read_bytes()
    path.write_bytes(begun + last[:-9])
    assert import_files(board, [path]).torn == 1
    path.write_bytes(begun + last)
    assert import_files(board, [path]).torn == 0
    assert _texts(board) == ["One.", "Two."]


def test_a_last_line_without_its_end_is_taken(board: Board, tmp_path: Path) -> None:
    """A last line that is whole but for its line break is no torn one."""
    path = tmp_path / "s1.jsonl"
    path.write_bytes(orjson.dumps(human("One.")))
    assert import_files(board, [path]).torn == 0
    assert _texts(board) == ["One."]


def test_a_call_is_told_when_its_answer_comes(board: Board, tmp_path: Path) -> None:
    """A call open at the end of a file is told by the import that finds its answer."""
    records = [human("Begin."), model(use("c1", command="x"))]
    path = write(tmp_path / "s1.jsonl", records)
    assert import_files(board, [path]).tool_calls == 0
    write(path, [*records, result("c1", "ok")])
    assert import_files(board, [path]).tool_calls == 1


def test_the_project_given_is_for_sessions_without_one(board: Board, tmp_path: Path) -> None:
    """`project` names the project of sessions that do not say theirs, and of no others."""
    talk = write(tmp_path / "talk.jsonl", [{"role": "user", "content": "Hello."}])
    own = write(tmp_path / "s1.jsonl", [human("Hello.")])
    import_files(board, [talk, own], project="github.com/ada/kite")
    projects = {row["agent"]: row["project"] for row in board.view("sessions")}
    assert projects == {"messages": "github.com/ada/kite", "claude-code": "/home/ada/kite"}


def test_find_looks_below_folders(tmp_path: Path) -> None:
    """Transcripts of every ending are found below a folder, other files are not."""
    for name in ("a.jsonl", "b/c.json", "b/d.ndjson", "e.jsonl.zst", "notes.md", "f.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"{}")
    names = {path.name for path in find([tmp_path])}
    assert names == {"a.jsonl", "c.json", "d.ndjson", "e.jsonl.zst"}


def test_find_passes_given_files_on(tmp_path: Path) -> None:
    """A file that was named is tried whatever its ending."""
    assert list(find([tmp_path / "notes.txt"])) == [tmp_path / "notes.txt"]


_PUSH = "git" + "hub_p" + "at_" + "11ABCDEFG0" * 3
_SECRET = "gh" + "p_" + "a1B2c3D4" * 5


@pytest.mark.parametrize("secret", [_PUSH, _SECRET])
def test_secrets_reach_no_part_of_an_event(board: Board, tmp_path: Path, secret: str) -> None:
    """Messages, inputs and outputs of tools are written without their secrets."""
    records = [
        human(f"Use {secret} to push."),
        model(f"I use {secret}.", use("c1", command="push", env={"KEYS": [f"x {secret}"]})),
        result("c1", f"pushed with {secret}"),
    ]
    summary = import_files(board, [write(tmp_path / "s1.jsonl", records)])
    assert summary.redactions == 4
    assert secret not in "".join(str(event.payload) for event in board.read())
    connection_of(board).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert secret.encode() not in (tmp_path / "board.db").read_bytes()


def test_real_transcripts_are_understood(board: Board, shared_data: Path) -> None:
    """Transcripts of strangers are all taken, with next to no line that is not understood."""
    files = list(find([shared_data / "transcripts"]))
    summary = import_files(board, files)
    assert summary.failed == []
    assert summary.files == len(files) <= summary.sessions
    assert summary.unknown_lines + summary.torn <= 5
    assert summary.messages > 2_000
    assert summary.tool_calls > 5_000
    assert import_files(board, files).events == 0
