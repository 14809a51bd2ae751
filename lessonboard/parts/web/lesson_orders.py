"""The orders of the list of lessons: by when they were seen, learnt or shown, and by effect."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from blackboard import Board
from blackboard.storage.local import SHOWN_AT, Only
from blackboard.views.rows import RuleRow
from lessonboard.pages.page import Asked, BadRequest
from lessonboard.pages.paging import SIZE, Part, after_of
from reflect.accounts.intervals import difference
from reflect.accounts.ledger import compared_pairs
from reflect.accounts.words import compared
from reflect.finding import View

ORDERS = {
    "": "last seen", "newest": "newest", "most-seen": "most seen", "last-shown": "last shown",
    "best": "best effect", "worst": "worst effect",
}  # fmt: skip
"""What the list may be ordered by, and how the page calls it."""

MOST_SORTED = 400
"""Rows that are put in an order that the database does not have."""

_ONLY: dict[str, Only] = {"": "", "never": "never", "once": "shown"}


class Chosen(NamedTuple):
    """Which rows of which view, in which order, and whether they were ever shown."""

    view: View
    where: dict[str, Any]
    order: str
    shown: str


class Listed(NamedTuple):
    """A lesson or insight in the list: how often and when it was shown, and to what effect.

    `is_undated` says that its last session has no date.
    """

    row: RuleRow
    times: int
    shown_at: int
    effect: str
    is_undated: bool


def listed(board: Board, view: View, rows: list[RuleRow]) -> list[Listed]:
    """What the list says of each row beside its words."""
    times = sorted({row["last_seen_at"] for row in rows})
    undated = {each["last_at"] for each in
               board.view("sessions", where={"undated": 1, "last_at": times})}  # fmt: skip
    names = [row["id"] for row in rows]
    shown = {each.id: each for each in board.shown(view, where={"id": names})} if names else {}
    pairs = compared_pairs(board, names) if names else {}
    return [Listed(row, shown[row["id"]].times, shown[row["id"]].shown_at,
                   compared(pairs[row["id"]]) if row["id"] in pairs else "",
                   row["last_seen_at"] in undated)
            for row in rows]  # fmt: skip


def in_order(asked: Asked, chosen: Chosen) -> Part:
    """The rows from where the address says on.

    Raises:
        BadRequest: there is no such order or filter.
    """
    if chosen.order not in ORDERS:
        raise BadRequest(f"{chosen.order[:40]!r} is no order; there are {', '.join(ORDERS)[2:]}")
    if chosen.shown not in _ONLY:
        raise BadRequest(
            f"{chosen.shown[:40]!r} is no filter; a lesson was shown `never` or at least `once`"
        )
    if chosen.order in ("best", "worst"):
        return _by_effect(asked.board, chosen)
    if not chosen.order and not chosen.shown:
        return _by_last_seen(asked, chosen)
    return _by_column(asked, chosen)


def _by_last_seen(asked: Asked, chosen: Chosen) -> Part:
    """The latest first; after all others those of undated sessions, whose time is a file's."""
    board, where = asked.board, chosen.where
    times = [row["last_at"] for row in board.view("sessions", where={"undated": 1})]
    undated = board.view(chosen.view, where={**where, "last_seen_at": times}, limit=MOST_SORTED)
    names = {row["id"] for row in undated}
    rows = board.view(chosen.view, where=where, order="-last_seen_at",
                      limit=SIZE + 1 + len(names),
                      after=after_of(asked.query.get("after", "")))  # fmt: skip
    dated = [row for row in rows if row["id"] not in names]
    if not dated[SIZE:]:
        return Part([*dated, *undated], "")
    return Part(dated[:SIZE], f"{dated[SIZE - 1]['last_seen_at']}:{dated[SIZE - 1]['id']}")


def _by_column(asked: Asked, chosen: Chosen) -> Part:
    columns = {"": "last_seen_at", "most-seen": "seen", "last-shown": SHOWN_AT,
               "newest": "learnt_at" if chosen.view == "lessons" else "created_at"}  # fmt: skip
    found = asked.board.shown(
        chosen.view, where=chosen.where, order=columns[chosen.order], only=_ONLY[chosen.shown],
        limit=SIZE + 1, after=after_of(asked.query.get("after", "")),
    )  # fmt: skip
    some, last = found[:SIZE], found[SIZE - 1 : SIZE]
    following = f"{last[0].value}:{last[0].id}" if found[SIZE:] else ""
    return Part(_rows(asked.board, chosen, [each.id for each in some]), following)


def _by_effect(board: Board, chosen: Chosen) -> Part:
    """Those that were compared, the surest help or harm first: few sessions prove little."""
    found = {name: difference(pairs) for name, pairs in compared_pairs(board).items()}
    is_best = chosen.order == "best"
    ends = {name: each.high if is_best else -each.low for name, each in found.items()}
    names = sorted(ends, key=lambda name: (ends[name], name))
    kept = {each.id for each in board.shown(chosen.view, where={"id": names},
                                            only=_ONLY[chosen.shown])}  # fmt: skip
    return Part(_rows(board, chosen, [name for name in names if name in kept])[:MOST_SORTED], "")


def _rows(board: Board, chosen: Chosen, names: list[str]) -> list[RuleRow]:
    """The rows of some names that are among the chosen, in the order of the names."""
    chosen_ids = chosen.where.get("id")
    wanted = names if chosen_ids is None else [name for name in names if name in set(chosen_ids)]
    found = board.view(chosen.view, where={**chosen.where, "id": wanted}) if wanted else []
    by_name = {row["id"]: row for row in cast("list[RuleRow]", found)}
    return [by_name[name] for name in wanted if name in by_name]
