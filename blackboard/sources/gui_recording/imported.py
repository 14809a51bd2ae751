"""Whether a recording is news, and the event that tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import orjson

from blackboard import ids
from blackboard.digests import sha256
from blackboard.event import Event, NewEvent
from blackboard.events.payload import new
from blackboard.events.recording import RecordingImported
from blackboard.sources.gui_recording.metadata import printable
from blackboard.sources.gui_recording.model import Recording

ACTOR = "recorder"


def imported(
    recording: Recording,
    project: str | None,
    earlier: Sequence[Event],
    otherwise: str | None = None,
) -> NewEvent | None:
    """The event that a recording was taken in; None when the board knows it so.

    `earlier` are the `recording.imported` events of its stream. One that was edited and then
    put back is told again, so that the last event says how the folder is. What was forgotten
    stays so. Without a `project` it stays in the one that it was in, or goes to `otherwise`.
    """
    project = project or (earlier[-1].project if earlier else None) or otherwise
    event = new(
        _payload(recording, earlier),
        project=project,
        actor=ACTOR,
        occurred_at=recording.created_at,
        correlation=recording.id,
    )
    told = {key: value for key, value in (event.payload or {}).items() if key != "gone"}
    content = orjson.dumps([project, told], option=orjson.OPT_SORT_KEYS)
    key = f"{event.type}:{sha256(content).hexdigest()}"
    known_by = {each.id: each for each in earlier}
    tries = (ids.derived(event.stream, f"{key}:{n}") for n in range(len(earlier) + 1))
    for id_ in tries:
        known = known_by.get(id_)
        if known is None:
            return event._replace(id=id_)
        if known.payload is None or known is earlier[-1]:
            return None
    raise AssertionError("there are more ids than events")


def _payload(recording: Recording, earlier: Sequence[Event]) -> RecordingImported:
    steps = [step.index for step in recording.steps]
    before = {index for each in earlier for index in (each.payload or {}).get("steps", ())}
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
