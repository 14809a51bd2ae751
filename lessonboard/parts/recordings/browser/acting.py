"""Perform one step in the browser; a new kind of step is a function and a line in `ACTS`."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal, cast

from lessonboard.parts.recordings.browser import checking, filling, uploading
from lessonboard.parts.recordings.browser.chromium import first_line
from lessonboard.parts.recordings.browser.deed import CannotDo, Deed
from lessonboard.parts.recordings.browser.finding import Found
from lessonboard.parts.recordings.browser.identity import is_switched
from lessonboard.parts.recordings.browser.keys import pressed
from lessonboard.parts.recordings.key_names import split_count

_SCROLL = re.compile(r"(up|down|left|right) (\d+(?:\.\d+)?)")
_NOTCH = 100.0
_DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_TURN, _TURN_EVERY = 400.0, 80.0
"""Pixels of one turn of the wheel, and milliseconds between two: lists grow when scrolled."""

_STEPS = 12
"""Moves of the pointer in a drag; pages follow it on its way."""

_COVER = """(element) => {
  const box = element.getBoundingClientRect();
  const root = element.getRootNode();
  const top = root.elementFromPoint?.(box.x + box.width / 2, box.y + box.height / 2);
  if (!top || element.contains(top) || top.contains(element)) return "";
  const over = top.closest("dialog, [role=dialog], [role=alertdialog], [aria-modal=true]") || top;
  const name = over.getAttribute("aria-label") || over.querySelector("h1, h2, h3")?.innerText
    || over.innerText || over.id || "";
  const kind = over.getAttribute("role") || over.tagName.toLowerCase();
  return `${kind} "${name.replace(/\\s+/g, " ").trim().slice(0, 60)}"`;
}"""


def act(deed: Deed) -> Any:
    """Perform one step, and return what it read, if anything.

    Raises:
        CannotDo: the step is incomplete, has no usable target, or was not done.
        playwright.sync_api.Error: the browser did not manage it in time.
    """
    known = ACTS.get(deed.action)
    if known is None:
        kinds = ", ".join(sorted(ACTS))
        raise CannotDo(f"{deed.action} is no kind of step that can be performed, as {kinds} are")
    return known(deed)


def key(name: str) -> str:
    """Translate a key or chord into Playwright's names.

    Raises:
        CannotDo: it has none for it.
    """
    if not name:
        raise CannotDo("a step presses a key but names none")
    if not (known := pressed(name)):
        raise CannotDo(f"a step presses {name!r}, which is no key, as ENTER and CTRL+A are")
    return known


def distance(value: str) -> tuple[float, float]:
    """The distance a step scrolls, in pixels to the right and down.

    >>> distance("down 3"), distance("up 0.5 right 2")
    ((0.0, 300.0), (200.0, -50.0))

    Raises:
        CannotDo: the value holds no direction with a number.
    """
    moves = [(_DIRECTIONS[way], float(notches) * _NOTCH) for way, notches in _SCROLL.findall(value)]
    if not moves:
        raise CannotDo(
            f"a step scrolls {value!r}, which is not a direction with a number of notches"
        )
    return sum(x * far for (x, _), far in moves), sum(y * far for (_, y), far in moves)


def is_drawn_anew(error: Exception) -> bool:
    """Whether the target left the page before anything was done to it.

    Playwright says so in these words alone; another wording makes the step fail.
    """
    return "not attached to the DOM" in str(error)


def covering(found: Found) -> str:
    """What lies over a target, in words; "" where nothing does."""
    return str(found.element.evaluate(_COVER) or "")


def _click(deed: Deed) -> None:
    element = deed.element
    if deed.value == "double":
        element.dblclick(timeout=deed.limit)
        return
    checked = deed.target.get("checked")
    if checked is not None and is_switched(checked, element.evaluate(checking.CHECKED)):
        return
    _steady(deed)
    button = deed.value if deed.value in ("right", "middle") else "left"
    element.click(button=cast('Literal["left", "middle", "right"]', button), timeout=deed.limit)


def _steady(deed: Deed) -> None:
    """Point at a target in a row, and see that the row still says the same: lists reuse rows.

    Raises:
        CannotDo: the page has put another row there.
    """
    found = deed.found
    if found is None or found.stands.row is None:
        return
    deed.element.hover(timeout=deed.limit)
    now = found.looked.stands()[found.number].row
    there = iter(now.cells if now else ())
    if not all(cell in there for cell in found.stands.row.cells):  # in this order
        raise CannotDo("the page has put another row in its place")


def _press(deed: Deed) -> None:
    if deed.found is not None:
        deed.element.focus()
    name, count = split_count(deed.value or "")
    for _ in range(count):
        deed.page.keyboard.press(key(name))


def _scroll(deed: Deed) -> None:
    x, y = distance(deed.value or "")
    if deed.found is not None:
        deed.element.hover(timeout=deed.limit)
    else:
        deed.page.mouse.move(*deed.page.evaluate("[innerWidth / 2, innerHeight / 2]"))
    turns = max(1, round(max(abs(x), abs(y)) / _TURN))
    for turn in range(turns):
        if turn:
            deed.page.wait_for_timeout(_TURN_EVERY)
        deed.page.mouse.wheel(x / turns, y / turns)


def _drag(deed: Deed) -> None:
    """Drag as a person does: pages of both kinds, native and by pointer, follow the moves."""
    if deed.drop is None:
        raise CannotDo("a step drags something, but not onto what")
    onto: dict[str, Any] = deed.target.get("to") or {}
    deed.drop.element.scroll_into_view_if_needed(timeout=deed.limit)
    deed.element.hover(timeout=deed.limit)
    box = deed.drop.element.bounding_box()
    if box is None:
        raise CannotDo("the place to drop it on is no longer visible")
    x = box["x"] + box["width"] * onto.get("across", 50) / 100
    y = box["y"] + box["height"] * onto.get("down", 50) / 100
    mouse = deed.page.mouse
    mouse.down()
    mouse.move(x, y, steps=_STEPS)
    mouse.move(x, y)  # a second move: Chromium reports only the first one to the drop zone
    mouse.up()


ACTS: dict[str, Callable[[Deed], Any]] = {
    "CLICK": _click,
    "TYPE": filling.fill,
    "KEYPRESS": _press,
    "SCROLL": _scroll,
    "DRAG": _drag,
    "HOVER": lambda deed: deed.element.hover(timeout=deed.limit),
    "UPLOAD": uploading.upload,
    "DIALOG": uploading.answered,
    "DOWNLOAD": uploading.download,
    "CHECK": checking.check,
    "EXTRACT": checking.extract,
}
"""Each performs a step; what it returns is the step's data, or None."""


def why(error: Exception, found: Found | None) -> str:
    """Why a step could not be done: what lies over its target, or what the driver says."""
    from playwright.sync_api import Error

    if found is not None and isinstance(error, Error):
        with suppress(Error):
            cover = covering(found)
            if cover:
                return f"the page is covered by the {cover}"
    return first_line(error)
