"""Given transcripts in changed words: as many sessions as are wanted, none like another."""

from __future__ import annotations

from pathlib import Path

from bench.repeated import Copy, copied
from blackboard import Board
from blackboard.importer import import_files
from blackboard.transcript_files import find

_DAY = 86_400_000_000
_SAMPLES = Path(__file__).resolve().parents[2] / "examples" / "sessions"


def _imported(board: Board, folder: Path, number: int) -> int:
    """Import one copy of the sample sessions; how many events it brought."""
    before = board.log.head()
    folder = copied(list(find([_SAMPLES])), Copy(number), folder)
    summary = import_files(board, list(find([folder])), trusted=True)
    assert not summary.failed
    return board.log.head() - before


def test_a_copy_is_as_many_events_of_other_sessions_in_other_words(
    board: Board, tmp_path: Path
) -> None:
    """All of it is new to the board, in folders of other names and on other days."""
    events, folders, sessions = [], [], []
    for number in (0, 1, 2):
        events.append(_imported(board, tmp_path / f"copy-{number}", number))
        folders.append(len(board.values("sessions", "cwd")))
        sessions.append(len(board.view("sessions")))
    assert events == [events[0]] * 3
    assert folders == [folders[0], folders[0] * 2, folders[0] * 3]
    assert sessions == [sessions[0], sessions[0] * 2, sessions[0] * 3]
    rows = board.view("sessions")
    assert len({row["title"] for row in rows}) > len(rows) / 2
    assert len({row["started_at"] // _DAY for row in rows}) >= 3


def test_a_copy_is_the_same_in_every_run() -> None:
    """By its number alone."""
    text = '{"sessionId": "60370d31-d5e3-4680-8e9f-4b1c9d14e530", "text": "a remarkable sentence"}'
    assert Copy(3).of(text, "") == Copy(3).of(text, "")
    assert Copy(0).of(text, "") == text
    assert len({Copy(number).of(text, "") for number in range(12)}) == 12
