"""Import a recording: read, decide and append atomically, so that two imports record it once."""

from __future__ import annotations

from blackboard.board import Board
from blackboard.event import Event
from blackboard.events import streams
from lessonboard.parts.recordings.sources.imported import imported
from lessonboard.parts.recordings.sources.model import Recording


def ingest(
    board: Board,
    recording: Recording,
    project: str | None = None,
    *,
    otherwise: str | None = None,
) -> Event | None:
    """Put a recording on the board; None when it was there so already.

    Args:
        board: where the event goes.
        recording: as it was read.
        project: the project that it is moved to.
        otherwise: the project of a recording that is in none yet.
    """
    with board.transaction():
        stream = streams.recording(recording.id)
        earlier = list(board.read(stream=stream, types={"recording.imported"}))
        event = imported(recording, project, earlier, otherwise)
        return board.append([event])[0] if event else None
