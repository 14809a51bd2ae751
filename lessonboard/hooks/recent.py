"""What a session was at before its context was compacted: its last prompt, commands and files.

They are read off the end of the transcript, for nothing else has them in time. This happens once a
compaction, so it may take longer than what every call needs; it is still bounded.
"""

from __future__ import annotations

from blackboard.delivery.situation import Situation
from blackboard.errors import BoardError
from blackboard.storage.sqlite_json import Json
from lessonboard.hooks.hook_event import HookEvent
from lessonboard.hooks.last_lines import last_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_BYTES = 1 << 20
"""Of the end of a transcript."""

_MOST = {"prompt": 1, "command": 8, "path": 8}


def situation_of_work(json: Json, hook_event: HookEvent) -> Situation:
    """Return the situation of a session whose context was cleared, with the work under way."""
    found: dict[str, list[str]] = {kind: [] for kind in _MOST}
    for kind, text in _told(json, hook_event):
        if len(found[kind]) < _MOST[kind] and text not in found[kind]:
            found[kind].append(text)
        if all(len(found[each]) == most for each, most in _MOST.items()):
            break
    return Situation(
        prompt="\n".join(found["prompt"]),
        project=hook_event.project or "",
        paths=tuple(found["path"]),
        command="\n".join(found["command"]),
        session=hook_event.session,
        step="cleared",
    )


def _told(json: Json, hook_event: HookEvent) -> Iterator[tuple[str, str]]:
    """Return the work under way in the last lines of a transcript, newest first."""
    recent = hook_event.recent
    if recent is None:
        return
    for line in last_lines(hook_event.transcript, _MOST_BYTES):
        try:
            values = json.fields(line, *recent.places)
        except BoardError:
            continue  # a torn line, or one that is still being written
        told = recent.told_by(dict(zip(recent.places, values, strict=True)))
        if told is not None:
            yield told
