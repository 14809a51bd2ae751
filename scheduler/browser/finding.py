"""Finding a target in the pages: by role and name first, then by what else was seen of it."""

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
    """A target: where it is, by what it was found, and what is doubtful about that."""

    locator: Locator
    page: Page
    by: str
    note: str = ""


class _Way(NamedTuple):
    by: str
    locator: Locator
    must_be_alone: bool = False


def find(
    pages: Sequence[Page], targets: Sequence[Mapping[str, str]], *, loosely: bool
) -> Found | None:
    """The target, looked for in the pages in order, and in all their frames; None if unseen.

    Args:
        pages: the page that is most likely first.
        targets: ways to describe the target, the likeliest first.
        loosely: whether it may go by another number or other capitals, or by its text alone.
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

    with suppress(Error):  # a frame that goes while it is looked at shows nothing
        for way in _ways(frame, target, loosely=loosely):
            found = _pick(way, page, target)
            if found is not None:
                return found
    return None


def dropped_on(value: str) -> dict[str, str]:
    """The target that the words of a card mean on which something is dropped.

    >>> dropped_on('the list "Done"')
    {'role': 'list', 'name': 'Done', 'label': 'Done', 'text': 'Done', 'test_id': 'Done'}
    """
    said = _ROLE_AND_NAME.match(value)
    role = {"role": said[1], "name": said[2]} if said else {}
    name = said[2] if said else value
    return {**role, "label": name, "text": name, "test_id": name}


def is_described(target: Mapping[str, str]) -> bool:
    """Whether anything is known by which a target can be found."""
    return any(target.get(key) for key in ("name", "label", "placeholder", "test_id", "role"))


def _ways(frame: Frame, target: Mapping[str, str], *, loosely: bool) -> Iterator[_Way]:
    """The ways to look for a target in a frame, the surest first."""
    role: Any = target.get("role", "")
    name = target.get("name", "")
    if role and name:
        yield _Way("role and name", frame.get_by_role(role, name=name, exact=True))
    if target.get("label"):
        yield _Way("label", frame.get_by_label(target["label"], exact=True))
    if target.get("placeholder"):
        yield _Way("placeholder", frame.get_by_placeholder(target["placeholder"], exact=True))
    if target.get("test_id"):
        yield _Way("test id", _by_test_id(frame, target["test_id"]))
    if not loosely:
        return
    if role and name:
        loose = frame.get_by_role(role, name=_loose(name))
        yield _Way("role and a like name", loose, must_be_alone=True)
    if role and not any(target.get(key) for key in ("name", "label", "placeholder", "test_id")):
        yield _Way("role", frame.get_by_role(role), must_be_alone=True)
    text = target.get("text") or (name if role in ("", "listitem", "option", "cell") else "")
    if text:
        yield _Way("text", frame.get_by_text(text, exact=True))


def _pick(way: _Way, page: Page, target: Mapping[str, str]) -> Found | None:
    """The one that is meant of those that are seen."""
    seen = way.locator.filter(visible=True)
    count = seen.count()
    if count == 0 or (count > 1 and way.must_be_alone):
        return None
    if count == 1:
        return Found(seen, page, way.by)
    nth = target.get("nth", "")
    if nth.isdecimal() and int(nth) < count:
        return Found(seen.nth(int(nth)), page, way.by, f"number {int(nth) + 1} of {count} alike")
    near = _nearest(seen, count, target.get("fallback", ""))
    if near is not None:
        return Found(seen.nth(near), page, way.by, f"of {count} alike, by what stands around it")
    return Found(seen.first, page, way.by, f"the first of {count} alike")


def _nearest(seen: Locator, count: int, fallback: str) -> int | None:
    """Which of several alike stands with the words that the fallback quotes."""
    words = _QUOTED.findall(fallback)
    if not words:
        return None
    for number in range(min(count, _MOST_COMPARED)):
        around = seen.nth(number).evaluate(_AROUND)
        if all(word in around for word in words):
            return number
    return None


def _by_test_id(frame: Frame, name: str) -> Locator:
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    attributes = ("data-testid", "data-test-id", "data-test")
    return frame.locator(", ".join(f'[{each}="{quoted}"]' for each in attributes))


def _loose(name: str) -> re.Pattern[str]:
    """A name whatever its capitals and numbers."""
    parts = (re.escape(part).replace(r"\ ", r"\s+") for part in _NUMBER.split(name))
    return re.compile(rf"^\s*{'[0-9]+'.join(parts)}\s*$", re.IGNORECASE)
