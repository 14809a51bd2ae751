"""The lines that a lesson of a review cites: what stood in the file when the change was done.

What the reviewer remarked upon is what was then changed, so a lesson that cited it would have
drifted before it was learnt. Cited is what the rework made of it, or what it left alone; in both
cases the record must show that it stood so at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from blackboard.event import Event
from blackboard.events.payload import Evidence
from reflect.freshness.diffs import Hunk, hunks, shown
from reflect.freshness.span import cite, is_trivial, lines_of
from reflect.trajectory import payload_of

_MOST_SHOWN = 8
_AROUND = 2
"""Lines next to what was changed that belong to it."""


def cited_by(
    remark: dict[str, Any], reworks: Sequence[Event], final: Event | None
) -> Evidence | None:
    """Evidence with the lines that a remark led to, or None where the record does not show them.

    Args:
        remark: a reviewer's, with `path` and `diff_hunk`.
        reworks: what was changed after it; the first answers it.
        final: the difference at the end, where it was recorded.
    """
    path, lines = remark.get("path"), shown(remark.get("diff_hunk") or "")
    if not path or not lines or not reworks:
        return None
    answer, *later = reworks
    at_end = list(_of(final, "body", path)) if final else []
    if not at_end and any(True for each in later for _ in _of(each, "diff", path)):
        return None  # nobody knows what the later change left of it
    mended = (_mended(answer, hunk, lines[-1]) for hunk in _of(answer, "diff", path))
    kept = (_kept(final, hunk, lines) for hunk in at_end if final)
    found = [each for each in (*mended, *kept) if each is not None]
    if at_end:
        found = [each for each in (_at_end(at_end, each) for each in found) if each is not None]
    return next(iter(found), None)


def _of(event: Event, field: str, path: str) -> Iterator[Hunk]:
    """The hunks of one file in what an event tells."""
    told = hunks(payload_of(event).get(field) or "")
    return (each for each in told if each.path == path)


def _mended(event: Event, hunk: Hunk, remarked: str) -> Evidence | None:
    """What a rework made of the line that was remarked upon, if it changed that line."""
    removed = [line for line in hunk.before if line not in hunk.after]
    if remarked not in removed or not hunk.changed:
        return None
    first = max(0, hunk.changed[0] - _AROUND)
    last = min(len(hunk.after), hunk.changed[-1] + 1 + _AROUND)
    text = "\n".join(hunk.after[first:last])
    return cite(event.id, text, hunk.path, first_line=hunk.first_line + first)


def _kept(event: Event, hunk: Hunk, lines: list[str]) -> Evidence | None:
    """The lines that were shown with the remark, where they stand unchanged at the end."""
    wanted = tuple(lines[-_MOST_SHOWN:])
    while len(wanted) > 1 and not is_trivial(wanted[1:]):
        wanted = wanted[1:]
    for start in range(len(hunk.after) - len(wanted) + 1):
        if hunk.after[start : start + len(wanted)] == wanted:
            text = "\n".join(wanted)
            return cite(event.id, text, hunk.path, first_line=hunk.first_line + start)
    return None


def _at_end(final: Sequence[Hunk], found: Evidence) -> Evidence | None:
    """Evidence with the lines at which its text stood at the end; None where it did not."""
    wanted = lines_of(found.quote)
    for hunk in final:
        for start in range(len(hunk.after) - len(wanted) + 1):
            if lines_of("\n".join(hunk.after[start : start + len(wanted)])) == wanted:
                first = hunk.first_line + start
                lines = {"first_line": first, "last_line": first + len(wanted) - 1}
                return found.model_copy(update=lines)
    return None
