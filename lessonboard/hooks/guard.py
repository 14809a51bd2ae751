"""Refusing a call that a guard means, or asking the person, once a session: events and reply."""

from __future__ import annotations

import os
import time

from blackboard.agents.tools import describe
from blackboard.delivery import events
from blackboard.delivery.text import tokens
from blackboard.errors import BoardBusy
from blackboard.guards.active import ASKED, REFUSED
from blackboard.guards.question import prohibition, question
from blackboard.guards.refusal import Attempt, reason, refusal_of, root_of
from blackboard.ids import derived
from blackboard.storage import outbox
from blackboard.storage.hook_board import PendingEvent
from blackboard.storage.sqlite_json import Json, Raw
from lessonboard.hooks.deliver import situation_of
from lessonboard.hooks.failures import without_secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from blackboard.guards.active import ActiveGuard
    from blackboard.guards.refusal import Refusal
    from blackboard.storage.hook_board import HookBoard
    from lessonboard.hooks.hook_event import HookEvent

ASK, DENY = "ask", "deny"
_LONGEST = 2_000
_TRIES = 3
"""Times to wait for other hooks, which write for a moment only."""


def refuse(
    board: HookBoard,
    json: Json,
    hook_event: HookEvent,
    guards: Sequence[ActiveGuard],
    config: str = "",
) -> str:
    """Return the reply that refuses a call, or has the person asked.

    It is empty where no guard certainly matches.

    A call is refused only once that is on record, so that the same call passes the next time.
    """
    attempt = attempt_of(hook_event)
    if attempt is None:
        return ""
    before = board.refused_in(hook_event.session)
    spoken = {guard.form for guard in guards if guard.lesson in before and guard.is_prohibition}
    for guard in guards:
        if guard.is_prohibition and guard.form in spoken:
            continue  # the same was said in other words
        refusal = refusal_of([guard], attempt, before)
        how = _manner(json, hook_event, guard, config) if refusal else ""
        if refusal and how:
            return _speak(board, json, hook_event, refusal, how)
    return ""


def _manner(json: Json, hook_event: HookEvent, guard: ActiveGuard, config: str) -> str:
    """Return whether a guard refuses a call ("deny"), asks the person ("ask"), or lets it pass.

    What a person forbade is a question to them where they attend and the agent can ask them;
    elsewhere only what they confirmed is refused, and in their absence only if their settings
    allow it.
    """
    if not guard.is_prohibition:
        return DENY
    from lessonboard.hooks.attended import is_attended, lets_headless, may_ask

    if not is_attended(json, hook_event, os.environ):
        return DENY if guard.is_confirmed and lets_headless(config) else ""
    if may_ask(hook_event):
        return ASK
    return DENY if guard.is_confirmed else ""


def _speak(board: HookBoard, json: Json, hook_event: HookEvent, refusal: Refusal, how: str) -> str:
    """Record what a guard does, and the reply that does it; empty where another hook was first."""
    guard, what = refusal.guard, without_secrets(refusal.what)
    now = time.time_ns() // 1000
    if how == ASK:
        text = question(guard, what, now)
    elif guard.is_prohibition:
        text = prohibition(guard, what, now)
    else:
        text = reason(guard, what, without_secrets(refusal.instead))
    pending = (_asked if how == ASK else _events)(json, hook_event, guard.lesson, what, text)
    is_first = _record(board, json, hook_event, guard.lesson, pending)
    return reply(json, hook_event, text, how) if is_first else ""


def attempt_of(hook_event: HookEvent) -> Attempt | None:
    """Return the call as guards look at it; None where it is neither a shell line nor an edit."""
    cwd = hook_event.cwd
    if not cwd or not os.path.isabs(cwd):
        return None
    known = {
        "command": hook_event.command,
        "cwd": hook_event.folder,
        "paths": list(hook_event.paths),
    }
    call = describe(hook_event.tool, known, hook_event.agent)
    root = root_of(cwd, os.environ.get("CLAUDE_PROJECT_DIR", ""))
    if call["kind"] == "shell":
        return Attempt(root, os.path.join(cwd, hook_event.folder), call.get("command", ""))
    if call["kind"] == "edit":
        return Attempt(root, cwd, paths=call.get("paths", ()))
    return None


def reply(json: Json, hook_event: HookEvent, reason: str, decision: str = DENY) -> str:
    """Return a refusal or question in the form that the agent takes it in."""
    if hook_event.refuses == "decision":
        return json.object(decision="deny", reason=reason)
    inner = json.object(
        hookEventName=hook_event.event, permissionDecision=decision, permissionDecisionReason=reason
    )
    return json.object(hookSpecificOutput=Raw(inner))


def _record(
    board: HookBoard, json: Json, hook_event: HookEvent, lesson: str, pending: list[PendingEvent]
) -> bool:
    """Record a refusal; whether this call is the one that is refused.

    Of two simultaneous calls, the second one finds the refusal of the first and passes.
    """
    for _ in range(_TRIES):
        try:
            with board.writing():
                if board.has(pending[0].id):
                    return False
                board.append(pending, hook_event.agent)
        except BoardBusy:
            continue
        return True
    return _record_beside(board, json, hook_event, lesson, pending)


def _record_beside(
    board: HookBoard, json: Json, hook_event: HookEvent, lesson: str, pending: list[PendingEvent]
) -> bool:
    """Record a refusal in the outbox, where the board is busy or follows a log elsewhere."""
    lines: list[str] = []

    def add_once() -> list[str]:
        if lesson not in board.refused_in(hook_event.session):
            lines.extend(event.line(json, hook_event.agent) for event in pending)
        return lines

    outbox.add(board.path, add_once)
    return bool(lines)


def _asked(
    json: Json, hook_event: HookEvent, lesson: str, what: str, text: str
) -> list[PendingEvent]:
    """Return the question, which the agent is not shown."""
    stream = events.stream_of(hook_event.session)
    payload = json.object(
        lesson=lesson, session=hook_event.session, call=hook_event.call or hook_event.turn,
        asked=what[:_LONGEST], reason=text,
    )  # fmt: skip
    id = derived(stream, f"{ASKED}:{lesson}")
    return [PendingEvent(ASKED, stream, payload, hook_event.project, id)]


def _events(
    json: Json, hook_event: HookEvent, lesson: str, what: str, text: str
) -> list[PendingEvent]:
    """Return the refusal, and that the agent was given the lesson with it."""
    session = hook_event.session
    stream = events.stream_of(session)
    payload = json.object(
        lesson=lesson,
        session=session,
        call=hook_event.call or hook_event.turn,
        refused=what[:_LONGEST],
        reason=text,
    )
    situation = situation_of(json, hook_event)
    told = events.injected(situation, session, text, [lesson], tokens(text), {})
    return [
        PendingEvent(
            REFUSED, stream, payload, hook_event.project, derived(stream, f"{REFUSED}:{lesson}")
        ),
        PendingEvent(told.type, told.stream, json.object(**told.payload), told.project, told.id),
    ]
