"""Find a target in the pages: all that have its name, and among them the very one recorded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from lessonboard.parts.recordings.browser import scripts
from lessonboard.parts.recordings.browser.expected import same_place
from lessonboard.parts.recordings.browser.identity import Chosen, Doubt, choose
from lessonboard.parts.recordings.browser.target import (
    Surroundings,
    Target,
    TargetRow,
    surroundings_of,
)

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle, Frame, Locator, Page

_ROLE_AND_NAME = re.compile(r'^(?:the )?([a-z]+) "(.+)"$')
_NUMBER = re.compile(r"\d+")
_MOST_ALIKE = 1000
"""Elements of one name that are looked at; a page with more cannot be judged."""

_WORDS = re.compile(r"[^\W\d_]{4,}")
_COUNT = re.compile(r"(?<=[(\[])\d+(?=[)\]])")
_ACTED_ON = ("button", "link", "textbox", "searchbox", "combobox", "checkbox", "radio", "switch",
             "menuitem", "tab", "option", "spinbutton", "slider")  # fmt: skip
_PRESSED = ("button", "menuitem", "link", "switch", "tab")
"""Roles of things whose name says what pressing them does: "Stop" is not "Start" of the same id."""


class Looked(NamedTuple):
    """The elements of one name in a frame, and the row that contained the recorded one."""

    frame: Frame
    elements: list[ElementHandle]
    row: TargetRow | None

    def stands(self) -> list[Surroundings]:
        """The present surroundings of the elements, in one read."""
        script = f"([all, rows, like]) => ({scripts.surroundings()}).surroundings(all, rows, like)"
        like = self.row.selector if self.row is not None else ""
        told = self.frame.evaluate(script, [self.elements, self.row is not None, like])
        return list(map(surroundings_of, told))


class Found(NamedTuple):
    """A found target, how it was found, and a note on any doubt.

    The element is held fast: a page that moves its rows meanwhile cannot put another in its place.
    """

    looked: Looked
    number: int
    stands: Surroundings
    locator: Locator
    page: Page
    by: str
    note: str = ""

    @property
    def element(self) -> ElementHandle:
        """The element itself."""
        return self.looked.elements[self.number]

    def is_like(self, other: Found) -> bool:
        """Whether both look alike: the same place among as many."""
        return (self.page, self.number, self.stands) == (
            other.page,
            other.number,
            other.stands,
        ) and (len(self.looked.elements) == len(other.looked.elements))

    def is_still_there(self) -> bool:
        """Whether it is where it was found; checked right before it is acted on."""
        return self.looked.stands()[self.number] == self.stands


class Wanted(NamedTuple):
    """What is looked for: with the values of this run, as recorded, and whether to be strict."""

    target: Target
    recorded: Target
    dangerous: bool = False


class _Strategy(NamedTuple):
    by: str
    locator: Locator
    must_be_alone: bool = False


def find(pages: Sequence[Page], wanted: Wanted, *, loosely: bool) -> Found | Doubt | None:
    """Find the target in the pages and all their frames, in order.

    Args:
        pages: the most likely page first.
        wanted: what is looked for.
        loosely: whether to accept other numbers and case in the name, or the text alone.

    Returns:
        The target; None if nothing of its name is visible; or why none of those may be taken.
    """
    doubt: Doubt | None = None
    for page in pages:
        there = [_in_frame(frame, page, wanted, loosely=loosely) for frame in _frames(page, wanted)]
        found = [each for each in there if isinstance(each, Found)]
        if len(found) == 1 or (found and not wanted.recorded.frame):
            return found[0]
        if found:
            return Doubt(f"it is in {len(found)} frames of the page")
        doubt = doubt or next((each for each in there if isinstance(each, Doubt)), None)
    return doubt


def count(pages: Sequence[Page], wanted: Wanted) -> int:
    """How many visible elements of the first page that has any are called as the target is."""
    for page in pages:
        for frame in _frames(page, wanted):
            for strategy in _strategies(frame, wanted, loosely=False):
                found = strategy.locator.filter(visible=True).count()
                if found:
                    return found
    return 0


def _frames(page: Page, wanted: Wanted) -> list[Frame]:
    """The frames that a target may be in: the recorded one, by name or address, if it is there.

    An irreversible step is only done in the frame in which it was recorded.
    """
    recorded = wanted.recorded.frame
    if not recorded:
        return [page.main_frame] if wanted.dangerous else page.frames
    named = [
        each for each in page.frames if recorded == each.name or same_place(recorded, each.url)
    ]
    return named if named or wanted.dangerous else page.frames


def _in_frame(frame: Frame, page: Page, wanted: Wanted, *, loosely: bool) -> Found | Doubt | None:
    """The target in a frame; the first strategy that finds anything decides."""
    from playwright.sync_api import Error

    with suppress(Error):  # a frame that is closed meanwhile has no target
        for strategy in _strategies(frame, wanted, loosely=loosely):
            found = _choose(strategy, frame, page, wanted)
            if found is not None:
                return found
    return None


def dropped_on(value: str) -> Target:
    """Parse a step card's description of a drop target.

    >>> dropped_on('the list "Done"').name
    'Done'
    """
    match = _ROLE_AND_NAME.match(value)
    name = match[2] if match else value
    return Target(role=match[1] if match else "", name=name if match else "", label=name,
                  text=name, test_id=name)  # fmt: skip


def _strategies(frame: Frame, wanted: Wanted, *, loosely: bool) -> Iterator[_Strategy]:
    """The locators to try in a frame, the most reliable first."""
    target = wanted.target
    role: Any = target.role
    if target.is_chained:
        for by, selector in target.locators if target == wanted.recorded else ():
            yield _Strategy(by, frame.locator(selector), must_be_alone=True)
        return
    if role and target.name:
        yield _Strategy("role and name", frame.get_by_role(role, name=target.name, exact=True))
    if target.name and not role:
        yield _Strategy("name", _of_any_role(frame, target.name))
    if target.label:
        yield _Strategy("label", frame.get_by_label(target.label, exact=True))
    if target.placeholder:
        yield _Strategy("placeholder", frame.get_by_placeholder(target.placeholder, exact=True))
    if target.name and role in _PRESSED:
        if loosely and not wanted.dangerous:
            yield from _loosely(frame, target)
        return
    if target.test_id:
        yield _Strategy("test id", _by_test_id(frame, target.test_id))
    if target.text and not target.name:
        yield _Strategy("text", frame.get_by_text(target.text, exact=True))
    yield from _by_selectors(frame, wanted)
    if loosely and not wanted.dangerous:
        yield from _loosely(frame, target)


def _by_selectors(frame: Frame, wanted: Wanted) -> Iterator[_Strategy]:
    """The recorded selectors: those that name a thing by its id, or all where nothing else does.

    For other values than the recorded ones none is tried, for it leads to what was meant then.
    """
    target = wanted.target
    is_nameless = not any((target.name, target.label, target.placeholder, target.text,
                           target.test_id))  # fmt: skip
    if is_nameless and target.selector:
        yield _Strategy("css", frame.locator(target.selector))
    for by, selector in target.locators if target == wanted.recorded else ():
        is_said = by in ("id", "css", "test id") and bool(_WORDS.search(selector))
        if is_said or (is_nameless and not wanted.dangerous):
            role: Any = target.role
            found = frame.locator(selector)
            yield _Strategy(by, found.and_(frame.get_by_role(role)) if role else found, True)


def _loosely(frame: Frame, target: Target) -> Iterator[_Strategy]:
    role: Any = target.role
    if role and target.name:
        yield _Strategy("role and a like name", frame.get_by_role(role, name=_loose(target)),
                        must_be_alone=True)  # fmt: skip
    elif role and not any((target.label, target.placeholder, target.test_id, target.text)):
        yield _Strategy("role", frame.get_by_role(role), must_be_alone=True)
    if target.text and not target.name:  # its text without that of the buttons in it
        yield _Strategy("a part of the text", frame.get_by_text(target.text), must_be_alone=True)
    text = target.name if role in ("", "listitem", "option", "cell") else ""
    if text:
        yield _Strategy("text", frame.get_by_text(text, exact=True), must_be_alone=True)


def _choose(strategy: _Strategy, frame: Frame, page: Page, wanted: Wanted) -> Found | Doubt | None:
    """The recorded one among the visible matches."""
    visible = strategy.locator.filter(visible=True)
    count = visible.count()
    if count == 0 or (count > 1 and strategy.must_be_alone):
        return None
    if count > _MOST_ALIKE:
        return Doubt(f"there are {count} alike")
    looked = Looked(frame, visible.element_handles(), wanted.target.stands.row)
    stands = looked.stands()
    choice = choose(wanted.target, wanted.recorded, stands, dangerous=wanted.dangerous)
    if not isinstance(choice, Chosen):
        return choice
    n = choice.number
    return Found(looked, n, stands[n], visible.nth(n), page, strategy.by, choice.note)


def _of_any_role(frame: Frame, name: str) -> Locator:
    """What a person can act on that is called so: some recorders give a name without its role."""
    roles: Iterator[Any] = iter(_ACTED_ON)
    found = frame.get_by_role(next(roles), name=name, exact=True)
    for role in roles:
        found = found.or_(frame.get_by_role(role, name=name, exact=True))
    return found


def _by_test_id(frame: Frame, name: str) -> Locator:
    return frame.locator(quoted_test_id(name))


def quoted_test_id(name: str) -> str:
    """A selector for a test id, whichever attribute holds it."""
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    attributes = ("data-testid", "data-test-id", "data-test")
    return ", ".join(f'[{attribute}="{quoted}"]' for attribute in attributes)


def _loose(target: Target) -> re.Pattern[str]:
    """A pattern for a name that ignores case, spacing and numbers: of what is pressed, counts."""
    number = _COUNT if target.role in _PRESSED else _NUMBER
    parts = (re.escape(part).replace(r"\ ", r"\s+") for part in number.split(target.name))
    return re.compile(rf"^\s*{'[0-9]+'.join(parts)}\s*$", re.IGNORECASE)
