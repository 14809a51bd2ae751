"""Taking a recording in: once, again when it was edited, and never what was typed in secret."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from blackboard.board import Board
from blackboard.event import Event
from lessonboard.parts.recordings.importing import ingest
from lessonboard.parts.recordings.sources import read_recording
from tests.parts.recordings.sources.folders import click, line, png, typed, write


def taken(board: Board, folder: Path, project: str | None = "p") -> Event | None:
    """The event of a folder's recording."""
    return ingest(board, read_recording(folder), project)


def test_it_is_told_with_its_hashes(board: Board, tmp_path: Path) -> None:
    """On its own stream, with the time of the recording."""
    folder = write(tmp_path / "r", [typed("nu"), typed("mb"), click(), line("end")])
    event = taken(board, folder)
    assert event is not None
    assert (event.stream, event.type, event.project) == ("recording:r", "recording.imported", "p")
    assert event.occurred_at == 1_700_000_000_000_000
    payload = event.payload or {}
    assert (payload["events"], payload["steps"]) == (4, [0, 2])
    assert sorted(payload["screenshots"]) == [f"screenshots/{n}.png" for n in range(4)]
    assert payload["folder"] == str(folder)


def test_again_it_is_no_news(board: Board, tmp_path: Path) -> None:
    """Until a line, a screenshot, its name or its path changes."""
    folder = write(tmp_path / "r", [click(), line("end")])
    assert taken(board, folder)
    assert taken(board, folder) is None
    (folder / "screenshots/0.png").write_bytes(png(99))
    assert taken(board, folder)
    write(folder, [click(), typed("numb"), line("end")], {"name": "Play another song"})
    assert taken(board, folder)
    folder = folder.rename(tmp_path / "moved")
    assert taken(board, folder)
    assert taken(board, folder) is None
    assert board.log.version("recording:r") == 4


def test_what_was_put_back_is_told_again(board: Board, tmp_path: Path) -> None:
    """The last event describes the folder."""
    one, two = [click(), line("end")], [click(), typed("numb"), line("end")]
    events = [taken(board, write(tmp_path / "r", lines)) for lines in (one, two, one, two, two)]
    assert [event is not None for event in events] == [True, True, True, True, False]
    assert len({event.id for event in events if event}) == 4
    assert board.row("recordings", "r")["steps"] == 2


def test_it_stays_in_its_project_until_it_is_moved(board: Board, tmp_path: Path) -> None:
    """Wherever the command is run from."""
    recording = read_recording(write(tmp_path / "r", [click(), line("end")]))
    first = ingest(board, recording, otherwise="here")
    assert first is not None
    assert first.project == "here"
    assert ingest(board, recording, otherwise="elsewhere") is None
    moved = ingest(board, recording, "elsewhere")
    assert moved is not None
    assert moved.project == "elsewhere"
    assert board.row("recordings", "r")["project"] == "elsewhere"


def test_what_was_forgotten_stays_so(board: Board, tmp_path: Path) -> None:
    """Importing the folder again does not bring it back."""
    folder = write(tmp_path / "r", [click(), line("end")])
    event = taken(board, folder)
    assert event is not None
    board.forget(event.id, reason="private")
    assert taken(board, folder) is None


def test_two_at_once_tell_it_once(board: Board, tmp_path: Path) -> None:
    """Both read before either appends."""
    recording = read_recording(write(tmp_path / "r", [click(), line("end")]))
    barrier = threading.Barrier(2)

    def take() -> None:
        with Board.open(tmp_path / "board.db") as mine:
            barrier.wait()
            ingest(mine, recording, "p")

    threads = [threading.Thread(target=take) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert board.log.version("recording:r") == 1


def test_a_folder_s_name_may_be_of_any_bytes(board: Board, tmp_path: Path) -> None:
    """File names are bytes, not always valid text."""
    folder = write(tmp_path / os.fsdecode(b"task \xff\n"), [click()], {"session_id": None})
    assert taken(board, folder)
    assert taken(board, folder) is None
    (row,) = board.view("recordings")
    assert row["id"] == "task"


def test_nothing_that_was_typed_is_in_the_file(board: Board, tmp_path: Path) -> None:
    """Words stay in the folder, secret or not."""
    target = {"target": {"input_type": "password"}}
    lines = [typed("hunter2", details=target), typed("zebrafish", details={"url": "x"})]
    assert taken(board, write(tmp_path / "r", lines))
    for file in tmp_path.glob("board.db*"):
        assert b"hunter2" not in file.read_bytes()
        assert b"zebrafish" not in file.read_bytes()
