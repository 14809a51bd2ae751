"""Lifting old payloads to the newest version of their type, one function per step.

A stored event is never rewritten. `UPCASTERS[(type, n)]` turns a payload of version n into
one of version n + 1; the next step is one function and one line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from blackboard.event import Event
from blackboard.events.fitting import unfit

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


def _approved_at_birth(curated: dict[str, Any]) -> dict[str, Any]:
    """Before insights could wait, each was offered from its beginning."""
    return {**curated, "status": "approved"}


def _unchanged(old: dict[str, Any]) -> dict[str, Any]:
    """Before writers were named, and shares were signed: the same, without either."""
    return old


def _approved_2(old: dict[str, Any]) -> dict[str, Any]:
    """Before harm was named, an approval said yes to none."""
    return {**old, "despite": []}


def _tool_called_2(old: dict[str, Any]) -> dict[str, Any]:
    """What the call did, by the tables of all agents that recorded events of version 1."""
    from blackboard.agents.tools import describe  # which imports all agents

    return {**old, **describe(str(old.get("name", "")), old.get("input") or {})}


def _message_2(old: dict[str, Any]) -> dict[str, Any]:
    """Before authors were recorded, only the role was: it names the model, and no person."""
    return {**old, "said_by": "agent" if old.get("role") == "assistant" else "unknown"}


def _tool_called_3(old: dict[str, Any]) -> dict[str, Any]:
    """Before authors were recorded, a program's output could pass for a person's refusal."""
    return {**old, "said_by": "unknown"}


UPCASTERS: dict[tuple[str, int], Upcaster] = {
    ("account.shared", 1): _unchanged,
    ("decision.shared", 1): _unchanged,
    ("insight.curated", 1): _approved_at_birth,
    ("insight.curated", 2): _unchanged,
    ("lesson.approved", 1): _approved_2,
    ("lesson.created", 1): _unchanged,
    ("lesson.revised", 1): _unchanged,
    ("lesson.shared", 1): _unchanged,
    ("message.recorded", 1): _message_2,
    ("thing.shared", 1): _unchanged,
    ("tool.called", 1): _tool_called_2,
    ("tool.called", 2): _tool_called_3,
}


def newest(type_: str) -> int:
    """The newest version of a type that this program writes."""
    return 1 + max((step for name, step in UPCASTERS if name == type_), default=0)


def current(event: Event) -> dict[str, Any] | None:
    """An event's payload in the newest version of its type.

    None when there is nothing that this program can read: the payload was forgotten, a newer
    program wrote it, or it has not the fields of its type.
    """
    if event.payload is None or event.schema > newest(event.type):
        return None
    payload, wrong = as_newest(event.type, event.schema, event.payload)
    return None if wrong else payload


def readable(type_: str, schema: int, payload: Any) -> dict[str, Any] | None:
    """A payload as it stands, or None where no program can have meant it.

    Readers take that for a payload that was forgotten. What is of a newer version has at least
    the fields of the one that this program knows.
    """
    if payload is None or as_newest(type_, schema, payload)[1]:
        return None
    found: dict[str, Any] = payload
    return found


def as_newest(type_: str, schema: int, payload: Any) -> tuple[Any, str]:
    """A payload in the newest version of its type, and what is wrong with it; empty if nothing.

    Of a version that is not known to this program it stays as it is.
    """
    version = newest(type_)
    if schema < version and can_lift(type_, schema, version):
        try:
            payload = lift(type_, payload, schema, version)
        except Exception as error:  # it may hold anything
            return payload, f"version {schema} could not be lifted: {type(error).__name__}"
    return payload, unfit(type_, payload)


def latest(events: Iterable[Event]) -> Iterator[Event]:
    """Events with their payloads in the newest version; those of a newer program as they are.

    A payload that has not the fields of its type is None, as one that was forgotten.
    """
    versions: dict[str, int] = {}
    for event in events:
        version = versions.get(event.type)
        if version is None:
            version = versions[event.type] = newest(event.type)
        if event.payload is None or event.schema > version:
            yield event
            continue
        lifted = current(event)
        is_same = lifted is event.payload
        yield event if is_same else event._replace(payload=lifted, schema=version)


def can_lift(type_: str, version: int, to: int) -> bool:
    """Whether there is a function for every step from a version to another."""
    return all((type_, step) in UPCASTERS for step in range(version, to))


def lift(type_: str, payload: dict[str, Any], version: int, to: int) -> dict[str, Any]:
    """A payload of `version` as one of version `to`.

    Raises:
        KeyError: a step is missing; ask `can_lift` first.
    """
    for step in range(version, to):
        payload = UPCASTERS[type_, step](payload)
    return payload
