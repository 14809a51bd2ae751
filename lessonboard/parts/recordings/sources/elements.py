"""A target from the HTML of an element, as logs and files show it."""

from __future__ import annotations

import re
from typing import Any

from lessonboard.parts.recordings.sources import locators

ROLES = {"button": "button", "a": "link", "select": "combobox", "textarea": "textbox",
         "option": "option", "img": "img"}  # fmt: skip
INPUT_ROLES = {"checkbox": "checkbox", "radio": "radio", "submit": "button", "button": "button",
               "range": "slider", "number": "spinbutton", "search": "searchbox"}  # fmt: skip
"""The implicit roles of elements, and of inputs by their type."""

_ELEMENT = re.compile(r"<([a-z][\w-]*)((?:\s+[\w:-]+(?:=\"[^\"]*\")?)*)\s*/?>(?:([^<]{1,200})</)?")
_ATTRIBUTE = re.compile(r"([\w:-]+)(?:=\"([^\"]*)\")?")
_KEPT = {"type": "input_type", "placeholder": "placeholder", "aria-label": "name", "role": "role",
         "data-testid": "test_id", "id": "id", "autocomplete": "autocomplete"}  # fmt: skip


def of_element(html: str) -> dict[str, Any]:
    """A target from the opening tag in a log.

    >>> target = of_element('locator resolved to <input type="password" id="p"/>')
    >>> target["role"], target["input_type"], target["id"], target["locators"]
    ('textbox', 'password', 'p', [{'by': 'id', 'selector': '[id="p"]'}])
    """
    match = _ELEMENT.search(html)
    if match is None:
        return {}
    tag, attributes, text = match.groups()
    by_name = dict(_ATTRIBUTE.findall(attributes))
    role = ROLES.get(tag, "")
    if tag == "input":
        role = INPUT_ROLES.get(by_name.get("type", "text"), "textbox")
    found: dict[str, Any] = {
        "role": role,
        **{_KEPT[name]: value for name, value in by_name.items() if name in _KEPT},
    }
    found.update(tag=tag, text=(text or "").strip())
    if role in ("button", "link") and found["text"]:
        found.setdefault("name", found["text"])
    found["locators"] = locators.ranked(_ways(found))
    return {name: value for name, value in found.items() if value}


def _ways(found: dict[str, Any]) -> list[locators.Locator]:
    """Only what is meant to be unique: nobody has looked whether the rest is."""
    test_id, id_ = found.get("test_id"), found.get("id")
    by_id = locators.Locator("id", f"[id={locators.in_attribute(id_ or '').removesuffix('s')}]")
    return [*([locators.by_test_id(test_id)] if test_id else []), *([by_id] if id_ else [])]
