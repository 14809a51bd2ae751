"""Targets from the selectors that DevTools and Playwright write; nothing is guessed."""

from __future__ import annotations

import json
import re
from typing import Any

Target = dict[str, Any]

_ROLES = {"button": "button", "a": "link", "select": "combobox", "textarea": "textbox",
          "option": "option", "img": "img"}  # fmt: skip
_INPUT_ROLES = {"checkbox": "checkbox", "radio": "radio", "submit": "button", "button": "button",
                "range": "slider", "number": "spinbutton", "search": "searchbox"}  # fmt: skip
"""The implicit roles of elements, and of inputs by their type."""

_ENTER = "internal:control=enter-frame"
_QUOTED = r'"((?:[^"\\]|\\.)*)"([si])'
_PLAYWRIGHT = {
    "label": re.compile(rf"internal:label={_QUOTED}"),
    "text": re.compile(rf"internal:text={_QUOTED}"),
    "placeholder": re.compile(rf"internal:attr=\[placeholder={_QUOTED}\]"),
    "test_id": re.compile(rf"internal:testid=\[[\w-]+={_QUOTED}\]"),
    "name": re.compile(rf"internal:role=([\w-]+)\[name={_QUOTED}\]"),
}
_INEXACT = re.compile(r'(?<==)"((?:[^"\\]|\\.)*)"i')
_PART = re.compile(r"""(?:\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?!>>)[^\\])+|>>""", re.DOTALL)
_NAMED_FRAME = re.compile(r'iframe\[name="([^"\\]+)"\]')

_ARIA = re.compile(r"(.*?)(?:\[role=[\"']?([\w-]+)[\"']?\])?", re.DOTALL)
_OF_CSS = {
    "test_id": re.compile(r"\[data-(?:testid|test-id|test)=[\"']?([^\"'\]]+)"),
    "tag": re.compile(r"^([a-z][a-z0-9-]*)"),
    "input_type": re.compile(r"\[type=[\"']?([\w-]+)"),
}
_LAST = re.compile(r"\s*[>+~]\s*|\s+(?![^\[]*\])")
_LONGEST = 2_000
_CUT = 12
"""From this length on DevTools cuts a text that is unique."""

_MAY_BE_CUT = 20
"""From this length on Playwright may have cut a text, to 30 characters and whole words."""


def of_playwright(selector: object) -> Target:
    """The target of a selector as Playwright's console takes it; {} where it says nothing.

    What is not one element by role, label, text, placeholder or test id stays the whole chain, in
    `selector`: that alone finds it. The frames before it become `frame`.

    >>> of_playwright('internal:role=button[name="Save"i]')
    {'role': 'button', 'name': 'Save'}
    >>> of_playwright('internal:role=row[name="Ada"i] >> internal:role=button')
    {'selector': 'internal:role=row[name="Ada"s] >> internal:role=button'}
    """
    if not isinstance(selector, str) or not 0 < len(selector) <= _LONGEST:
        return {}
    parts = [part for each in _PART.findall(selector) if (part := each.strip(" >"))]
    entered = max((at for at, part in enumerate(parts) if part == _ENTER), default=-1)
    frame, inner = parts[: max(entered, 0)], parts[entered + 1 :]
    if not inner:
        return {}
    nth = re.fullmatch(r"nth=(\d+)", inner[-1]) if len(inner) == 2 else None
    found = _one(inner[0]) if len(inner) == 1 or nth else {}
    if nth and found:  # counted among those alike: a rerun cannot know whether it is the same
        found["nth"] = int(nth[1])
    found = found or {"selector": " >> ".join(map(_exact, inner))}
    named = _NAMED_FRAME.fullmatch(frame[0]) if len(frame) == 1 else None
    return {**found, "frame": named[1] if named else " >> ".join(frame)} if frame else found


