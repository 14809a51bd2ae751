"""A spot on a page that a model pointed at, where nothing is known of what stands there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scheduler.browser.acting import CannotDo, distance, key

if TYPE_CHECKING:
    from playwright.sync_api import Page


@dataclass(frozen=True)
class Point:
    """A point of a page, in pixels from its top left corner."""

    page: Page
    point: tuple[float, float]
    by: str = "model"
    note: str = "by its place in the screenshot"

    def act(self, action: str, value: str | None) -> None:
        """Do a step there with mouse and keyboard.

        Raises:
            CannotDo: the step needs more than a point.
        """
        x, y = self.point
        mouse = self.page.mouse
        if action == "SCROLL":
            mouse.move(x, y)
            mouse.wheel(*distance(value or ""))
            return
        if action == "DRAG":
            raise CannotDo("a drag needs targets that can be found")
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
