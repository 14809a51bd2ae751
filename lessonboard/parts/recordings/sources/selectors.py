"""Targets from the selectors of DevTools and Playwright, with every locator that they give."""

from __future__ import annotations

import json
import re
from typing import Any

from lessonboard.parts.recordings.sources import locators
from lessonboard.parts.recordings.sources.locators import Locator

Target = dict[str, Any]

_ROLES = {"button": "button", "a": "link", "select": "combobox", "textarea": "textbox",
          "option": "option", "img": "img"}  # fmt: skip
_INPUT_ROLES = {"checkbox": "checkbox", "radio": "radio", "submit": "button", "button": "button",
                "range": "slider", "number": "spinbutton", "search": "searchbox"}  # fmt: skip
"""The implicit roles of elements, and of inputs by their type."""

_QUOTED = r'"((?:[^"\\]|\\.)*)"'
_ARIA_ROLE = re.compile(r"\[role=[\"']?([\w-]+)[\"']?\]$")
_TAG = re.compile(r"^[a-z][a-z0-9-]*")
_TEST_ID = re.compile(r"\[data-(?:testid|test-id|test|qa|cy)=[\"']?([^\"'\]]+)")
_ONLY_TEST_ID = re.compile(r"\[(data-(?:testid|test-id|test|qa|cy))=[\"']?([^\"'\]\\]+)[\"']?\]")
_TYPE = re.compile(r"\[type=[\"']?([\w-]+)")
_ID = re.compile(r"(?:#|\[id=[\"']?)([\w-]+)")
_XPATH_ID = re.compile(r"\[@id=[\"']([^\"']+)[\"']\]$")
_ROLE = re.compile(r"^(?:internal:)?role=([\w-]+)")
_NAMED = re.compile(r"\[name=" + _QUOTED)
_PLAYWRIGHT = (
    ("label", "label", re.compile(r"^internal:label=" + _QUOTED)),
    ("text", "text", re.compile(r"^(?:internal:)?text=" + _QUOTED)),
    ("text", "text", re.compile(r"^text=([^\"/].*)$")),
    ("placeholder", "placeholder", re.compile(r"^internal:attr=\[placeholder=" + _QUOTED)),
    ("name", "title", re.compile(r"^internal:attr=\[title=" + _QUOTED)),
    ("name", "alt text", re.compile(r"^internal:attr=\[alt=" + _QUOTED)),
    ("test_id", "test id", re.compile(r"^internal:testid=\[[\w-]+=" + _QUOTED)),
)
_HAS_TEXT = re.compile(r"^internal:has-text=" + _QUOTED)
_WHOLE_TEXT = 12
_NTH = re.compile(r"^nth=(\d+)$")
_NARROWS = (
    "nth=",
    "visible=",
    "internal:has",
    "internal:and=",
    "internal:or=",
    "internal:describe",
)
"""The parts of a chain that choose among the elements before them."""

_KINDS = {"row": "row", "listitem": "item", "treeitem": "item", "option": "item"}
_PREFIXES = {
    "internal:label": "label", "internal:text": "text", "internal:testid": "test id",
    "xpath=": "xpath", "//": "xpath", "..": "xpath",
}  # fmt: skip


def of_devtools(selectors: object) -> Target:
    """A target from a step's alternative selectors; {} where they name nothing.

    >>> of_devtools([["aria/Song name[role=\\"textbox\\"]"], ["#q"]])["locators"][0]["selector"]
    'internal:role=textbox[name="Song name"s]'
    """
    found: Target = {}
    chains = [_chain(each) for each in (selectors if isinstance(selectors, list) else [selectors])]
    for chain in chains:
        for name, value in _innermost(chain).items():
            found.setdefault(name, value)
    role = _ROLES.get(found.get("tag", "")) or _INPUT_ROLES.get(found.get("input_type", ""))
    if role:
        found = {"role": role, **found}
    ways = locators.ranked(way for chain in chains for way in _ways(chain, role or ""))
    return {**found, "locators": ways} if ways else found


def of_playwright(selector: object) -> Target:
    """A target from a chained selector; {} where it names nothing.

    The parts before the last element are its context; frames become `frame`.

    >>> target = of_playwright('internal:role=button[name="Search"i] >> nth=1')
    >>> target["role"], target["name"], target["nth"], target["locators"][0]["by"]
    ('button', 'Search', 1, 'role')
    """
    parts = locators.parts_of(selector) if isinstance(selector, str) else []
    entered = [at for at, part in enumerate(parts) if part == "internal:control=enter-frame"]
    frame, inner = (parts[: entered[-1]], parts[entered[-1] + 1 :]) if entered else ([], parts)
    if not inner:
        return {}
    found, by = _last_element(inner)
    found["locators"] = locators.ranked([Locator(by, " >> ".join(inner))])
    return {**found, "frame": " >> ".join(frame)} if frame else found


def _last_element(parts: list[str]) -> tuple[Target, str]:
    """What the parts say of the last element, and what leads to it."""
    found: Target = {}
    within: Target = {}
    by = "css"
    for part in parts:
        if part.startswith(_NARROWS):
            found = {**found, **_narrowed(part)}
        else:
            within = _surroundings(found) or within
            found, by = _playwright(part), _by(part)
    if within:
        found["within"] = within
    if len(parts) > 1:
        found.pop("selector", None)  # alone it would lead elsewhere
    return found, by


