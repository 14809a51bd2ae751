"""What `lessonboard forget` would erase, as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lessonboard.cli.output import counted, one_line

if TYPE_CHECKING:
    from blackboard.forgetting import Plan

_MOST_SHOWN = 10
_WIDTH = 90


def lines(plan: Plan) -> list[str]:
    """Return the plan for a person to agree to."""
    if not plan.events:
        return ["There is nothing to erase.", *_kept(plan)]
    also = plan.events - plan.asked
    cited = f", {also} of them because they cite others" if 0 < also < plan.events else ""
    places = (("session", plan.sessions), ("project", plan.described.projects))
    where = " in ".join(counted(len(names), noun) for noun, names in places if names)
    types = [f"  {number:>8}  {type_}" for type_, number in plan.described.types.most_common()]
    of = f" of {where}" if where else ""
    heading = f"This erases {counted(plan.events, 'event')}{of}{cited}:"
    return [heading, *types, *_learnt(plan), *_kept(plan), *_closed(plan)]


def _learnt(plan: Plan) -> list[str]:
    """Return the lessons and insights that go, and those that lose a part of their evidence."""
    lessons = [
        f"{row['id']}  {row['constraint']}{_elsewhere(plan.other_sessions(row))}"
        for row in plan.lessons
    ]
    insights = [f"{row['id']}  {row['statement']}" for row in plan.insights]
    found = []
    for noun, rows in (("lesson", lessons), ("insight", insights)):
        if rows:
            found.append(f"It also erases {counted(len(rows), noun)} made from them:")
            found += [f"  {one_line(row)[:_WIDTH]}" for row in rows[:_MOST_SHOWN]]
            found += [f"  and {len(rows) - _MOST_SHOWN} more"] if len(rows) > _MOST_SHOWN else []
    if plan.weaker:
        found.append(f"{counted(len(plan.weaker), 'lesson')} will have less evidence and stay.")
    return found


def _elsewhere(sessions: Sequence[str]) -> str:
    return f" (also seen in {counted(len(sessions), 'other session')})" if sessions else ""


def _kept(plan: Plan) -> list[str]:
    if not plan.settings:
        return []
    return ["The text is also in decisions or settings of the board, which stay unless you "
            f"name their events: {', '.join(plan.settings)}"]  # fmt: skip


def _closed(plan: Plan) -> list[str]:
    if not plan.closing:
        return []
    return [f"No import or hook will bring {counted(len(plan.closing), 'session')} back. The files "
            "of the agents themselves are not touched."]  # fmt: skip
