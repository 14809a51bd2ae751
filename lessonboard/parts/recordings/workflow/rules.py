"""What must hold in a workflow besides its shape, so that a run does not refuse it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from lessonboard.parts.recordings.browser.hosts import allowed_host, host, refusal
from lessonboard.parts.recordings.browser.keys import pressed
from lessonboard.parts.recordings.compiler.template import (
    NAME,
    BadTemplate,
    MissingValue,
    names,
    parse,
    render,
)
from lessonboard.parts.recordings.key_names import split_count
from lessonboard.parts.recordings.shared_names import ADDRESS_BAR
from lessonboard.parts.recordings.workflow.keys import FORMAT, ROWS, WAYS, Path
from lessonboard.parts.recordings.workflow.shape import Fault, shown, unknown

Json = Mapping[str, Any]

_NEEDS_TARGET = ("click", "choose", "drag", "hover", "extract")
_NEEDS_VALUE = ("type", "choose", "press", "scroll", "upload")
_ALWAYS = ("visible", "hidden", "checked", "unchecked")
"""Properties that are compared with nothing."""

_OF_PAGE = ("text", "url", "title")
"""Properties that a page has, too."""

_MOVES = re.compile(r"(?:up|down|left|right) \d")
_COUNT = re.compile(r"0|[1-9][0-9]*")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://|(?:about|blob|data):", re.IGNORECASE)
_ANSWERS = ("accept", "dismiss")
_CAUSED = ("dialog", "download")
"""What a page does by itself, because of the step before."""

_SUSPECT = (
    "this looks like a secret, which is never kept: write {password} in its place, and under "
    "`parameters:` `password: {kind: secret}`"
)

BAR = {ADDRESS_BAR["role"]: ADDRESS_BAR["name"]}
"""The target of a step that opens an address."""


def faults(document: Json, accepted: Json) -> Iterator[Fault]:
    """What is wrong with a document that has its shape; texts in `accepted` may look secret."""
    if document.get("format") != FORMAT:
        return
    parameters = document.get("parameters", {})
    if document.get("lost"):
        yield ("lost",), "actions are missing: add their steps, then take `lost` out"
    yield from _of_parameters(parameters)
    known = {text for _, text in _texts(accepted, ())}
    for path, text in _texts(document, ()):
        yield from _of_text(path, text, parameters)
        if text not in known and _is_secret(text):
            yield path, _SUSPECT
    yield from _of_addresses(document)
    yield from _of_first(next(iter(document.get("steps", ())), {}))
    secrets = {name for name, each in parameters.items() if each.get("kind") == "secret"}
    for number, step in enumerate(document.get("steps", ())):
        for path, text in _of_step(step, secrets):
            yield ("steps", number, *path), text


def is_address(step: Json) -> bool:
    """Whether a step opens an address instead of using a page."""
    return bool(step.get("target") == BAR)


def hosts(document: Json) -> frozenset[str]:
    """The hosts that a document lets its pages be on; no value of a run adds another."""
    listed = document.get("hosts", [])
    given = [listed] if isinstance(listed, str) else listed
    named = [each for text in given for each in allowed_host(text)]
    return frozenset(filter(None, [*named, *(host(text) for _, text in addresses(document))]))


def examples_of(document: Json) -> dict[str, str]:
    """The recorded values of a document's parameters; of a secret an empty one."""
    return {name: each.get("example", "") for name, each in document.get("parameters", {}).items()}


def addresses(document: Json) -> Iterator[Fault]:
    """Where a document names an address, and which, with the recorded values of its parameters."""
    found: list[Fault] = [(("start",), document.get("start", ""))]
    found.append((("outcome", "page"), document.get("outcome", {}).get("page", "")))
    for number, step in enumerate(document.get("steps", ())):
        path: Path = ("steps", number)
        found.append(((*path, "page"), step.get("page", "")))
        found.append(((*path, "after", "page"), step.get("after", {}).get("page", "")))
        if is_address(step):
            found.append(((*path, "value"), step.get("value", "")))
    examples = examples_of(document)
    for path, template in found:
        with suppress(BadTemplate, MissingValue):  # which is said elsewhere
            if text := render(template, examples):
                yield path, text


