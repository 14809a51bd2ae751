"""A point on a page that a model chose, where no element is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lessonboard.parts.recordings.browser.acting import distance, key
from lessonboard.parts.recordings.browser.deed import CannotDo

if TYPE_CHECKING:
    from playwright.sync_api import Page


@dataclass(frozen=True)
class Point:
    """A point in a page, in pixels from its top left corner."""

    page: Page
    point: tuple[float, float]
    by: str = "model"
    note: str = "by its place in the screenshot"

    def act(self, action: str, value: str | None) -> None:
        """Perform a step at the point with mouse and keyboard.

        Raises:
            CannotDo: the step needs an element, not a point.
        """
        x, y = self.point
        mouse = self.page.mouse
        if action == "SCROLL":
            mouse.move(x, y)
            mouse.wheel(*distance(value or ""))
            return
        if action == "HOVER":
            mouse.move(x, y)
            return
        if action not in ("CLICK", "TYPE", "KEYPRESS"):
            raise CannotDo(f"a step of the kind {action} needs a target that can be found")
        if value == "double" and action == "CLICK":
            mouse.dblclick(x, y)
        elif value in ("right", "middle") and action == "CLICK":
            mouse.click(x, y, button="right" if value == "right" else "middle")
        else:
            mouse.click(x, y)
        if action == "TYPE":
            self.page.keyboard.press("ControlOrMeta+a")
            self.page.keyboard.insert_text(value or "")
        elif action == "KEYPRESS":
            self.page.keyboard.press(key(value or ""))
