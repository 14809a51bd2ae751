"""The rows that the policy may decide about, found without reading all others.

Which of them it does decide about is for `policy.py` and `harm.py`; what is left out here they
would leave out as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from blackboard import Board, NotFound
from blackboard.views.lessons import ACTIVE_STATUSES, LESSONS
from blackboard.views.rows import InsightRow, LessonRow
from reflect.accounts.account import Account
from reflect.accounts.ledger import accounts
from reflect.curator.policy import APPROVED_TRUSTS, SURE, by_project, fading_since
from reflect.curator.settings import CuratorSettings

_SURE = {"status": "candidate", "trust": APPROVED_TRUSTS, "confidence>=": SURE}
_FREEING = (
    "lesson.rejected", "lesson.superseded", "lesson.retired", "lesson.restored", "lesson.revised",
    "lesson.reconsidered", "lesson.reconciled", "insight.retired", "insight.restored",
    "insight.reconsidered", "payload.forgotten",
)  # fmt: skip
"""What may free a candidate that contradicts the lesson or insight to which it happens."""

WEIGHED_BY = frozenset((*LESSONS.reduce, *_FREEING))
"""What may make a candidate one that is approved."""


def changed(board: Board, since: int) -> list[str]:
    """The lessons that were made, revised or approved after a position."""
    types = ["lesson.created", "lesson.revised", "lesson.approved"]
    events = board.read(since, types=types)
    return list(dict.fromkeys(event.payload["lesson"] for event in events if event.payload))


def sure_candidates(board: Board, since: int) -> list[LessonRow]:
    """The lessons that may be approved now, but could not be at a position."""
    if not since or any(True for _ in board.read(since, types=_FREEING, limit=1)):
        return board.view("lessons", where=_SURE)
    events = board.read(since, types=LESSONS.reduce)
    names = list(dict.fromkeys(name for event in events for name in LESSONS.keys(event)))
    return board.view("lessons", where={**_SURE, "id": names}) if names else []


def sure_insights(board: Board) -> list[InsightRow]:
    """The insights that may be approved, each quotation of their evidence in its whole message."""
    return [
        cast("InsightRow", {**row, "evidence": [in_full(board, each) for each in row["evidence"]]})
        for row in board.view("insights", where=_SURE)
    ]


def in_full(board: Board, evidence: dict[str, Any]) -> dict[str, Any]:
    """Evidence with the whole text of its message as its quotation, where the board has it."""
    try:
        text = (board.log.get(evidence["event_id"]).payload or {}).get("text")
    except NotFound:
        return evidence
    return {**evidence, "quote": text or evidence["quote"]}


def fading(
    board: Board, settings: CuratorSettings
) -> Iterator[tuple[list[LessonRow], dict[str | None, list[int]]]]:
    """By project the lessons that were not seen for too long, and when its sessions ended."""
    for project in [*board.values("lessons", "project"), None]:
        here: dict[str, Any] = {"project": project}
        latest = board.view(
            "sessions", where={**here, "child": 0}, order="-last_at", limit=settings.decay_sessions
        )
        since = fading_since([row["last_at"] for row in latest], settings)
        if since is not None:
            where = {**here, "status": ACTIVE_STATUSES, "scope": "project", "author": "",
                     "last_seen_at<=": since}  # fmt: skip
            if rows := board.view("lessons", where=where):
                yield rows, by_project(board.view("sessions", where={**here, "child": 0}))


def suspects(board: Board, settings: CuratorSettings) -> Iterator[tuple[LessonRow, Account]]:
    """The lessons that may do harm: those compared with going without, and the disputed ones."""
    signs: tuple[dict[str, int], ...] = (
        {"injected>=": 1, "withheld>=": 1}, {"disputed>=": settings.harm_disputes},
    )  # fmt: skip
    names = {row["lesson"] for where in signs for row in board.view("accounts", where=where)}
    where = {"id": sorted(names), "status": ACTIVE_STATUSES}
    rows = board.view("lessons", where=where) if names else []
    return zip(rows, accounts(board, rows), strict=True)
