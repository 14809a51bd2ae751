"""The queue: items with their leases, what they wait for, and trying them again."""

from __future__ import annotations

from typing import Any

from blackboard import NotFound
from blackboard.events import streams
from lessonboard.pages.addresses import address
from lessonboard.pages.page import Asked, BadRequest, Moved, Shown
from lessonboard.pages.paging import part
from lessonboard.pages.values import in_words
from scheduler.work.queue import Queue
from scheduler.work.stuck import CONCERNED, stuck

STATES = ("ready", "blocked", "claimed", "completed", "failed", "quarantined")


def queue(asked: Asked) -> Shown:
    """The items, newest first."""
    state = asked.query.get("state", "")
    if state and state not in STATES:
        raise BadRequest(f"no item is ever {state[:40]!r}; it is {', '.join(STATES)}")
    where: dict[str, Any] = {"state": state} if state else {}
    found = part(asked, "work", where, "-created_at")
    waits = stuck(asked.board.view("work", where={"state": CONCERNED}))
    following = address("/queue", state=state, after=found.after) if found.after else ""
    there = asked.board.has_view("runs")
    runs = asked.board.view("runs", order="-started_at", limit=12) if there else []
    return Shown("queue.html", {
        "rows": found.rows, "next": following, "states": STATES, "state": state, "waits": waits,
        "runs": runs,
    })  # fmt: skip


def item(asked: Asked) -> Shown:
    """One item: what it needs, who holds it, and its result."""
    rows = asked.board.view("work", where={"item": asked.names["name"]})
    if not rows:
        raise NotFound(f"there is no work item {asked.names['name']!r}")
    row = rows[0]
    events = list(asked.board.read(stream=streams.work(row["item"])))
    return Shown(
        "work_item.html",
        {
            "row": row,
            "events": events,
            "input": in_words(row["input"] or {}),
            "outcome": in_words(row["outcome"] or {}),
        },
    )


def retried(asked: Asked) -> Moved:
    """Put an item back that failed or was quarantined."""
    name = asked.needed("name")
    queue = Queue(asked.board, "web")
    queue.retry(name, asked.text("reason") or "retried on the page")
    return Moved(address(f"/queue/{name}"), "It is ready again")
