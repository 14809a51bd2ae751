"""Accounts over a team: what became of a lesson in each person's sessions, added up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.actors import is_repository
from blackboard.events.team import AccountShared
from blackboard.views.rows import LessonRow, SharedRow
from lessonboard.parts.team.sharing.membership import Membership, own_names
from lessonboard.parts.team.sharing.offers import Offer, shared_at
from reflect.accounts.account import Account
from reflect.accounts.intervals import Pair, Share
from reflect.accounts.ledger import accounts, worked

_COUNTS = ("injected", "withheld", "obeyed", "obeyed_without", "recurred", "recurred_without",
           "disputed", "tokens")  # fmt: skip


class TeamAccount(NamedTuple):
    """What colleagues' sessions add to a lesson's account: how many people, counts and pairs."""

    people: int
    counts: dict[str, int]
    pairs: tuple[Pair, ...]


def offers(board: Board, member: Membership) -> Iterator[Offer]:
    """The accounts of shared lessons, one's own and colleagues', that have anything to report."""
    mine = shared_at(board, "lesson")
    known = (row for row in board.view("lessons") if not is_repository(row["author"]))
    rows = [row for row in known if row["author"] or row["id"] in mine]
    for row, found in zip(rows, accounts(board, rows, worked(board)), strict=True):
        counts = {name: getattr(found, name) for name in _COUNTS}
        if any(counts.values()) and member.shares(row["project"]):
            yield Offer(_said(row, found, counts, member), row["project"])


def of_team(shared: Iterable[SharedRow]) -> TeamAccount:
    """The accounts that colleagues share of one lesson, added up; pairs stay apart.

    Each person's sessions are compared with their own sessions only.
    """
    counts = dict.fromkeys(_COUNTS, 0)
    pairs: list[Pair] = []
    people = set()
    for row in shared:
        people.add(row["author"])
        told: dict[str, int] = row["content"]["counts"]
        counts = {name: counts[name] + told.get(name, 0) for name in _COUNTS}
        pairs += [Pair(Share(*each[:2]), Share(*each[2:])) for each in row["content"]["pairs"]]
    return TeamAccount(len(people), counts, tuple(pairs))


def colleagues_accounts(board: Board, lesson: str) -> TeamAccount:
    """What colleagues' sessions add to the account of a lesson, by its id on this board."""
    name, _, author = lesson.partition("@")
    rows = board.view("shared", where={"kind": "account", "signed": ["signed", "trusted"]})
    return of_team(row for row in rows if _is_of(row, name, author, board))


def _is_of(row: SharedRow, name: str, author: str, board: Board) -> bool:
    """Whether a colleague's account is of a lesson; one's own has oneself as its author there."""
    if row["content"]["lesson"] != name:
        return False
    whose = row["content"]["author"]
    return whose == author if author else whose in own_names(board)


def _said(
    row: LessonRow, found: Account, counts: dict[str, int], member: Membership
) -> AccountShared:
    lesson, _, author = row["id"].partition("@")
    pairs: list[Any] = [(*each.shown, *each.other) for each in found.pairs]
    return AccountShared(author=author or member.name, lesson=lesson, revision=0, counts=counts,
                         pairs=pairs)  # fmt: skip
