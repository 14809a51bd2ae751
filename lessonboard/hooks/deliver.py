"""What a hook says to its agent: its call as a situation, and the delivery as events to append."""

from __future__ import annotations

from blackboard.delivery.limits import MIN_CONFIDENCE, limits_at
from blackboard.delivery.result import Delivery
from blackboard.delivery.situation import Situation
from blackboard.storage.hook_board import HookBoard, PendingEvent
from blackboard.storage.sqlite_json import Json
from lessonboard.hooks.hook_event import HookEvent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def delivery_of(
    board: HookBoard,
    json: Json,
    hook_event: HookEvent,
    limit: int,
    budget: int,
    min_confidence: float = MIN_CONFIDENCE,
    holdout: bool = True,
) -> Delivery:
    """Return what to say; mostly nothing, so no lock is held while it is looked up."""
    now = situation_of(json, hook_event)
    if not (now.is_occasion or hook_event.is_late):
        return Delivery()
    with board.reading():
        if not board.is_folded():
            return Delivery()
        for situation in situations_of(board, now, hook_event):
            limits = limits_at(situation.step, limit, budget, min_confidence, holdout=holdout)
            found = board.delivery_for(situation, limits)
            if found.text or found.events:
                return found
    return Delivery()


def situations_of(board: HookBoard, now: Situation, hook_event: HookEvent) -> Iterator[Situation]:
    """Yield what a hook knows.

    Where nothing could be shown before, these include the start and the prompt.
    """
    if now.is_occasion:
        yield now
    if hook_event.is_late:
        project, session = hook_event.project or "", hook_event.session
        yield Situation(step="start", project=project, session=session)
        prompt = board.last_prompt(session)
        if prompt:
            yield Situation(step="prompt", prompt=prompt, project=project, session=session)


def situation_of(json: Json, hook_event: HookEvent) -> Situation:
    """Return what a hook knows.

    Where no folder is named, the project is empty: of the lessons only those for everywhere fit.
    After a call, its output may hold an error that the agent does not know as one; where the exit
    code shows that it failed, it is a failure like any other.
    """
    if hook_event.is_cleared:
        from lessonboard.hooks.recent import situation_of_work

        return situation_of_work(json, hook_event)
    failed = False
    if hook_event.step == "after":
        from lessonboard.hooks.outcome import has_failed

        failed = has_failed(json, hook_event)
    return Situation(
        prompt=hook_event.prompt,
        project=hook_event.project or "",
        paths=hook_event.paths,
        command=hook_event.command,
        error=hook_event.error or (hook_event.result if hook_event.step == "after" else ""),
        session=hook_event.session,
        step="failed" if failed else hook_event.step,
    )


def pending_events(json: Json, delivery: Delivery) -> list[PendingEvent]:
    """Return the events of a delivery as hooks append them."""
    return [
        PendingEvent(
            event.type, event.stream, json.object(**event.payload), event.project, event.id
        )
        for event in delivery.events
    ]
