"""Cite the lines for a lesson from a review, as they were when the change was complete.

The commented lines themselves were changed, so a citation of them would have drifted immediately.
Cited are the reworked lines, or those left unchanged; the final diff must confirm both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from blackboard.event import Event
from blackboard.events.payload import Evidence
from reflect.freshness.diffs import Hunk, hunks, shown_lines
from reflect.freshness.span import cite, is_trivial, lines_of
from reflect.trajectory import payload_of

_MOST_SHOWN = 8
_AROUND = 2
"""Lines around a change that belong to it."""


def cited_by(
    remark: dict[str, Any], reworks: Sequence[Event], final: Event | None
) -> Evidence | None:
    """Evidence citing the lines that a review comment led to, or None if they are not recorded.

    Args:
        remark: the review comment, with `path` and `diff_hunk`.
        reworks: the later changes; the first one answers it.
        final: the final diff, if recorded.
    """
    path, lines = remark.get("path"), shown_lines(remark.get("diff_hunk") or "")
    if not path or not lines or not reworks:
        return None
    answer, *later = reworks
    at_end = list(_of(final, "body", path)) if final else []
    if not at_end and any(True for event in later for _ in _of(event, "diff", path)):
        return None  # a later change may have altered it
    reworked = (_reworked(answer, hunk, lines[-1]) for hunk in _of(answer, "diff", path))
    kept = (_kept(final, hunk, lines) for hunk in at_end if final)
    found = [change for change in (*reworked, *kept) if change is not None]
    if at_end:
        found = [
            change for change in (_at_end(at_end, change) for change in found) if change is not None
        ]
    return next(iter(found), None)


def _of(event: Event, field: str, path: str) -> Iterator[Hunk]:
    """The hunks of one file in an event's diff."""
    parsed = hunks(payload_of(event).get(field) or "")
    return (change for change in parsed if change.path == path)


def _reworked(event: Event, hunk: Hunk, remarked: str) -> Evidence | None:
    """What a rework made of the commented line, if it changed it."""
    removed = [line for line in hunk.before if line not in hunk.after]
    if remarked not in removed or not hunk.changed:
        return None
    first = max(0, hunk.changed[0] - _AROUND)
    last = min(len(hunk.after), hunk.changed[-1] + 1 + _AROUND)
    text = "\n".join(hunk.after[first:last])
    return cite(event.id, text, hunk.path, first_line=hunk.first_line + first)


def _kept(event: Event, hunk: Hunk, lines: list[str]) -> Evidence | None:
    """The lines shown with the comment, if the final diff still has them."""
    wanted = tuple(lines[-_MOST_SHOWN:])
    while len(wanted) > 1 and not is_trivial(wanted[1:]):
        wanted = wanted[1:]
    for start in range(len(hunk.after) - len(wanted) + 1):
        if hunk.after[start : start + len(wanted)] == wanted:
            text = "\n".join(wanted)
            return cite(event.id, text, hunk.path, first_line=hunk.first_line + start)
    return None


def _at_end(final: Sequence[Hunk], found: Evidence) -> Evidence | None:
    """Evidence with the final line numbers; None if the text is gone by then."""
    wanted = lines_of(found.quote)
    for hunk in final:
        for start in range(len(hunk.after) - len(wanted) + 1):
            if lines_of("\n".join(hunk.after[start : start + len(wanted)])) == wanted:
                first = hunk.first_line + start
                lines = {"first_line": first, "last_line": first + len(wanted) - 1}
                return found.model_copy(update=lines)
    return None
