"""What a hook writes down of a session: where its transcript is, or what was said.

The transcript is the record (docs/decisions/0013): where the agent keeps one, only the beginning
and the end of turns are noted, and a worker reads it. Where it keeps none, prompts and tool calls
are noted as they happen, under ids that are the same however often they are reported.
"""

from __future__ import annotations

import os

from blackboard.errors import BoardError
from blackboard.events import streams
from blackboard.ids import derived
from blackboard.redaction.anchors import may_hold_secret
from blackboard.sanitise import may_hold_controls
from blackboard.signed_in import account_of
from blackboard.sources.exclusion import OFF
from blackboard.sources.repository import branch_of
from blackboard.storage.hook_board import HookBoard, PendingEvent
from blackboard.storage.sqlite_json import Json, Raw
from lessonboard.hooks.hook_event import HookEvent

_LONGEST_PROMPT = 20_000
_TOOL_CALLED, _MESSAGE = 3, 2
"""The versions of their payloads (`events.session`), which take long to import."""

_SHORT = 300
_LONGEST = 2_000
_LONGEST_INPUT = 4_000
_STARTED = "session.started:hook"


def pending(json: Json, hook_event: HookEvent) -> list[PendingEvent]:
    """Return the events of one call; none for most."""
    found = _of_step(json, hook_event, hook_event.project)
    return [_without_secrets(event) for event in found]


def _of_step(json: Json, hook_event: HookEvent, project: str | None) -> list[PendingEvent]:
    match hook_event.step:
        case "start":
            return [_started(json, hook_event, project), *_signed_in(json, hook_event, project)]
        case "stop" if not hook_event.goes_on:
            return [_paused(json, hook_event, project), *_signed_in(json, hook_event, project)]
        case "compaction":
            return [_cleared(json, hook_event, project)]
        case "end":
            return [_ended(json, hook_event, project)]
        case "prompt" if not hook_event.transcript and hook_event.prompt.strip():
            return [_said(json, hook_event, project)]
        case "after" | "failed" if not hook_event.transcript:
            return [_called(json, hook_event, project)]
    return []


def left_out(json: Json, hook_event: HookEvent) -> PendingEvent:
    """Return the decision of who set the variable for this session's agent; without its project."""
    payload = json.object(session=hook_event.main_session, reason=f"{OFF} was set")
    return PendingEvent(
        "capture.disabled", streams.capture(f"session:{hook_event.main_session}"), payload, None
    )


def is_unknown(board: HookBoard, hook_event: HookEvent) -> bool:
    """Return whether a session ends that never began, as agents report of some commands."""
    if (
        hook_event.step != "end"
        or not hook_event.transcript
        or os.path.exists(hook_event.transcript)
    ):
        return False
    return not board.has(derived(_stream(hook_event), _STARTED))


def _stream(hook_event: HookEvent) -> str:
    return streams.session(hook_event.session)


def _event(
    hook_event: HookEvent, type_: str, key: str, payload: str, project: str | None
) -> PendingEvent:
    stream = _stream(hook_event)
    return PendingEvent(
        type_, stream, payload, project, derived(stream, f"{type_}:{key}") if key else None
    )


def _started(json: Json, hook_event: HookEvent, project: str | None) -> PendingEvent:
    payload = json.object(
        session=hook_event.session,
        agent=hook_event.agent,
        model=hook_event.model or None,
        cwd=hook_event.cwd or None,
        repository=project,
        branch=branch_of(hook_event.cwd) if hook_event.cwd else None,
        transcript=hook_event.transcript or None,
    )
    return _event(hook_event, "session.started", "hook", payload, project)


def _signed_in(json: Json, hook_event: HookEvent, project: str | None) -> list[PendingEvent]:
    """Return who is signed in to the agent, with whose environment hooks run.

    It is recorded once for a session.
    """
    home = os.environ.get("HOME") or os.environ.get("USERPROFILE", "")
    account = account_of(hook_event.agent, os.environ, home)
    if not account:
        return []
    stream = streams.session(hook_event.main_session)
    payload = json.object(session=hook_event.main_session, account=account)
    id_ = derived(stream, f"session.attributed:{account}")
    return [PendingEvent("session.attributed", stream, payload, project, id_)]