def _surroundings(found: Target) -> Target:
    """The row, item or card that an element before the last one is, by what it says."""
    text, role = found.get("name") or found.get("text"), found.get("role", "")
    if not text:
        return {}
    return {"kind": _KINDS.get(role, "card"), **({"role": role} if role else {}), "text": text}


def _narrowed(part: str) -> Target:
    nth, text = _NTH.match(part), _HAS_TEXT.match(part)
    if nth:
        return {"nth": int(nth[1])}
    return {"text": _unquoted(text[1])} if text else {}


def _playwright(part: str) -> Target:
    role = _ROLE.match(part)
    if role:
        named = _NAMED.search(part)
        return _filled(role=role[1], name=_unquoted(named[1]) if named else "")
    for name, _, pattern in _PLAYWRIGHT:
        if match := pattern.match(part):
            return {name: _unquoted(match[1])}
    if part.startswith(("internal:", "visible=", "xpath=", "//", "..", "text=")):
        path_id = _XPATH_ID.search(part)
        return {"id": path_id[1]} if path_id and part.startswith(("xpath=", "//")) else {}
    return _css(part.removeprefix("css="))


def _by(part: str) -> str:
    if _ROLE.match(part):
        return "role"
    found = next((by for _, by, pattern in _PLAYWRIGHT if pattern.match(part)), None)
    kept = next((by for start, by in _PREFIXES.items() if part.startswith(start)), None)
    return found or kept or locators.by_css(part).by


def _chain(selector: object) -> list[str]:
    """An alternative's parts, from the outermost shadow host inwards."""
    chain = selector if isinstance(selector, list) else [selector]
    parts = [part for part in chain if isinstance(part, str)]
    if len(parts) != len(chain):
        return []
    return [inner for part in parts for inner in re.split(r"\s*>>>>?\s*", part) if inner.strip()]


def _innermost(chain: list[str]) -> Target:
    """The last target of a chain that leads inwards; a nameless one is named by its container."""
    found = [_devtools(part) for part in chain]
    named = [target for target in found if set(target) - {"role"}]
    return (named or found or [{}])[-1]


def _devtools(selector: str) -> Target:
    engine, rest = _engine(selector)
    if engine == "aria":
        role, name = _aria(rest)
        return _filled(role=role, name=name)
    if engine == "text":
        return _filled(text=rest)
    if engine == "xpath":
        path_id = _XPATH_ID.search(rest)
        return _filled(id=path_id[1] if path_id else "")
    return _css(rest)


def _ways(chain: list[str], role: str) -> list[Locator]:
    """The Playwright selectors of a chain; several where it leaves open what it goes by."""
    while len(chain) > 1 and _is_nameless(chain[-1]) and not _is_nameless(chain[-2]):
        chain = chain[:-1]  # an image in a button is the button
    found = [Locator("css", "")] if chain else []
    for part in chain:
        found = [Locator(inner.by, f"{outer.selector} >> {inner.selector}".removeprefix(" >> "))
                 for outer in found[:2] for inner in _alternatives(part, role)]  # fmt: skip
    return found


def _alternatives(selector: str, role: str) -> list[Locator]:
    engine, rest = _engine(selector)
    if engine == "aria":
        known, name = _aria(rest)
        if known or (role and name):
            found = [locators.by_role(known or role, name)]
            is_shouted = name.isupper() and len(name) > 1
            more = [locators.by_role_in_capitals(known or role, name)] if is_shouted else []
            return [*found, *more]
        return [locators.by_label(name), locators.by_text(name)] if name else []
    if engine == "text":
        # The Recorder cuts longer texts where they are unique.
        return [locators.by_text(rest, exact=len(rest) < _WHOLE_TEXT)] if rest else []
    if engine == "xpath":
        return [locators.by_xpath(rest)] if rest else []
    test_id = _ONLY_TEST_ID.fullmatch(rest)
    return [locators.by_test_id(test_id[2], test_id[1]) if test_id else locators.by_css(rest)]


def _engine(selector: str) -> tuple[str, str]:
    """The engine that a DevTools selector names, `css` if none, and the rest."""
    engine, slash, rest = selector.strip().partition("/")
    if slash and engine in ("aria", "text", "xpath"):
        return engine, rest.strip()
    return "css", (rest if slash and engine == "pierce" else selector).strip()


def _aria(rest: str) -> tuple[str, str]:
    role = _ARIA_ROLE.search(rest)
    return role[1] if role else "", _ARIA_ROLE.sub("", rest)


def _is_nameless(selector: str) -> bool:
    engine, rest = _engine(selector)
    return engine == "aria" and not _aria(rest)[1]


def _css(selector: str) -> Target:
    last = re.split(r"\s*[>+~]\s*|\s+(?![^\[]*\])", selector)[-1]
    tag, test_id, kind, id_ = (pattern.search(last) for pattern in (_TAG, _TEST_ID, _TYPE, _ID))
    return _filled(
        test_id=test_id[1] if test_id else "",
        id=id_[1] if id_ else "",
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
