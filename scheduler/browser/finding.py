"""Find a target in the pages: by role and name first, then by its other recorded attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Locator, Page

_QUOTED = re.compile(r'"([^"]+)"')
_ROLE_AND_NAME = re.compile(r'^(?:the )?([a-z]+) "(.+)"$')
_NUMBER = re.compile(r"\d+")
_MOST_COMPARED = 20
_AROUND = """(element) => (element.closest(
  "li, tr, form, section, fieldset, article, dialog, [role]:not([role=button])"
) || element.parentElement || element).innerText || \"\""""


class Found(NamedTuple):
    """A found target, how it was found, and a note on any doubt."""

    locator: Locator
    page: Page
    by: str
    note: str = ""


class _Strategy(NamedTuple):
    by: str
    locator: Locator
    must_be_alone: bool = False


def find(
    pages: Sequence[Page], targets: Sequence[Mapping[str, str]], *, loosely: bool
) -> Found | None:
    """Find the target in the pages and all their frames, in order; None if it is not visible.

    Args:
        pages: the most likely page first.
        targets: descriptions of the target, the most likely first.
        loosely: whether to accept other numbers and case in the name, or the text alone.
    """
    for target in targets:
        for page in pages:
            for frame in page.frames:
                found = _in_frame(frame, page, target, loosely=loosely)
                if found is not None:
                    return found
    return None


def _in_frame(
    frame: Frame, page: Page, target: Mapping[str, str], *, loosely: bool
) -> Found | None:
    from playwright.sync_api import Error

    with suppress(Error):  # a frame that is closed meanwhile has no target
        for strategy in _strategies(frame, target, loosely=loosely):
            found = _choose(strategy, page, target)
            if found is not None:
                return found
    return None


def dropped_on(value: str) -> dict[str, str]:
    """Parse a step card's description of a drop target.

    >>> dropped_on('the list "Done"')
    {'role': 'list', 'name': 'Done', 'label': 'Done', 'text': 'Done', 'test_id': 'Done'}
    """
    match = _ROLE_AND_NAME.match(value)
    role = {"role": match[1], "name": match[2]} if match else {}
    name = match[2] if match else value
    return {**role, "label": name, "text": name, "test_id": name}


def is_described(target: Mapping[str, str]) -> bool:
    """Whether a target has any attribute to find it by."""
    return any(target.get(key) for key in ("name", "label", "placeholder", "test_id", "role"))


def _strategies(frame: Frame, target: Mapping[str, str], *, loosely: bool) -> Iterator[_Strategy]:
    """The locators to try in a frame, the most reliable first."""
    role: Any = target.get("role", "")
    name = target.get("name", "")
    if role and name:
        yield _Strategy("role and name", frame.get_by_role(role, name=name, exact=True))
    if target.get("label"):
        yield _Strategy("label", frame.get_by_label(target["label"], exact=True))
    if target.get("placeholder"):
        yield _Strategy("placeholder", frame.get_by_placeholder(target["placeholder"], exact=True))
    if target.get("test_id"):
        yield _Strategy("test id", _by_test_id(frame, target["test_id"]))
    if not loosely:
        return
    if role and name:
        loose = frame.get_by_role(role, name=_loose(name))
        yield _Strategy("role and a like name", loose, must_be_alone=True)
    if role and not any(target.get(key) for key in ("name", "label", "placeholder", "test_id")):
        yield _Strategy("role", frame.get_by_role(role), must_be_alone=True)
    text = target.get("text") or (name if role in ("", "listitem", "option", "cell") else "")
    if text:
        yield _Strategy("text", frame.get_by_text(text, exact=True))


def _choose(strategy: _Strategy, page: Page, target: Mapping[str, str]) -> Found | None:
    """Choose one of the visible matches."""
    visible = strategy.locator.filter(visible=True)
    count = visible.count()
    if count == 0 or (count > 1 and strategy.must_be_alone):
        return None
    if count == 1:
        return Found(visible, page, strategy.by)
    nth = target.get("nth", "")
    if nth.isdecimal() and int(nth) < count:
        return Found(
            visible.nth(int(nth)), page, strategy.by, f"number {int(nth) + 1} of {count} alike"
        )
    nearest = _nearest(visible, count, target.get("fallback", ""))
    if nearest is not None:
        return Found(
            visible.nth(nearest), page, strategy.by, f"of {count} alike, by the text around it"
        )
    return Found(visible.first, page, strategy.by, f"the first of {count} alike")


def _nearest(visible: Locator, count: int, fallback: str) -> int | None:
    """Which of several equal matches is surrounded by the text that the fallback quotes."""
    words = _QUOTED.findall(fallback)
    if not words:
        return None
    for number in range(min(count, _MOST_COMPARED)):
        around = visible.nth(number).evaluate(_AROUND)
        if all(word in around for word in words):
            return number
    return None


def _by_test_id(frame: Frame, name: str) -> Locator:
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    attributes = ("data-testid", "data-test-id", "data-test")
    return frame.locator(", ".join(f'[{attribute}="{quoted}"]' for attribute in attributes))


def _loose(name: str) -> re.Pattern[str]:
    """A pattern for a name that ignores case, spacing and the value of numbers."""
    parts = (re.escape(part).replace(r"\ ", r"\s+") for part in _NUMBER.split(name))
    return re.compile(rf"^\s*{'[0-9]+'.join(parts)}\s*$", re.IGNORECASE)