def _paused(json: Json, hook_event: HookEvent, project: str | None) -> PendingEvent:
    payload = json.object(session=hook_event.main_session, transcript=hook_event.transcript or None)
    return _event(hook_event, "turn.ended", hook_event.turn, payload, project)


def _cleared(json: Json, hook_event: HookEvent, project: str | None) -> PendingEvent:
    """Record that a context was cleared when the agent can be shown nothing then.

    An agent that can be shown lessons then starts again instead.
    """
    stream = streams.context(hook_event.session)
    return PendingEvent("context.cleared", stream, json.object(session=hook_event.session), project)


def _ended(json: Json, hook_event: HookEvent, project: str | None) -> PendingEvent:
    payload = json.object(
        session=hook_event.main_session,
        reason=hook_event.reason,
        transcript=hook_event.transcript or None,
    )
    return _event(hook_event, "session.ended", "", payload, project)


def _said(json: Json, hook_event: HookEvent, project: str | None) -> PendingEvent:
    """Return a prompt, whose author is unproven: a program may run the agent, or this very hook."""
    is_subagent = hook_event.session != hook_event.main_session
    payload = json.object(
        session=hook_event.session,
        role="user",
        text=_beginning(hook_event.prompt, _LONGEST_PROMPT),
        said_by="other-agent" if is_subagent else "unknown",
    )
    event = _event(hook_event, "message.recorded", hook_event.turn, payload, project)
    event.schema = _MESSAGE
    return event


def _called(json: Json, hook_event: HookEvent, project: str | None) -> PendingEvent:
    from blackboard.agents.tools import describe

    known = {
        "command": hook_event.command,
        "cwd": hook_event.folder,
        "paths": list(hook_event.paths),
    }
    call = describe(hook_event.tool, known, hook_event.agent)
    payload = json.object(
        session=hook_event.session,
        call=hook_event.call or hook_event.turn,
        name=hook_event.tool,
        input=_input(json, hook_event),
        kind=call["kind"],
        command=_beginning(call.get("command", ""), _LONGEST_INPUT) or None,
        paths=call.get("paths"),
        cwd=call.get("cwd"),
        output=_beginning(hook_event.result, _LONGEST),
        said_by="tool",
        output_chars=len(hook_event.result),
        failed=hook_event.failed,
        exit_code=hook_event.exit_code,
    )
    event = _event(hook_event, "tool.called", hook_event.call, payload, project)
    event.schema = _TOOL_CALLED
    return event


def _input(json: Json, hook_event: HookEvent) -> Raw:
    """Return the input as it was given; of a very long or broken one, what it is about."""
    if hook_event.input.startswith("{") and len(hook_event.input) <= _LONGEST_INPUT:
        if _is_plain(hook_event.input) and json.is_valid(hook_event.input):
            return Raw(hook_event.input)
        from lessonboard.hooks.plain import plain

        text = plain(hook_event.input)
        if text is not None:
            return Raw(text)
    from blackboard.agents.arguments import COMMAND, PATHS

    path = hook_event.paths[0][:_LONGEST] if hook_event.paths else None
    command = _beginning(hook_event.command, _LONGEST_INPUT) or None
    return Raw(json.object(**{COMMAND[0]: command, PATHS[0]: path}))


def _is_plain(text: str) -> bool:
    """Return whether JSON certainly holds no number without bounds and no escape that hides a word.

    Most inputs need no closer look, which is slow.
    """
    return (
        len(text) < _SHORT
        and text.isprintable()
        and "\\u" not in text
        and "\\/" not in text
        and not any(f"{digit}{sign}" in text for digit in "0123456789." for sign in "eE")
    )


def _beginning(text: str, longest: int) -> str:
    """At most so many characters, and no half of a word, which may be the half of a secret."""
    if len(text) <= longest:
        return text
    return text[:longest].rsplit(None, 1)[0]


def _without_secrets(event: PendingEvent) -> PendingEvent:
    """Return the fact as it may be written; looking closely takes longer, and is seldom needed.

    Raises:
        BoardError: the payload is no JSON, which cannot be looked through.
    """
    if may_hold_secret(event.payload) or may_hold_controls(event.payload):
        from lessonboard.hooks.plain import plain

        text = plain(event.payload, redacted=True)
        if text is None:
            raise BoardError(f"a {event.type} is no JSON, so no secret can be found in it")
        event.payload = text
    return event
