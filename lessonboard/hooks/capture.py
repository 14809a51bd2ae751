"""What a hook writes down of a session: where its transcript is, or what was said.

The transcript is the record (docs/decisions/0013): where the agent keeps one, only the beginning
and the end of turns are noted, and a worker reads it. Where it keeps none, prompts and tool calls
are noted as they happen, under ids that are the same however often they are told.
"""

from __future__ import annotations

from blackboard.errors import BoardError
from blackboard.ids import derived
from blackboard.sources.anchors import may_hold_secret
from blackboard.sources.repository import branch_of, project_of
from blackboard.storage.sqlite.quick import Fact, Json, Raw
from lessonboard.hooks.told import Told

_LONGEST = 2_000
_LONGEST_INPUT = 4_000


def facts(json: Json, told: Told) -> list[Fact]:
    """The events of one call; none for most."""
    project = project_of(told.cwd) if told.cwd else None
    found = _of_step(json, told, project)
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
    payload = json.object(session=told.session, role="user", text=told.prompt[:20_000])
    return _fact(told, "message.recorded", told.turn, payload, project)


def _called(json: Json, told: Told, project: str | None) -> Fact:
    output = told.error or told.output
    code = output[:40].split("\n")[0].removeprefix("Exit code ")
    payload = json.object(
        session=told.session,
        call=told.call or told.turn,
        name=told.tool,
        input=_input(json, told),
        output=output[:_LONGEST],
        output_chars=len(output),
        failed=told.step == "failed",
        exit_code=int(code) if told.step == "failed" and code.isdecimal() else None,
    )
    return _fact(told, "tool.called", told.call, payload, project)


def _input(json: Json, told: Told) -> Raw:
    """The input as it was given; of a very long one, what it is about."""
    if told.input.startswith("{") and len(told.input) <= _LONGEST_INPUT:
        return Raw(told.input)
    path = told.paths[0] if told.paths else None
    return Raw(json.object(command=told.command[:_LONGEST_INPUT] or None, file_path=path))


def _without_secrets(fact: Fact) -> Fact:
    """The fact as it may be written; looking closely takes longer, and is seldom needed.

    Raises:
        BoardError: the payload is no JSON, which cannot be looked through.
    """
    if may_hold_secret(fact.payload):
        import json as slow_json

        from blackboard.sources.redact import redact_all

        try:
            fact.payload = slow_json.dumps(redact_all(slow_json.loads(fact.payload)).value)
        except ValueError as error:
            raise BoardError(f"a fact is no JSON: {fact.payload[:80]!r}") from error
    return fact
