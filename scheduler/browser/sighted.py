"""What stands at the place that a model pointed to, and whether a step may act on it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

_FAMILIES = (
    frozenset({"textbox", "searchbox", "combobox", "spinbutton"}),
    frozenset({"button", "link", "menuitem", "tab"}),
    frozenset({"checkbox", "switch", "menuitemcheckbox"}),
    frozenset({"radio", "menuitemradio", "option"}),
)
"""Roles that a page may exchange without becoming another task."""

_FIELDS = _FAMILIES[0]
_AT = """([x, y]) => {
  const hit = document.elementFromPoint(x, y);
  const found = hit && hit.closest(
    "a[href], button, input, select, textarea, summary, [role], [contenteditable=true], [onclick]");
  if (!found) return "";
  const role = found.getAttribute("role");
  if (role) return role.trim().split(/\\s+/)[0];
  const tag = found.tagName.toLowerCase();
  const kinds = { checkbox: "checkbox", radio: "radio", number: "spinbutton", search: "searchbox",
    range: "slider", submit: "button", button: "button", reset: "button", image: "button" };
  if (tag === "input") return kinds[found.type] || "textbox";
  const tags = { a: "link", button: "button", summary: "button", textarea: "textbox" };
  if (tag === "select") return found.multiple || found.size > 1 ? "listbox" : "combobox";
  return tags[tag] || (found.isContentEditable ? "textbox" : "button");
}"""


def role_at(page: Page, point: tuple[float, float]) -> str:
    """The role of what can be acted upon at a point; empty where nothing can."""
    from playwright.sync_api import Error

    with suppress(Error):
        return str(page.evaluate(_AT, list(point)))
    return ""


def fits(recorded: str, seen: str, action: str) -> bool:
    """Whether an element of a role may stand for the recorded one.

    >>> fits("button", "link", "CLICK"), fits("button", "textbox", "CLICK")
    (True, False)
    >>> fits("", "textbox", "TYPE"), fits("", "button", "TYPE"), fits("button", "", "CLICK")
    (True, False, False)
    """
    if not seen or (action == "TYPE" and seen not in _FIELDS):
        return False
    same = seen == recorded or any({recorded, seen} <= family for family in _FAMILIES)
    return same or not recorded
