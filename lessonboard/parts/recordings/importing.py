"""Import a recording: read, decide and append atomically, so that two imports record it once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import orjson

from blackboard import ids
from blackboard.board import Board
from blackboard.digests import sha256
from blackboard.event import Event, NewEvent
from blackboard.events import streams
from blackboard.events.payload import new
from blackboard.events.recording import RecordingImported
from lessonboard.parts.recordings.sources import Recording
from lessonboard.parts.recordings.sources.metadata import printable

ACTOR = "recorder"


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


def imported(
    recording: Recording,
    project: str | None,
    earlier: Sequence[Event],
    otherwise: str | None = None,
) -> NewEvent | None:
    """The `recording.imported` event; None if the board has this state already.

    `earlier` are the stream's `recording.imported` events. A recording that was edited and then
    restored gets a new event, so that the last one describes the folder. Forgotten payloads stay
    forgotten. Without a `project` the recording keeps its project, or gets `otherwise`.
    """
    project = project or (earlier[-1].project if earlier else None) or otherwise
    made, at = _payload(recording, earlier), recording.created_at
    event = new(made, project=project, actor=ACTOR, occurred_at=at, correlation=recording.id)
    content_fields = {key: value for key, value in (event.payload or {}).items() if key != "gone"}
    content = orjson.dumps([project, content_fields], option=orjson.OPT_SORT_KEYS)
    key = f"{event.type}:{sha256(content).hexdigest()}"
    known = {each.id: each for each in earlier}
    number = 0  # of the times that the folder was in this state before
    while (before := known.get(id_ := ids.derived(event.stream, f"{key}:{number}"))) is not None:
        if before.payload is None or before is earlier[-1]:
            return None
        number += 1
    return event._replace(id=id_)


def _payload(recording: Recording, earlier: Sequence[Event]) -> RecordingImported:
    steps = [step.index for step in recording.steps]
    before = {index for event in earlier for index in (event.payload or {}).get("steps", ())}
    return RecordingImported(
        recording=recording.id,
        name=recording.name,
        description=recording.description,
        platform=recording.platform,
        created_at=recording.created_at,
        folder=printable(str(recording.folder)),
        events=recording.events,
        steps=steps,
        gone=sorted(before - set(steps)),
        manifest_sha256=recording.manifest_sha256,
        screenshots=recording.screenshots,
        problems=dict(Counter(problem.kind for problem in recording.problems)),
    )
