"""Pool lessons, since one alone rarely has enough data and all together soon do; pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from blackboard.views.rows import LessonRow
from reflect.accounts.account import Account
from reflect.accounts.intervals import Difference, Pair, difference

Group = Literal["all", "project", "category"]
"""What the lessons of a pool have in common."""


class Entry(NamedTuple):
    """A lesson with its account."""

    row: LessonRow
    account: Account


class Pool(NamedTuple):
    """The sessions of several lessons; each lesson is compared with itself only.

    `since` is when chance first decided about one of them, in microseconds.
    """

    group: Group
    name: str
    lessons: int
    since: int
    pairs: tuple[Pair, ...]

    @property
    def difference(self) -> Difference:
        """The share of sessions in which failures came back, with lessons minus without them."""
        return difference(self.pairs)


def pools(entries: Iterable[Entry]) -> list[Pool]:
    """All lessons together, then by project and by category.

    Lessons that were retired, for harm above all, count too: without them the rest would look
    better than what people lived with.
    """
    given = [entry for entry in entries if entry.account.pairs]
    by_project = _grouped(given, "project", lambda row: row["project"] or "")
    by_category = _grouped(given, "category", lambda row: row["category"])
    return [*_grouped(given, "all", lambda _row: ""), *by_project, *by_category]


def _grouped(
    entries: Iterable[Entry], group: Group, name: Callable[[LessonRow], str]
) -> list[Pool]:
    groups: dict[str, list[Account]] = defaultdict(list)
    for row, account in entries:
        groups[name(row)].append(account)
    return [_pool(group, key, groups[key]) for key in sorted(groups)]


def _pool(group: Group, name: str, accounts: list[Account]) -> Pool:
    pairs = tuple(pair for account in accounts for pair in account.pairs)
    since = min(account.compared_since or 0 for account in accounts)
    return Pool(group, name, len(accounts), since, pairs)
