"""A target as a vision model sees it on a screenshot, held against the page before it is used."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from lessonboard.parts.recordings.browser.expected import Seen
from lessonboard.parts.recordings.browser.finding import Found, Wanted, find
from lessonboard.parts.recordings.browser.plan import PlanStep
from lessonboard.parts.recordings.browser.point import Point
from lessonboard.parts.recordings.browser.target import Target
from lessonboard.parts.recordings.browser.vision import VisionFallback
from reflect.model.thread import ModelError

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_LOOKS = 2
"""Questions to a vision model in one run: a page on which more is lost is another page."""

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


class Sight:
    """Asks a vision model where targets are that nothing else finds, a few times in a run."""

    def __init__(self, vision: VisionFallback | None) -> None:
        self._vision = vision
        self._looks = 0

    def find(self, page: Page, step: PlanStep, seen: Seen) -> Found | Point | None:
        """The target as the model sees it, if the page has such a thing there."""
        if self._vision is None or self._looks == MOST_LOOKS:
            return None
        self._looks += 1
        recorded = str(step.target.get("role") or "")
        width, height = page.evaluate("[innerWidth, innerHeight]")
        try:
            sighting = self._vision.look(
                page.screenshot(), (width, height), step, list(seen.candidates)
            )
        except ModelError:
            return None  # that it could not be asked, and why, is an event of its own
        if not sighting.found:
            return None
        if sighting.role and sighting.name and fits(recorded, sighting.role, step.action):
            target = Target(role=sighting.role, name=sighting.name)
            found = find([page], Wanted(target, target), loosely=False)
            if isinstance(found, Found):
                return found._replace(by="model", note=f'as {sighting.role} "{sighting.name}"')
        middle = sighting.middle(width, height)
        if middle is None or not fits(recorded, role_at(page, middle), step.action):
            return None
        return Point(page, middle)


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
