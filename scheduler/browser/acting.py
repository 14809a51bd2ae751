"""Perform one step in the browser: click, type, press keys, scroll or drag."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, cast

from blackboard.errors import BoardError
from scheduler.browser.finding import Found

if TYPE_CHECKING:
    from playwright.sync_api import Page

_KEYS = {
    "CTRL": "Control", "ALT": "Alt", "SHIFT": "Shift", "CMD": "Meta", "ENTER": "Enter",
    "TAB": "Tab", "ESC": "Escape", "SPACE": "Space", "BACKSPACE": "Backspace",
    "DELETE": "Delete", "INSERT": "Insert", "UP": "ArrowUp", "DOWN": "ArrowDown",
    "LEFT": "ArrowLeft", "RIGHT": "ArrowRight", "PAGEUP": "PageUp", "PAGEDOWN": "PageDown",
    "HOME": "Home", "END": "End", "PLUS": "+", "CAPSLOCK": "CapsLock",
    "CONTEXTMENU": "ContextMenu", "PRINTSCREEN": "PrintScreen",
}  # fmt: skip
_SCROLL = re.compile(r"(up|down|left|right) (\d+(?:\.\d+)?)")
_NOTCH = 100.0
_IS_LIST = "(element) => element.tagName === 'SELECT' ? element.multiple : null"
"""Whether a list allows several choices; null where the element is not a list."""
_DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class CannotDo(BoardError):
    """A step cannot be performed as it is written."""


def act(
    page: Page, action: str, value: str | None, found: Found | None, drop: Found | None,
    timeout: float,
) -> None:  # fmt: skip
    """Perform one step.

    Args:
        page: the page to act on where the step has no target.
        action: CLICK, TYPE, KEYPRESS, SCROLL or DRAG.
        value: the text, the keys or the distance; for a click: double, right or middle.
        found: the target element.
        drop: for a drag, the element that it ends on.
        timeout: the limit in seconds.

    Raises:
        CannotDo: the step is incomplete or has no usable target.
        playwright.sync_api.Error: the browser did not manage it in time.
    """
    limit = timeout * 1000
    if action == "CLICK" and found:
        _click(found, value, limit)
    elif action == "TYPE":
        _type(page, value or "", found, limit)
    elif action == "KEYPRESS":
        if found:
            found.element.focus()
        page.keyboard.press(key(value or ""))
    elif action == "SCROLL":
        _scroll(page, value or "", found, limit)
    elif action == "DRAG" and found and drop:
        found.locator.drag_to(drop.locator, timeout=limit)
    else:
        raise CannotDo(f"a step of the kind {action} needs a target that can be found")


def key(name: str) -> str:
    """Translate a key or chord into Playwright's names.

    >>> key("CTRL+SHIFT+T"), key("ESC"), key("F5")
    ('Control+Shift+t', 'Escape', 'F5')

    Raises:
        CannotDo: the name is empty.
    """
    if not name:
        raise CannotDo("a step presses a key but names none")
    parts = name.split("+") if name != "+" else ["PLUS"]
    return "+".join(_KEYS.get(part, part.lower() if len(part) == 1 else part) for part in parts)


def distance(value: str) -> tuple[float, float]:
    """The distance a step scrolls, in pixels to the right and down.

    >>> distance("down 3"), distance("up 0.5 right 2")
    ((0.0, 300.0), (200.0, -50.0))

    Raises:
        CannotDo: the value holds no direction with a number.
    """
    moves = [
        (_DIRECTIONS[direction], float(notches)) for direction, notches in _SCROLL.findall(value)
    ]
    if not moves:
        raise CannotDo(
            f"a step scrolls {value!r}, which is not a direction with a number of notches"
        )
    return (sum(x * notches * _NOTCH for (x, _), notches in moves),
            sum(y * notches * _NOTCH for (_, y), notches in moves))  # fmt: skip


def _click(found: Found, value: str | None, limit: float) -> None:
    if value == "double":
        found.element.dblclick(timeout=limit)
        return
    button = value if value in ("right", "middle") else "left"
    found.element.click(button=cast('Literal["left", "middle", "right"]', button), timeout=limit)


def _type(page: Page, text: str, found: Found | None, limit: float) -> None:
    """Fill a field, choose from a list, or type into the focused element."""
    if found is None:
        page.keyboard.insert_text(text)
        return
    is_list: Any = found.element.evaluate(_IS_LIST)
    if is_list is None:
        found.element.fill(text, timeout=limit)
    else:
        chosen = text.split(", ") if is_list else [text]
        found.element.select_option(label=chosen if text else [], timeout=limit)


def _scroll(page: Page, value: str, found: Found | None, limit: float) -> None:
    x, y = distance(value)
    if found is not None:
        found.element.hover(timeout=limit)
    else:
        size = page.evaluate("[innerWidth / 2, innerHeight / 2]")
        page.mouse.move(size[0], size[1])
    page.mouse.wheel(x, y)
