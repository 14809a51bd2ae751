"""What must hold in a workflow file besides its shape: names, templates, addresses, order.

They read the parsed values, whatever these are, so that they find what is wrong also where
something else is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from blackboard.redaction.redact import redact
from lessonboard.parts.recordings.compiler.parameters import whole
from lessonboard.parts.recordings.compiler.template import NAME, BadTemplate, names
from lessonboard.parts.recordings.sources import ADDRESS_BAR
from lessonboard.parts.recordings.workflow_file import targets
from lessonboard.parts.recordings.workflow_file.addresses import host, is_web, scheme
from lessonboard.parts.recordings.workflow_file.shape import ROLES, TARGET_KEYS, InShape
from lessonboard.parts.recordings.workflow_file.wording import shown, unknown
from lessonboard.parts.recordings.workflow_file.yaml_tree import Path

_NEEDS_TARGET = ("click", "drag", "hover", "upload")
_NEEDS_VALUE = ("type", "press", "upload")
_MENTION = re.compile(rf"(?<!\{{)\{{({NAME.pattern})\}}(?!\}})")

Fault = tuple[Path, str]
"""Where something is wrong, and what."""


class Known(NamedTuple):
    """What a file is compared with: the recording, its steps, and the hosts that may be opened."""

    recording: str = ""
    steps: frozenset[int] | None = None
    hosts: frozenset[str] | None = None


def faults(value: Mapping[str, Any], known: Known) -> Iterator[Fault]:
    """What is wrong with the values of a file."""
    params = _mapping(value.get("parameters"))
    secrets = frozenset(name for name, each in params.items() if _is_secret(_mapping(each)))
    yield from _of_recording(value, known)
    yield from _of_parameters(params)
    yield from _of_templates(value, list(params))
    yield from _of_addresses(value, known)
    for number, step in enumerate(_steps(value)):
        path: Path = ("steps", number)
        for below, text in _of_step(step, secrets):
            yield (*path, *below), text
    yield from _of_ids(_steps(value), known)
    yield from _of_subtasks(value)
    yield from _of_secrets(value, ())


def _of_recording(value: Mapping[str, Any], known: Known) -> Iterator[Fault]:
    recording = value.get("recording")
    if known.recording and recording not in (None, known.recording):
        yield ("recording",), f"this is the file of another recording, not {known.recording}"


def _of_parameters(params: Mapping[str, Any]) -> Iterator[Fault]:
    for name, each in params.items():
        path: Path = ("parameters", name)
        if not NAME.fullmatch(name):
            yield path, f"{shown(name)!r} is no name: write small letters, digits and _"
        if _is_secret(_mapping(each)) and _mapping(each).get("example"):
            yield (*path, "example"), "a secret has no example in a file; take this line out"


def _of_templates(value: Mapping[str, Any], declared: Sequence[str]) -> Iterator[Fault]:
    for path, text in _templates(value):
        try:
            used = names(text)
        except BadTemplate as error:
            yield path, str(error)
            continue
        for name in used:
            if name not in declared:
                yield path, _undeclared(name, declared)
    for path, text in _sentences(value):
        for match in _MENTION.finditer(text):
            if match[1] not in declared:
                yield path, _undeclared(match[1], declared)


def _undeclared(name: str, declared: Sequence[str]) -> str:
    if not declared:
        return f"{{{name}}} is no parameter; write `parameters:` with `{name}: {{kind: text}}`"
    return f"{unknown('parameter', name, declared)}, or add it under `parameters:`"


def _templates(value: Mapping[str, Any]) -> Iterator[Fault]:
    """The texts in which `{name}` is a parameter, and a brace is doubled."""
    for number, step in enumerate(_steps(value)):
        for key in ("what", "target", "in", "value", "page", "after"):
            if not (key == "in" and not isinstance(step.get(key), dict)):
                yield from _texts(step.get(key), ("steps", number, key))
    outcome = _mapping(value.get("outcome"))
    for key in ("page", "title", "heading", "text", "absent"):
        yield from _texts(outcome.get(key), ("outcome", key))


def _sentences(value: Mapping[str, Any]) -> Iterator[Fault]:
    """The texts for people, in which a parameter may be named."""
    yield from _texts(value.get("subtasks"), ("subtasks",))
    yield from _texts(_mapping(value.get("outcome")).get("description"), ("outcome", "description"))


def _texts(value: object, path: Path) -> Iterator[Fault]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _texts(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _texts(item, (*path, number))


def _of_addresses(value: Mapping[str, Any], known: Known) -> Iterator[Fault]:
    for path, text in _addresses(value):
        if not is_web(text):
            yield (
                path,
                (
                    f"an address must begin with http:// or https://, not {scheme(text)!r}; "
                    "nothing else is opened"
                ),
            )
        elif known.hosts is not None and host(text) and host(text) not in known.hosts:
            hosts = ", ".join(sorted(known.hosts)) or "none"
            yield (
                path,
                (
                    f"{host(text)} is not a host of the recording ({hosts}); to open another, "
                    f"add --allow-host {host(text)} to the command"
                ),
            )
    start = value.get("start")
    if isinstance(start, str) and start and not host(start) and is_web(start):
        yield ("start",), f"start must be an address such as https://..., not {shown(start)!r}"


def _addresses(value: Mapping[str, Any]) -> Iterator[Fault]:
    yield from _texts(value.get("start"), ("start",))
    yield from _texts(_mapping(value.get("outcome")).get("page"), ("outcome", "page"))
    for number, step in enumerate(_steps(value)):
        path: Path = ("steps", number)
        yield from _texts(step.get("page"), (*path, "page"))
        yield from _texts(_mapping(step.get("after")).get("page"), (*path, "after", "page"))
        if is_address_bar(_mapping(step.get("target"))):
            yield from _texts(step.get("value"), (*path, "value"))


def is_address_bar(target: Mapping[str, Any]) -> bool:
    """Whether a target of a file is the address bar of the browser."""
    role, name = ADDRESS_BAR["role"], ADDRESS_BAR["name"]
    return target.get(role) == name or (target.get("role"), target.get("name")) == (role, name)


def _of_step(step: Mapping[str, Any], secrets: frozenset[str]) -> Iterator[Fault]:
    do, target, value = step.get("do"), _mapping(step.get("target")), step.get("value")
    roles = [key for key in target if key not in TARGET_KEYS]
    for role in roles:
        if role not in ROLES:
            yield ("target", role), unknown("role", role, [*ROLES, *TARGET_KEYS])
    if len(roles) > 1 or (roles and "role" in target):
        yield ("target",), "a target has one role; write `ROLE: NAME` once"
    if do in _NEEDS_TARGET and not target:
        yield ("do",), f"{do} needs a target, such as `target: {{button: Delete}}`"
    if do in _NEEDS_VALUE and value is None:
        yield ("do",), f"{do} needs a value, such as `value: ...`"
    if str(step.get("sensitive")).lower() in ("true", "yes") and _whole(value) not in secrets:
        yield ("value",), "a sensitive value must be a parameter of kind secret, in quotes"
    if _whole(value) in secrets and str(step.get("sensitive")).lower() not in ("true", "yes"):
        yield ("value",), "this is a secret; add `sensitive: true` to the step"

    yield from _of_surroundings(step.get("in"))


def _of_surroundings(value: object) -> Iterator[Fault]:
    try:
        if isinstance(value, dict):
            targets.within(InShape.model_validate(value))
    except ValidationError:
        return  # said with the shape
    except ValueError as error:
        yield ("in",), str(error)


def _whole(value: object) -> str | None:
    try:
        return whole(value) if isinstance(value, str) else None
    except BadTemplate:
        return None


def _of_ids(steps: Sequence[Mapping[str, Any]], known: Known) -> Iterator[Fault]:
    ids = [str(step["id"]) if step.get("id") is not None else "" for step in steps]
    times = Counter(ids)
    for number, id_ in enumerate(ids):
        path: Path = ("steps", number, "id")
        if id_ and times[id_] > 1:
            yield path, f"{times[id_]} steps have the id {id_}; remove it from the copies"
        elif id_.isdecimal() and known.steps is not None and int(id_) not in known.steps:
            yield path, f"the recording has no step {id_}; leave `id` out of a step that you add"


def _of_subtasks(value: Mapping[str, Any]) -> Iterator[Fault]:
    """Whether the subtasks begin in order, each at one step."""
    subtasks = value.get("subtasks")
    count = len(subtasks) if isinstance(subtasks, list) else 0
    begun = 0
    for number, step in enumerate(_steps(value)):
        given = step.get("subtask")
        if given is None or not str(given).isdecimal():
            if number == 0:
                begun = 1
            continue
        path: Path = ("steps", number, "subtask")
        if int(given) > max(count, 1):
            yield path, f"there is no subtask {given}: `subtasks:` has {count}"
        elif int(given) not in (begun, begun + 1):
            after = f"after subtask {begun}" if begun else "first"
            yield path, f"subtask {given} cannot come {after}; number them in order, from 1"
        begun = int(given)
    for number in range(begun, count) if begun else ():
        yield (
            ("subtasks", number),
            (
                f"no step begins subtask {number + 1}: write `subtask: {number + 1}` at its first "
                "step, or take it out"
            ),
        )


def _of_secrets(value: object, path: Path) -> Iterator[Fault]:
    for at, text in _texts(value, path):
        if redact(text).secrets:
            yield (
                at,
                (
                    "this looks like a secret, which is never kept: write {password} in its place, "
                    "and under `parameters:` `password: {kind: secret}`"
                ),
            )


def _is_secret(param: Mapping[str, Any]) -> bool:
    said = param.get("sensitive")
    if said is None:
        return param.get("kind") == "secret"
    return str(said).lower() in ("true", "yes", "1", "on")


def _steps(value: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    steps = value.get("steps")
    return [_mapping(step) for step in steps] if isinstance(steps, list) else []


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
