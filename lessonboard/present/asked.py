"""What models were asked, what it cost, and what became of what they proposed; for every face."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.event import Event
from blackboard.events.board import ModelCalled
from blackboard.events.understanding import ModelAnswered, ProposalRefused
from blackboard.views.rows import LessonRow
from reflect.model.budget import NOTHING, Spent

PURPOSES = {
    "propose": "to propose lessons from", "correct": "to correct proposals from",
    "join": "which lessons belong together in",
}  # fmt: skip
"""What a question was for, in words before its subject."""


class Question(NamedTuple):
    """A question, or a call whose question is not kept.

    Args:
        position: that of its answer, or of the call, in the log.
        at: when, in microseconds since 1970.
        purpose: what for: `propose`, `correct` or `join`; of a call what it says itself.
        subject: the session or project; empty where the question is not kept.
        asked: the model.
        cost: the tokens of all its calls, as they were counted.
        trouble: what failed, in words; empty where it was answered.
    """

    position: int
    at: int
    purpose: str
    subject: str
    asked: str
    cost: Spent
    trouble: str


class Refusal(NamedTuple):
    """A proposal that was not kept, and why."""

    at: int
    text: str
    reason: str


def questions(board: Board) -> list[Question]:
    """All questions and calls, the latest first.

    The calls of a question come before its answer: what was tried again counts as its cost.
    """
    found: list[Question] = []
    waiting: dict[str, list[Event]] = defaultdict(list)
    for event in board.read(types=[ModelCalled.type, ModelAnswered.type]):
        payload = event.payload
        if payload is None:
            continue
        if event.type == ModelCalled.type:
            waiting[payload["purpose"]].append(event)
        else:
            found.append(_answered(event, payload, waiting.pop(payload["prompt"], [])))
    found += [_call(each) for calls in waiting.values() for each in calls]
    return sorted(found, key=lambda each: -each.position)


def refusals(board: Board, subjects: Iterable[str] = ()) -> dict[str, list[Refusal]]:
    """The refused proposals by the session or project that they are about; all without subjects."""
    wanted = set(subjects)
    found: dict[str, list[Refusal]] = defaultdict(list)
    for event in board.read(types=[ProposalRefused.type]):
        payload = event.payload
        if payload is not None and (not wanted or payload["subject"] in wanted):
            found[payload["subject"]].append(
                Refusal(event.occurred_at, payload["text"], payload["reason"])
            )
    return found


def accepted(board: Board) -> dict[str, list[LessonRow]]:
    """The lessons that models proposed, by the session from which they were first learnt."""
    models = [each for each in board.values("lessons", "asked") if each]
    found: dict[str, list[LessonRow]] = defaultdict(list)
    for row in board.view("lessons", where={"asked": models}, order="-learnt_at") if models else ():
        for session in row["sessions"][:1]:
            found[session].append(row)
    return found


def total(some: Iterable[Question], since: int = 0) -> Spent:
    """What some questions cost from a time on."""
    spent = NOTHING
    for each in some:
        spent = spent.plus(each.cost) if each.at >= since else spent
    return spent


def _answered(event: Event, payload: dict[str, Any], calls: list[Event]) -> Question:
    return Question(
        event.position, event.occurred_at, payload["purpose"], payload["subject"],
        payload["asked"], total(map(_call, calls)), "",
    )  # fmt: skip


def _call(event: Event) -> Question:
    payload: dict[str, Any] = event.payload or {}
    cost = Spent(payload.get("input_tokens", 0), payload.get("output_tokens", 0))
    outcome, detail = payload["outcome"], payload.get("detail", "")
    trouble = "" if outcome == "ok" else f"{outcome}: {detail}" if detail else outcome
    return Question(event.position, event.occurred_at, payload["purpose"], "",
                    payload["model"], cost, trouble)  # fmt: skip
