"""The tool `show`: a lesson or insight with its evidence, decisions and what agents reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from blackboard.delivery.voice import is_plain
from blackboard.event import Event
from blackboard.events import streams
from blackboard.views.rows import RuleRow
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.naming import named
from lessonboard.mcp.text import day, plain, quoted, standing, whose

_MOST_SHOWN = 10
"""Pieces of evidence, decisions and reports in one answer."""

_WORDS = ("constraint", "symptom", "root_cause", "resolution", "statement")
"""What a lesson or an insight says."""

_DISPUTED = "lesson.disputed"
"""The type of `LessonDisputed`, without the models of all events."""


def show(shared: ServerContext, id: str) -> str:
    """Return all that is known of a lesson or insight; the beginning of its id is enough."""
    with shared.board() as board:
        _, row = named(board, id, shared.reach(board))
        me = board.person
        reports = list(board.read(stream=streams.reports(row["id"]), types=[_DISPUTED]))
    quote = plain if is_plain(row, me) else quoted
    text: Mapping[str, Any] = row
    words = [f"{name.replace('_', ' ')}: {quote(text[name], 1000)}"
             for name in _WORDS if text.get(name)]  # fmt: skip
    return "\n".join(
        [
            f"{row['id']}: {standing(row)}{whose(row, me)}, confidence {row['confidence']:.2f}",
            *words,
            _about(row),
            *_listed("evidence", [_evidence(each) for each in row["evidence"]]),
            *_listed("decisions", [_decision(each) for each in row["decisions"]]),
            *_listed("disputed", [_report(each) for each in reports]),
        ]
    )


def _about(row: RuleRow) -> str:
    severity = f", severity: {row['severity']}" if "constraint" in row else ""
    return f"category: {plain(row['category'], 80)}{severity}"


def _listed(name: str, lines: Sequence[str]) -> list[str]:
    if not lines:
        return []
    left = len(lines) - _MOST_SHOWN
    more = [f"- and {left} more"] if left > 0 else []
    return [f"{name}:", *(f"- {line}" for line in lines[:_MOST_SHOWN]), *more]


def _evidence(each: dict[str, Any]) -> str:
    session = f", session {plain(each['session'], 120)}" if each.get("session") else ""
    return f"event {each['event_id']}{session}: {quoted(each['quote'], 300)}"


def _decision(each: dict[str, Any]) -> str:
    why = f": {quoted(each['reason'], 200)}" if each["reason"] else ""
    return f"{day(each['at'])} {each['type']} by {plain(each['actor'], 80) or 'unknown'}{why}"


def _report(event: Event) -> str:
    if event.payload is None:
        return f"{day(event.occurred_at)} forgotten"
    told = event.payload
    where = plain(told["session"], 120)
    return f"{day(event.occurred_at)} {told['verdict']}, session {where}: {quoted(told['reason'])}"