def whole(template: object) -> str:
    """The parameter that makes up a whole template; "" where none does."""
    try:
        parts = parse(template) if isinstance(template, str) else []
    except BadTemplate:
        return ""
    return parts[0].text if len(parts) == 1 and parts[0].is_parameter else ""


def _of_parameters(parameters: Json) -> Iterator[Fault]:
    for name, each in parameters.items():
        path: Path = ("parameters", name)
        if not NAME.fullmatch(name):
            yield path, f"{shown(name)!r} is no name: write small letters, digits and _"
        if each.get("kind") == "secret" and "example" in each:
            yield (*path, "example"), "a secret has no example in a file; take this line out"


def _texts(value: object, path: Path) -> Iterator[Fault]:
    """Every text of a document with its place; names of columns are none."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _texts(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _texts(item, (*path, number))


def _of_text(path: Path, text: str, declared: Json) -> Iterator[Fault]:
    """Whether a template is one, and names parameters."""
    if path[0] in ("start", "steps", "outcome"):
        try:
            for name in (name for name in names(text) if name not in declared):
                yield path, _undeclared(name, list(declared))
        except BadTemplate as error:
            yield path, str(error)


def _is_secret(text: str) -> bool:
    from blackboard.redaction.redact import redact  # here, for it takes as long as all the rest

    return redact(text).secrets > 0


def _undeclared(name: str, declared: list[str]) -> str:
    if not declared:
        return f"{{{name}}} is no parameter; write `parameters:` with `{name}: {{kind: text}}`"
    return f"{unknown('parameter', name, declared)} (or add it under `parameters:`)"


def _of_addresses(document: Json) -> Iterator[Fault]:
    known, listed = hosts(document), document.get("hosts", [])
    for text in [listed] if isinstance(listed, str) else listed:
        if not allowed_host(text):
            yield ("hosts",), f"{shown(text)!r} is no host; write HOST or HOST:PORT"
    for path, text in addresses(document):
        reason = refusal(text, known)
        if reason:
            yield path, f"{shown(text)!r} cannot be opened: {reason}"
        elif path[-1] == "page" and not _ADDRESS.match(text):
            yield path, f"{shown(text)!r} is no whole address; write it with http:// or https://"
    first: Json = next(iter(document.get("steps", ())), {})
    is_typed = is_address(first) and not document.get("start")
    begins: Path = ("steps", 0, "value") if is_typed else ("start",)
    if not any(host(text) for path, text in addresses(document) if path == begins):
        yield begins, f"{begins[-1]} must be the address at which it begins, such as https://..."


def _of_first(step: Json) -> Iterator[Fault]:
    if (do := step.get("do")) in _CAUSED:
        yield ("steps", 0, "do"), f"a {do} needs a step before it that causes it"


def _of_step(step: Json, secrets: set[str]) -> Iterator[Fault]:
    do, value = step.get("do", ""), step.get("value")
    if do in _NEEDS_TARGET and not _is_described(step):
        yield ("do",), f"{do} needs a target, such as `target: {{button: Delete}}`"
    if do in _NEEDS_VALUE and value is None:
        yield ("do",), f"{do} needs a value, such as `value: ...`"
    if do in _OF_KIND:
        yield from _OF_KIND[do](step)
    if do in _OF_VALUE and value is not None and (said := _fixed(value)) is not None:
        yield from _OF_VALUE[do](said)
    yield from _of_secret(step, secrets)
    for path, place in (((), step), (("onto",), step.get("onto", {}))):
        yield from _of_place(place, path)


def _is_described(place: Json) -> bool:
    """Whether something says what the target is: a role alone may do, an empty name does not."""
    target = place.get("target", {})
    return any(text or key not in WAYS for key, text in target.items())


def _fixed(template: str) -> str | None:
    """What a template says whatever the values are; None where it depends on them."""
    try:
        return None if names(template) else render(template, {})
    except BadTemplate:  # which is said elsewhere
        return None


def _of_secret(step: Json, secrets: set[str]) -> Iterator[Fault]:
    is_secret = whole(step.get("value")) in secrets
    if step.get("sensitive") and not is_secret:
        yield ("value",), "a sensitive value must be a parameter of kind secret, in quotes"
    if is_secret and not step.get("sensitive"):
        yield ("value",), "this is a secret; add `sensitive: true` to the step"


def _of_place(place: Json, path: Path) -> Iterator[Fault]:
    """Whether a target has one role, and its surroundings one row."""
    target, around = place.get("target", {}), place.get("in", {})
    roles = [key for key in target if key not in WAYS or (key == "role")]
    if len(roles) > 1:
        yield (*path, "target"), "a target has one role; write `ROLE: NAME` once"
    rows = [kind for kind in ROWS if kind in around]
    if around and len(rows) != 1:
        yield (*path, "in"), f"write one of {', '.join(ROWS)} here"
        return
    for kind in rows:
        cells = around[kind]
        columns = (
            list(cells) if isinstance(cells, Mapping) else [str(n + 1) for n in range(len(cells))]
        )
        said = cells.values() if isinstance(cells, Mapping) else cells
        if not any(said):
            yield (*path, "in", kind), f"write what the {kind} says, at least one cell"
        elif around.get("by", columns[0]) not in columns:
            listed = ", ".join(columns)
            yield (*path, "in", "by"), f"by: {shown(around['by'])!r} is none of {listed}"


def _of_dialog(step: Json) -> Iterator[Fault]:
    kind, value = step.get("dialog", ""), step.get("value")
    if kind != "prompt" and value not in _ANSWERS:
        given = f", not {shown(value)!r}" if value is not None else ""
        yield ("value",), f"a {kind or 'dialog'} is answered with accept or dismiss{given}"


def _of_drag(step: Json) -> Iterator[Fault]:
    if not _is_described(step.get("onto", {})) and not step.get("value"):
        yield ("do",), "drag needs a place to drop it, such as `onto: {target: {list: Done}}`"


def _of_extract(step: Json) -> Iterator[Fault]:
    found = step.get("property", "text")
    if found not in ("text", "table"):
        yield ("property",), unknown("property", found, ("text", "table"))


def _of_check(step: Json) -> Iterator[Fault]:
    found, value = step.get("property", "visible"), step.get("value")
    if found == "table":
        yield ("property",), "a table is read by `do: extract`, not checked"
        return
    if found not in _OF_PAGE and not _is_described(step):
        yield ("do",), f"a check of {found} needs a target, such as `target: {{text: Saved}}`"
    if found not in _ALWAYS and value is None:
        yield ("do",), f"a check of the {found} needs the value that is expected"
    said = _fixed(value or "")
    if found == "count" and said is not None and not _COUNT.fullmatch(said):
        yield ("value",), "a count is a whole number, such as `value: 3`"


def _of_key(value: str) -> Iterator[Fault]:
    if not value.strip():
        yield ("value",), "press needs the name of a key, such as `value: ENTER`"
    elif not pressed(split_count(value)[0]):
        yield ("value",), f"{shown(value)!r} is no key; write one such as ENTER, CTRL+A or DOWN*3"


def _of_distance(value: str) -> Iterator[Fault]:
    if not _MOVES.search(value):
        yield ("value",), "scroll needs a direction and a number of notches, such as `down 3`"


def _of_files(value: str) -> Iterator[Fault]:
    if "" in value.split("\n"):
        yield ("value",), "upload needs the path of a file on each line of its value"


_OF_KIND: dict[str, Callable[[Json], Iterator[Fault]]] = {
    "dialog": _of_dialog, "drag": _of_drag, "check": _of_check, "extract": _of_extract,
}  # fmt: skip
_OF_VALUE: dict[str, Callable[[str], Iterator[Fault]]] = {
    "press": _of_key, "scroll": _of_distance, "upload": _of_files,
}  # fmt: skip
"""What must hold in a step of a kind, and in its value where that names no parameter."""
