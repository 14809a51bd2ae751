"""The tools of the queue: what is open, and one item at a time for the agent that asks."""

from __future__ import annotations

from itertools import islice
from typing import Any

import orjson

from blackboard import Board
from blackboard.views.rows import WorkRow
from lessonboard.mcp.arguments import BadArguments
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.text import day, minute, plain, quoted
from scheduler.work.item import Item
from scheduler.work.queue import Queue

_OPEN = ("ready", "claimed", "blocked")
_MOST = 20
_LEASE = 1800.0
"""Seconds: an agent works for long, and no heartbeat extends its lease."""


def open_work(shared: ServerContext, project: str | None) -> str:
    """Return the open items, most urgent first; of all projects that are open here, or of one."""
    with shared.board() as board:
        reach = shared.reach(board)
        projects = shared.projects(board, project) if project else None
        where: dict[str, Any] = {"state": _OPEN} | ({"project": projects} if projects else {})
        found = board.view("work", where=where, order="place")
        rows = list(islice((row for row in found if reach.covers(row["project"])), _MOST))
    if not rows:
        return "No work is open."
    return "\n".join(["Open work, most urgent first:", *map(_line, rows)])


def work(
    shared: ServerContext,
    do: str,
    kind: str | None = None,
    item: str | None = None,
    outcome: str = "",
) -> str:
    """Claim the most urgent item that is ready, or end one that this server holds.

    The outcome is the result, or why it failed or is given back.
    """
    if do == "list":
        return open_work(shared, None)
    with shared.board() as board:
        reach = shared.reach(board)
        queue = Queue(
            board, shared.name, lease=_LEASE,
            projects=None if reach.projects is None else reach.of(reach.projects),
        )  # fmt: skip
        if do == "claim":
            return _claimed(queue.claim([kind] if kind else None))
        if item is None:
            raise BadArguments(f"work needs 'item' to {do}: the id that claim gave")
        held = queue.held(item)._replace(worker=shared.name)
        told = outcome.strip()
        match do:
            case "complete":
                queue.complete([(held, {"summary": told} if told else {})])
            case "fail":
                queue.fail(held, told or "the agent gave no reason")
            case _:
                queue.release([held], told or "given back")
        return _now(board, item)


def _claimed(items: list[Item]) -> str:
    if not items:
        return "Nothing is ready."
    held = items[0]
    return (
        f"{held.id} is held until {minute(held.lease_expires_at)}: kind {plain(held.kind)}, "
        f"attempt {held.attempt}, {plain(held.project or 'no project')}, "
        f"input {quoted(orjson.dumps(held.input).decode(), 4000)}"
    )


def _now(board: Board, item: str) -> str:
    return f"{item} is {board.row('work', item)['state']}."


def _line(row: WorkRow) -> str:
    held = f" until {minute(row['lease_expires_at'])}" if row["lease_expires_at"] else ""
    given = orjson.dumps(row["input"]).decode()
    return (
        f"- {row['item']}: {row['priority']}, {row['state']}{held}, "
        f"{plain(row['kind'] or '', 80)}, {day(row['created_at'] or 0)}, "
        f"{plain(row['project'] or 'no project', 120)}, "
        f"input {quoted(given, 200)}"
    )
