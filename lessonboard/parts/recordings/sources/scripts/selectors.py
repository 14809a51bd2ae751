"""Write the selector for a chain of Playwright's locator methods."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from lessonboard.parts.recordings.sources import locators
from lessonboard.parts.recordings.sources.scripts.model import (
    Call,
    Chain,
    ScriptPattern,
    Unknown,
    Value,
)

_ENTER = "internal:control=enter-frame"
_ROLE_STATES = ("checked", "disabled", "selected", "expanded", "level", "pressed")
_ATTRIBUTES = {"get_by_placeholder": "placeholder", "get_by_title": "title",
               "get_by_alt_text": "alt"}  # fmt: skip
_SLASH = re.compile(r"\\?/")
_POSITIONS = {"first": "nth=0", "last": "nth=-1"}

Resolve = Callable[[Value], Value]


class NotWritten(Exception):
    """A locator depends on something that is not written in the script."""


def selector_of(calls: Sequence[Call], resolve: Resolve) -> tuple[str, list[Call]]:
    """The selector of the leading locator calls, and the calls after them.

    Args:
        calls: after the page.
        resolve: gives the value of a name in the script.

    Raises:
        NotWritten: an argument is not literal.
    """
    parts: list[str] = []
    for at, call in enumerate(calls):
        written = _part(call, resolve)
        if written is None:
            return " >> ".join(filter(None, parts)), list(calls[at:])
        parts += written
    return " >> ".join(filter(None, parts)), []


def _part(call: Call, resolve: Resolve) -> list[str] | None:
    """The parts that a call adds to a selector; None if it is no locator method."""
    first = resolve(call.arguments[0]) if call.arguments else None
    exact = resolve(call.option("exact")) is True
    match call.name:
        case "get_by_role":
            return [_role(_plain(first), call, exact=exact, resolve=resolve)]
        case "get_by_label":
            return [f"internal:label={_text(first, exact)}"]
        case "get_by_text":
            return [f"internal:text={_text(first, exact)}"]
        case "get_by_test_id":
            return [f"internal:testid=[data-testid={_attribute(first, exact=True)}]"]
        case name if name in _ATTRIBUTES:
            return [f"internal:attr=[{_ATTRIBUTES[name]}={_attribute(first, exact=exact)}]"]
        case "locator":
            inner = _inner(first, resolve) if isinstance(first, Chain) else _normal(_plain(first))
            return [inner, *_filters(call, resolve)]
        case "filter":
            return _filters(call, resolve)
        case "frame_locator":
            return [_normal(_plain(first)), _ENTER]
        case "content_frame":
            return [_ENTER]
        case "nth" if isinstance(first, int):
            return [f"nth={first}"]
        case name if name in _POSITIONS and not call.arguments:
            return [_POSITIONS[name]]
        case "and_" | "or_" | "and" | "or" if isinstance(first, Chain):
            return [f"internal:{call.name.strip('_')}={json.dumps(_inner(first, resolve))}"]
        case "describe" | "owner":
            return []
    return None


def _role(role: str, call: Call, *, exact: bool, resolve: Resolve) -> str:
    name = resolve(call.option("name"))
    named = f"[name={_attribute(name, exact=exact)}]" if name is not None else ""
    states = {each: resolve(call.option(each)) for each in _ROLE_STATES}
    states["include-hidden"] = resolve(call.option("include_hidden"))
    known = "".join(f"[{each}={json.dumps(value)}]" for each, value in states.items()
                    if isinstance(value, bool | int))  # fmt: skip
    return f"internal:role={role}{known}{named}"


def _filters(call: Call, resolve: Resolve) -> list[str]:
    parts = []
    for option, engine in (("has_text", "has-text"), ("has_not_text", "has-not-text")):
        if (text := resolve(call.option(option))) is not None:
            parts.append(f"internal:{engine}={_text(text, exact=False)}")
    for option, engine in (("has", "has"), ("has_not", "has-not")):
        inner = call.option(option)
        if inner is not None:
            if not isinstance(inner, Chain):
                raise NotWritten(option)
            parts.append(f"internal:{engine}={json.dumps(_inner(inner, resolve))}")
    visible = resolve(call.option("visible"))
    return [*parts, f"visible={json.dumps(visible)}"] if isinstance(visible, bool) else parts


def _inner(value: Chain, resolve: Resolve) -> str:
    """The selector of a locator that is an argument."""
    chain = resolve(value)
    if not isinstance(chain, Chain):
        raise NotWritten(value.root)
    selector, rest = selector_of(chain.calls, resolve)
    if rest or not selector:
        raise NotWritten(value.root)
    return selector


def _normal(selector: str) -> str:
    return f"xpath={selector}" if selector.startswith(("//", "(//", "..")) else selector


def _plain(value: Value) -> str:
    if not isinstance(value, str) or not value:
        raise NotWritten(value.text if isinstance(value, Unknown) else repr(value)[:40])
    return value


def _text(value: Value, exact: bool) -> str:
    if isinstance(value, ScriptPattern):
        return _pattern(value)
    return locators.in_text(_plain(value), exact=exact)


def _attribute(value: Value, *, exact: bool) -> str:
    if isinstance(value, ScriptPattern):
        return _pattern(value)
    return locators.in_attribute(value if value == "" else _plain(value), exact=exact)


def _pattern(value: ScriptPattern) -> str:
    """A regular expression as selectors hold it, with every slash in it escaped."""
    source = _SLASH.sub(r"\\/", value.source)
    return f"/{source}/{value.flags}"
