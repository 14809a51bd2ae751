"""What a hook writes down of a session: where its transcript is, or what was said.

The transcript is the record (docs/decisions/0013): where the agent keeps one, only the beginning
and the end of turns are noted, and a worker reads it. Where it keeps none, prompts and tool calls
are noted as they happen, under ids that are the same however often they are told.
"""

from __future__ import annotations

import os

from blackboard.errors import BoardError
from blackboard.ids import derived
from blackboard.redaction.anchors import may_hold_secret
from blackboard.sources.exclusion import OFF
from blackboard.sources.repository import branch_of
from blackboard.storage.sqlite.quick import Fact, Json, QuickBoard, Raw
from lessonboard.hooks.told import Told

_LONGEST_PROMPT = 20_000
_LONGEST_CODE = 5
_SHORT = 300
_LONGEST = 2_000
_LONGEST_INPUT = 4_000
_STARTED = "session.started:hook"


def facts(json: Json, told: Told) -> list[Fact]:
    """The events of one call; none for most."""
    found = _of_step(json, told, told.project)
    return [_without_secrets(fact) for fact in found]


def _of_step(json: Json, told: Told, project: str | None) -> list[Fact]:
    match told.step:
        case "start":
            return [_started(json, told, project)]
        case "stop" if not told.goes_on:
            return [_paused(json, told, project)]
        case "end":
            return [_ended(json, told, project)]
        case "prompt" if not told.transcript and told.prompt.strip():
            return [_said(json, told, project)]
        case "after" | "failed" if not told.transcript:
            return [_called(json, told, project)]
    return []


def left_out(json: Json, told: Told) -> Fact:
    """The decision of who set the variable for this session's agent; without its project."""
    payload = json.object(session=told.main_session, reason=f"{OFF} was set")
    return Fact("capture.disabled", f"capture:session:{told.main_session}", payload, None)


def is_unknown(board: QuickBoard, told: Told) -> bool:
    """Whether a session ends that never began, as commands of an agent tell that hold none."""
    if told.step != "end" or not told.transcript or os.path.exists(told.transcript):
        return False
    return not board.has(derived(_stream(told), _STARTED))


def _stream(told: Told) -> str:
    return f"session:{told.session}"


def _fact(told: Told, type_: str, key: str, payload: str, project: str | None) -> Fact:
    stream = _stream(told)
    return Fact(type_, stream, payload, project, derived(stream, f"{type_}:{key}") if key else None)


def _started(json: Json, told: Told, project: str | None) -> Fact:
    payload = json.object(
        session=told.session,
        agent=told.agent,
        model=told.model or None,
        cwd=told.cwd or None,
        repository=project,
        branch=branch_of(told.cwd) if told.cwd else None,
        transcript=told.transcript or None,
    )
    return _fact(told, "session.started", "hook", payload, project)


def _paused(json: Json, told: Told, project: str | None) -> Fact:
    payload = json.object(session=told.main_session, transcript=told.transcript or None)
    return _fact(told, "turn.ended", told.turn, payload, project)


def _ended(json: Json, told: Told, project: str | None) -> Fact:
    payload = json.object(
        session=told.main_session, reason=told.reason, transcript=told.transcript or None
    )
    return _fact(told, "session.ended", "", payload, project)


def _said(json: Json, told: Told, project: str | None) -> Fact:
    payload = json.object(
        session=told.session, role="user", text=_beginning(told.prompt, _LONGEST_PROMPT)
    )
    return _fact(told, "message.recorded", told.turn, payload, project)


def _called(json: Json, told: Told, project: str | None) -> Fact:
    output = told.error or told.output
    code = output[:40].split("\n")[0].removeprefix("Exit code ")
    has_code = told.failed and code.isdecimal() and len(code) <= _LONGEST_CODE
    payload = json.object(
        session=told.session,
        call=told.call or told.turn,
        name=told.tool,
        input=_input(json, told),
        output=_beginning(output, _LONGEST),
        output_chars=len(output),
        failed=told.failed,
        exit_code=int(code) if has_code else None,
    )
    return _fact(told, "tool.called", told.call, payload, project)


def _input(json: Json, told: Told) -> Raw:
    """The input as it was given; of a very long or broken one, what it is about."""
    if told.input.startswith("{") and len(told.input) <= _LONGEST_INPUT:
        if _is_plain(told.input) and json.is_valid(told.input):
            return Raw(told.input)
        from lessonboard.hooks.plain import plain

        text = plain(told.input)
        if text is not None:
            return Raw(text)
    path = told.paths[0][:_LONGEST] if told.paths else None
    command = _beginning(told.command, _LONGEST_INPUT) or None
    return Raw(json.object(command=command, file_path=path))


def _is_plain(text: str) -> bool:
    """Whether JSON surely holds no number without bounds and no escape that hides a word.

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


def _without_secrets(fact: Fact) -> Fact:
    """The fact as it may be written; looking closely takes longer, and is seldom needed.

    Raises:
        BoardError: the payload is no JSON, which cannot be looked through.
    """
    if may_hold_secret(fact.payload):
        from lessonboard.hooks.plain import plain

        text = plain(fact.payload, redacted=True)
        if text is None:
            raise BoardError(f"a {fact.type} is no JSON, so no secret can be found in it")
        fact.payload = text
    return fact
