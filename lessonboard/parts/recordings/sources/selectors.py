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
_PLAYWRIGHT = (
    ("label", re.compile(rf"internal:label={_QUOTED}")),
    ("text", re.compile(rf"internal:text={_QUOTED}")),
    ("placeholder", re.compile(rf"internal:attr=\[placeholder={_QUOTED}\]")),
    ("test_id", re.compile(rf"internal:testid=\[[\w-]+={_QUOTED}\]")),
)
_ROLE = re.compile(rf"internal:role=([\w-]+)(?:\[name={_QUOTED}\])?")
_PART = re.compile(r"""(?:\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?!>>)[^\\])+|>>""", re.DOTALL)
_NAMED_FRAME = re.compile(r'iframe\[name="([^"\\]+)"\]')

_ARIA_ROLE = re.compile(r"\[role=[\"']?([\w-]+)[\"']?\]$")
_TAG = re.compile(r"^[a-z][a-z0-9-]*")
_TEST_ID = re.compile(r"\[data-(?:testid|test-id|test)=[\"']?([^\"'\]]+)")
_TYPE = re.compile(r"\[type=[\"']?([\w-]+)")
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
    {'selector': 'internal:role=row[name="Ada"i] >> internal:role=button'}
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
        found = {**found, "nth": int(nth[1])}
    found = found or {"selector": " >> ".join(inner)}
    return {**found, "frame": _frame(frame)} if frame else found


def of_devtools(alternatives: object) -> Target:
    """The target of a step's alternative selectors; {} where they name nothing.

    >>> of_devtools([['aria/Song name[role="textbox"]'], ["#q"]])["name"]
    'Song name'
    """
    listed = alternatives if isinstance(alternatives, list) else [alternatives]
    chains = [chain for each in listed if (chain := _chain(each))]
    found: Target = {}
    for chain in chains:
        for key, value in _innermost(chain).items():
            found.setdefault(key, value)
    tag, kind, name = (found.get(key, "") for key in ("tag", "input_type", "name"))
    role = _ROLES.get(tag) or _INPUT_ROLES.get(kind)
    found = {"role": role, **found} if role else found
    if found.get("text", "").lower() == name.lower() != "":
        found["name"] = found["text"]  # a name in capitals has them from the style of the page
    ways = [way for chain in chains for way in _way(chain) if len(way["selector"]) <= _LONGEST]
    ways = [way for n, way in enumerate(ways) if way not in ways[:n]]
    return {**found, "locators": ways} if ways else found


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
    role = _ROLE.fullmatch(part)
    found = [("name", role)] if role else [(key, like.fullmatch(part)) for key, like in _PLAYWRIGHT]
    for key, match in found:
        *_, text, exact = match.groups() if match else (None, None)
        if text and (exact == "s" or len(text) < _MAY_BE_CUT):
            return {**({"role": role[1]} if role else {}), key: _unquoted(text)}
    return {}


def _frame(parts: list[str]) -> str:
    """The frame's name where it is known by that alone, else its selector."""
    named = _NAMED_FRAME.fullmatch(parts[0]) if len(parts) == 1 else None
    return named[1] if named else " >> ".join(parts)


def _chain(alternative: object) -> list[str]:
    """An alternative's parts, from the outermost shadow host inwards."""
    chain = alternative if isinstance(alternative, list) else [alternative]
    parts = [part for part in chain if isinstance(part, str)]
    if len(parts) != len(chain):
        return []
    return [inner.strip() for part in parts for inner in re.split(r">>>>?", part) if inner.strip()]


def _innermost(chain: list[str]) -> Target:
    """The last target of a chain that leads inwards; a nameless one is named by its container."""
    found = [_devtools(part) for part in chain]
    return ([target for target in found if set(target) - {"role"}] or found)[-1]


def _devtools(selector: str) -> Target:
    engine, rest = _engine(selector)
    if engine == "aria":
        role = _ARIA_ROLE.search(rest)
        return _filled(role=role[1] if role else "", name=_ARIA_ROLE.sub("", rest))
    if engine == "text":
        return _filled(text=rest if len(rest) < _CUT else "")
    return _css(rest) if engine == "css" else {}


def _way(chain: list[str]) -> list[dict[str, str]]:
    """The chain as one selector of Playwright, where it is made of CSS or XPath."""
    parts = [_engine(each) for each in chain]
    if not all(engine in ("css", "xpath") and rest for engine, rest in parts):
        text = parts[0][1] if len(parts) == 1 and parts[0][0] == "text" else ""
        quoted = f"internal:text={json.dumps(text, ensure_ascii=False)}i"
        return [{"by": "text", "selector": quoted}] if len(text) >= _CUT else []
    by = parts[-1][0] if not re.fullmatch(r"#[\w-]+", parts[-1][1]) else "id"
    written = (f"xpath={rest}" if engine == "xpath" else rest for engine, rest in parts)
    return [{"by": by, "selector": " >> ".join(written)}]


def _engine(selector: str) -> tuple[str, str]:
    """The engine that a DevTools selector names, `css` if none, and the rest."""
    engine, slash, rest = selector.partition("/")
    if slash and engine in ("aria", "text", "xpath"):
        return engine, rest.strip()
    return "css", (rest if slash and engine == "pierce" else selector).strip()


def _css(selector: str) -> Target:
    last = _LAST.split(selector)[-1]
    tag, test_id, kind = (pattern.search(last) for pattern in (_TAG, _TEST_ID, _TYPE))
    return _filled(
        test_id=test_id[1] if test_id else "",
        tag=tag[0] if tag else "",
        input_type=kind[1] if kind else "",
        selector=selector,
    )


def _filled(**fields: str) -> Target:
    return {name: value for name, value in fields.items() if value}


def _unquoted(text: str) -> str:
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return re.sub(r"\\(.)", r"\1", text)
