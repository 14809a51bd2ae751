"""Lessons or insights as a list: by project, the best of each first, one line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from blackboard.delivery.seen import sessions_of
from blackboard.views.harmful import unnamed
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import RuleRow
from lessonboard.present.fair import in_turn
from lessonboard.present.line import Line, Tone
from lessonboard.present.rows import marked, rule_text
from lessonboard.present.screen import Screen
from lessonboard.present.text import counted, place_of

_OFF_A_TERMINAL = 100
"""Columns of a line where no terminal says how many it has."""


class Group(NamedTuple):
    """What holds in one place, best first."""

    place: str
    rows: list[RuleRow]


def groups(rows: Sequence[RuleRow], here: str | None) -> list[Group]:
    """Return the rows by where they hold: here first, then where there are most.

    Args:
        rows: lessons, or insights.
        here: the project of the working folder.
    """
    found: dict[str, Group] = {}
    for row in rows:
        place = place_of(row["project"], row["scope"])
        found.setdefault(place, Group(place, [])).rows.append(row)
    for group in found.values():
        group.rows.sort(key=_worth, reverse=True)
    home = place_of(here) if here else ""
    return sorted(found.values(), key=lambda each: (each.place != home, -len(each.rows), each))


def list_lines(
    rows: Sequence[RuleRow], here: str | None, limit: int, screen: Screen, me: str
) -> Iterator[Line]:
    """Yield a heading for each place and a line for each row, of `limit` rows at most."""
    found = groups(rows, here)
    shown = in_turn([len(each.rows) for each in found], limit)
    for group, most in zip(found, shown, strict=True):
        if most:
            of = f"{most} of {len(group.rows)}" if most < len(group.rows) else str(most)
            yield Line(f"{group.place}  ({of})", "strong")
        for row in group.rows[:most]:
            yield _line(row, screen, me)
    if len(rows) > limit:
        elsewhere = sum(not each for each in shown)
        more = f" and {counted(elsewhere, 'more project')}" if elsewhere else ""
        yield Line(f"{limit} of {len(rows)}{more}; --limit {len(rows)} lists all, "
                   "`lessonboard lesson ID` shows one.")  # fmt: skip


def _worth(row: RuleRow) -> tuple[bool, bool, int, float, int, str]:
    """Return what comes first: what a person approved and pinned, then what came back most."""
    pinned = "constraint" in row and bool(row["pinned"])
    return (
        row["status"] == "approved", pinned, sessions_of(dict(row)), row["confidence"],
        row["last_seen_at"], row["id"],
    )  # fmt: skip


def _line(row: RuleRow, screen: Screen, me: str) -> Line:
    width = screen.width or _OFF_A_TERMINAL
    resting = ", resting" if "constraint" in row and row["resting"] else ""
    status = f"{row['status']}{resting}{marked(row)}"
    seen = sessions_of(dict(row))
    often = counted(seen, "session") if seen else "stated"
    before = f"  {Screen(width).id(row['id'])}  {status:9}  {often:10}  "
    room = replace(screen, width=width - len(before))
    return Line(before + rule_text(row, room, me), _tone(row))


def _tone(row: RuleRow) -> Tone:
    if "harm" in row and unnamed(row):
        return "bad"
    return "plain" if row["status"] in ACTIVE_STATUSES else "quiet"
