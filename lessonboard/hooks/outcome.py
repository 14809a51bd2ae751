"""Whether a call failed, where the agent gives its hooks no result but notes it beforehand."""

from __future__ import annotations

from blackboard.errors import BoardError
from blackboard.storage.sqlite_json import Json
from lessonboard.hooks.hook_event import HookEvent
from lessonboard.hooks.last_lines import last_lines

_MOST_BYTES = 1 << 18
"""Of the end of a transcript: the note is the last line, or beside those of calls made together."""


def has_failed(json: Json, hook_event: HookEvent) -> bool:
    """Return whether an ended call is known to have failed, by its event or by the transcript."""
    if hook_event.failed is not None or not (hook_event.noted and hook_event.call):
        return hook_event.failed is True
    for line in last_lines(hook_event.transcript, _MOST_BYTES):
        if hook_event.call in line:
            try:
                call, code = json.fields(line, *hook_event.noted)
            except BoardError:
                continue  # it is still being written
            if call == hook_event.call and isinstance(code, int):
                return code != 0
    return False
