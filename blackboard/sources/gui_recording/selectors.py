"""Parse the selectors of DevTools and Playwright into target attributes."""

from __future__ import annotations

import json
import re
from typing import Any

Target = dict[str, Any]

_QUOTED = r'"((?:[^"\\]|\\.)*)"'
_ARIA_ROLE = re.compile(r"\[role=[\"']?([\w-]+)[\"']?\]$")
_TAG = re.compile(r"^[a-z][a-z0-9-]*")
_TEST_ID = re.compile(r"\[data-(?:testid|test-id|test|qa|cy)=[\"']?([^\"'\]]+)")
_TYPE = re.compile(r"\[type=[\"']?([\w-]+)")
_ID = re.compile(r"(?:#|\[id=[\"']?)([\w-]+)")
_ROLE = re.compile(r"^(?:internal:)?role=([\w-]+)")
_NAMED = re.compile(r"\[name=" + _QUOTED)
_PLAYWRIGHT = (
    ("label", re.compile(r"^internal:label=" + _QUOTED)),
    ("text", re.compile(r"^(?:internal:)?text=" + _QUOTED)),
    ("text", re.compile(r"^text=([^\"/].*)$")),
    ("placeholder", re.compile(r"^internal:attr=\[placeholder=" + _QUOTED)),
    ("name", re.compile(r"^internal:attr=\[(?:title|alt)=" + _QUOTED)),
    ("test_id", re.compile(r"^internal:testid=\[[\w-]+=" + _QUOTED)),
    ("text", re.compile(r"^internal:has-text=" + _QUOTED)),
)
_NTH = re.compile(r"^nth=(\d+)$")
_ELEMENT = re.compile(r"<([a-z][\w-]*)((?:\s+[\w:-]+(?:=\"[^\"]*\")?)*)\s*/?>(?:([^<]{1,200})</)?")
_ATTRIBUTE = re.compile(r"([\w:-]+)(?:=\"([^\"]*)\")?")
_KEPT = {"type": "input_type", "placeholder": "placeholder", "aria-label": "name", "role": "role",
         "data-testid": "test_id", "id": "id", "autocomplete": "autocomplete"}  # fmt: skip
_ROLES = {"button": "button", "a": "link", "select": "combobox", "textarea": "textbox",
          "option": "option", "img": "img"}  # fmt: skip
_INPUT_ROLES = {"checkbox": "checkbox", "radio": "radio", "submit": "button", "button": "button",
                "range": "slider", "number": "spinbutton", "search": "searchbox"}  # fmt: skip


def of_devtools(selectors: object) -> Target:
    """A target from a step's alternative selectors; {} where they name nothing.

    >>> of_devtools([["aria/Song name[role=\\"textbox\\"]"], ["#q"], ["pierce/#q"]])
    {'role': 'textbox', 'name': 'Song name', 'id': 'q', 'selector': '#q'}
    """
    found: Target = {}
    for selector in selectors if isinstance(selectors, list) else [selectors]:
        chain = selector if isinstance(selector, list) else [selector]
        for name, value in _innermost([part for part in chain if isinstance(part, str)]).items():
            found.setdefault(name, value)
    role = _ROLES.get(found.get("tag", ""))
    return found if "role" in found or not role else {"role": role, **found}


def of_playwright(selector: object) -> Target:
    """A target from a chained selector; {} where it names nothing.

    >>> of_playwright('internal:role=button[name="Search"i] >> nth=1')
    {'role': 'button', 'name': 'Search', 'nth': 1}
    """
    found: Target = {}
    for part in selector.split(" >> ") if isinstance(selector, str) else ():
        found = {**found, **_playwright(part.strip())}
    return found


def of_element(html: str) -> Target:
    """A target from the opening tag in a log.

    >>> of_element('locator resolved to <input type="password" id="p"/>')
    {'role': 'textbox', 'input_type': 'password', 'id': 'p', 'tag': 'input'}
    """
    match = _ELEMENT.search(html)
    if match is None:
        return {}
    tag, attributes, text = match.groups()
    by_name = dict(_ATTRIBUTE.findall(attributes))
    role = _ROLES.get(tag, "")
    if tag == "input":
        role = _INPUT_ROLES.get(by_name.get("type", "text"), "textbox")
    found = {
        "role": role,
        **{_KEPT[name]: value for name, value in by_name.items() if name in _KEPT},
    }
    found.update(tag=tag, text=(text or "").strip())
    if role in ("button", "link") and found["text"]:
        found.setdefault("name", found["text"])
    return {name: value for name, value in found.items() if value}


def _innermost(chain: list[str]) -> Target:
    """The last target of a chain that leads inwards; a nameless one is named by its container."""
    found = [_devtools(part) for part in chain]
    named = [target for target in found if set(target) - {"role"}]
    return (named or found or [{}])[-1]


def _devtools(selector: str) -> Target:
    engine, slash, rest = selector.partition("/")
    if engine == "aria" and slash:
        role = _ARIA_ROLE.search(rest)
        name = _ARIA_ROLE.sub("", rest)
        return _filled(role=role[1] if role else "", name=name)
    if engine == "text" and slash:
        return _filled(text=rest)
    if engine == "xpath" and slash:
        return {}
    return _css(rest if engine == "pierce" and slash else selector)


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


def _playwright(part: str) -> Target:
    nth = _NTH.match(part)
    if nth:
        return {"nth": int(nth[1])}
    role = _ROLE.match(part)
    if role:
        named = _NAMED.search(part)
        return _filled(role=role[1], name=_unquoted(named[1]) if named else "")
    for name, pattern in _PLAYWRIGHT:
        match = pattern.match(part)
        if match:
            return {name: _unquoted(match[1])}
    if part.startswith(("internal:", "visible=", "xpath=", "//")):
        return {}
    return _css(part.removeprefix("css="))


def _filled(**fields: str) -> Target:
    return {name: value for name, value in fields.items() if value}


def _unquoted(text: str) -> str:
    try:
        return str(json.loads(f'"{text}"', strict=False))
    except ValueError:
        return text
