"""What a hook says to its agent: its call as a situation, and the delivery as events to append."""

from __future__ import annotations

from blackboard.delivery.limits import limits_at
from blackboard.delivery.result import Delivery
from blackboard.delivery.situation import Situation
from blackboard.storage.hook_board import HookBoard, PendingEvent
from blackboard.storage.sqlite_json import Json
from lessonboard.hooks.hook_event import HookEvent


def delivery_of(
    board: HookBoard, json: Json, hook_event: HookEvent, limit: int, budget: int
) -> Delivery:
    """What to say; mostly nothing, so no lock is held while it is looked up."""
    situation = situation_of(json, hook_event)
    if not situation.is_occasion:
        return Delivery()
    limits = limits_at(situation.step, limit, budget)
    with board.reading():
        if not board.is_folded():
            return Delivery()
        return board.delivery_for(situation, limits)


def situation_of(json: Json, hook_event: HookEvent) -> Situation:
    """What a hook knows.

    Where no folder is named, the project is empty: of the lessons only those for everywhere fit.
    After a call, its output may hold an error that the agent does not know as one.
    """
    if hook_event.is_cleared:
        from lessonboard.hooks.recent import situation_of_work

        return situation_of_work(json, hook_event)
    return Situation(
        prompt=hook_event.prompt,
        project=hook_event.project or "",
        paths=hook_event.paths,
        command=hook_event.command,
        error=hook_event.error or (hook_event.output if hook_event.step == "after" else ""),
        session=hook_event.session,
        step=hook_event.step,
    )


def pending_events(json: Json, delivery: Delivery) -> list[PendingEvent]:
    """The events of a delivery as hooks append them."""
    return [
        PendingEvent(
            event.type, event.stream, json.object(**event.payload), event.project, event.id
        )
        for event in delivery.events
    ]
