"""What a session was at before its context was compacted: its last prompt, commands and files.

They are read off the end of the transcript, for nothing else has them in time. This happens once a
compaction, so it may take longer than what every call needs; it is still bounded.
"""

from __future__ import annotations

import os
import stat

from blackboard.delivery.situation import Situation
from blackboard.errors import BoardError
from blackboard.storage.sqlite_json import Json
from lessonboard.hooks.hook_event import HookEvent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_BYTES = 1 << 20
"""Of the end of a transcript. A line that begins before is left out."""

_MOST_LINES = 400
_MOST = {"prompt": 1, "command": 8, "path": 8}
_LONGEST_LINE = 200_000
"""Characters; longer lines hold what a tool printed or a file, and no call that matters."""


def situation_of_work(json: Json, hook_event: HookEvent) -> Situation:
    """The situation of a session whose context was cleared, with the work that was under way."""
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
    """What the last lines of a transcript tell, newest first."""
    recent = hook_event.recent
    if recent is None:
        return
    for line in _last_lines(hook_event.transcript):
        try:
            values = json.fields(line, *recent.places)
        except BoardError:
            continue  # a torn line, or one that is still being written
        told = recent.told_by(dict(zip(recent.places, values, strict=True)))
        if told is not None:
            yield told


def _last_lines(path: str) -> list[str]:
    """The last lines of a file, newest first; none where it is no file that can be read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return []
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            return []
        start = max(0, found.st_size - _MOST_BYTES)
        os.lseek(descriptor, start, os.SEEK_SET)
        lines = os.read(descriptor, _MOST_BYTES).decode("utf-8", "replace").split("\n")
    except OSError:
        return []
    finally:
        os.close(descriptor)
    whole = lines[1:] if start else lines
    return [line for line in reversed(whole[-_MOST_LINES:]) if 0 < len(line) <= _LONGEST_LINE]
