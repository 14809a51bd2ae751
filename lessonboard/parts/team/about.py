"""What colleagues add to what `lesson ID` shows."""

from __future__ import annotations

from typing import Any

from blackboard import Board
from blackboard.views.rows import LessonRow
from lessonboard.parts.team.accounts import colleagues_accounts
from lessonboard.parts.team.status import opinions
from lessonboard.present.text import counted, one_line
from reflect.accounts.account import Account
from reflect.accounts.words import compared

About = tuple[list[str], dict[str, Any]]
"""Lines for a person, and fields for a program."""


def shown(board: Board, row: LessonRow, _account: Account) -> About:
    """What colleagues decided about a lesson of one's own."""
    said = [] if row["author"] else opinions(board, row["id"])
    return [one_line(each) for each in said], {}


def accounted(board: Board, row: LessonRow, account: Account) -> About:
    """What colleagues' sessions add, and what all of them show together."""
    team = colleagues_accounts(board, row["id"])
    if not team.people:
        return [], {}
    counts = team.counts
    lines = [
        f"with {counted(team.people, 'colleague')}: shown in "
        f"{counted(counts['injected'], 'session')}, followed in {counts['obeyed']}, its "
        f"failure came back in {counts['recurred']}"
    ]
    if team.pairs:
        lines.append(f"  all together: {compared([*account.pairs, *team.pairs])}")
    return lines, {"team": {"people": team.people, **counts}}
