"""What colleagues add to what `lesson ID` shows."""

from __future__ import annotations

from typing import Any

from blackboard import Board
from blackboard.actors import is_repository
from blackboard.views.colleagues import is_withdrawn
from blackboard.views.rows import LessonRow
from lessonboard.parts.team.accounts import colleagues_accounts
from lessonboard.parts.team.status import opinions
from lessonboard.present.text import counted, one_line
from reflect.accounts.account import Account
from reflect.accounts.words import compared

About = tuple[list[str], dict[str, Any]]
"""Lines for a person, and fields for a program."""


def shown(board: Board, row: LessonRow, _account: Account) -> About:
    """What colleagues decided about a lesson of one's own, who wrote or withdrew another's."""
    if not row["author"]:
        return [one_line(each) for each in opinions(board, row["id"])], {}
    said, fields = _of_commit(row) if is_repository(row["author"]) else ([], {})
    if is_withdrawn(dict(row)):
        said = [*said, f"{one_line(row['author'])} withdrew it; it is kept as history"]
    return said, fields


def _of_commit(row: LessonRow) -> About:
    commit = row["colleagues"][row["author"]].get("git")
    if not commit:
        return [], {}
    line = f"by {by_whom(commit.get('author', ''), commit['id'], signed=commit['signed'])}"
    return [line], {"commit": commit}


def by_whom(author: str, commit: str, *, signed: bool) -> str:
    """Who wrote a lesson in which commit, for a person; nothing is decided by it."""
    mark = ", with a signature that is not verified here" if signed else ""
    return f"{one_line(author or 'an unknown author', 80)}, in {commit[:7]}{mark}"


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