def of_devtools(alternatives: object) -> Target:
    """The target of a step's alternative selectors; {} where they name nothing.

    >>> of_devtools([['aria/Song name[role="textbox"]'], ["#q"]])["name"]
    'Song name'
    """
    found: Target = {}
    for each in alternatives if isinstance(alternatives, list) else [alternatives]:
        for key, value in _alternative(each).items():
            found.setdefault(key, value)
    tag, kind, name = (found.get(key, "") for key in ("tag", "input_type", "name"))
    if role := _ROLES.get(tag) or _INPUT_ROLES.get(kind):
        found.setdefault("role", role)
    if found.get("text", "").lower() == name.lower() != "":
        found["name"] = found["text"]  # a name in capitals has them from the style of the page
    ways = {by: found.pop(by) for by in ("css", "xpath", "part") if by in found}
    if ways:
        found["selector"] = next(iter(ways.values()))
        found["locators"] = [{"by": by, "selector": each} for by, each in ways.items()]
    return found


def frame_of(positions: object) -> str:
    """The selector of a frame from the positions of it and the frames around it, as DevTools has.

    >>> frame_of([0, 1])
    'iframe >> nth=0 >> internal:control=enter-frame >> iframe >> nth=1'
    """
    known = positions if isinstance(positions, list) else []
    named = [f"iframe >> nth={each}" for each in known if type(each) is int and each >= 0]
    return f" >> {_ENTER} >> ".join(named) if len(named) == len(known) else ""


def _one(part: str) -> Target:
    """What one part says of the element; {} where that is not all that it asks for."""
    for key, pattern in _PLAYWRIGHT.items():
        if match := pattern.fullmatch(part):
            *role, text, exact = match.groups()
            is_all = text and (exact == "s" or len(text) < _MAY_BE_CUT)
            named = {"role": role[0]} if role else {}
            return {**named, key: _unquoted(text)} if is_all else {}
    return {}


def _exact(part: str) -> str:
    """A part that asks for a whole text instead of a part of one: "Bob" is not "Bobby"."""
    return _INEXACT.sub(
        lambda found: f'"{found[1]}"s' if len(found[1]) < _MAY_BE_CUT else found[0], part
    )


def _alternative(alternative: object) -> Target:
    """What one alternative says, from the outermost shadow host inwards.

    `css`, `xpath` and `part` are the ways that lead there; a nameless thing is its container.
    """
    chain = alternative if isinstance(alternative, list) else [alternative]
    parts = [part.strip() for each in chain if isinstance(each, str)
             for part in re.split(r">>>>?", each) if part.strip()]  # fmt: skip
    engines = [_engine(part) for part in parts]
    if not engines or not all(isinstance(each, str) for each in chain):
        return {}
    engine, last = engines[-1]
    if engine == "aria":
        said = [_filled(name=match[1], role=match[2]) for engine, rest in engines
                if engine == "aria" and (match := _ARIA.fullmatch(rest))]  # fmt: skip
        return next((each for each in reversed(said) if "name" in each), said[-1])
    if engine == "text":
        quoted = f"internal:text={json.dumps(last, ensure_ascii=False)}i"
        return {"part": quoted} if len(last) >= _CUT else _filled(text=last)
    way = " >> ".join(f"xpath={rest}" if each == "xpath" else rest for each, rest in engines)
    if len(way) > _LONGEST or any(each in ("aria", "text") for each, _ in engines):
        return {}
    end = _LAST.split(last)[-1] if engine == "css" else ""
    said_by_css = ((key, pattern.search(end)) for key, pattern in _OF_CSS.items())
    return _filled(**{engine: way}, **{key: match[1] for key, match in said_by_css if match})


def _engine(selector: str) -> tuple[str, str]:
    """The engine that a DevTools selector names, `css` if none, and the rest."""
    engine, slash, rest = selector.partition("/")
    if slash and engine in ("aria", "text", "xpath"):
        return engine, rest.strip()
    return "css", (rest if slash and engine == "pierce" else selector).strip()


def _filled(**fields: str | None) -> Target:
    return {name: value for name, value in fields.items() if value}


def _unquoted(text: str) -> str:
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return re.sub(r"\\(.)", r"\1", text)
