"""Find a target in the pages: all that have its name, and among them the very one recorded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from lessonboard.parts.recordings.browser import scripts
from lessonboard.parts.recordings.browser.expected import same_place
from lessonboard.parts.recordings.browser.identity import Doubt, choose
from lessonboard.parts.recordings.browser.renamed import only_in_place
from lessonboard.parts.recordings.browser.target import (
    Surroundings,
    TargetRow,
    surroundings_of,
)
from lessonboard.parts.recordings.browser.ways import Wanted, Way, ways

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle, Frame, Locator, Page

_MOST_ALIKE = 1000
"""Elements of one name that are looked at; a page with more cannot be judged."""

_READ = """([all, rows, like, isApart]) => {
  const {surroundings, squeeze} = %s;
  const around = isApart ? all.flatMap((one) => surroundings([one], rows, like))
    : surroundings(all, rows, like);
  return around.map((each, n) => ({...each, called: squeeze(
    all[n].getAttribute("aria-label") || (all[n].matches("input") ? all[n].value
      : all[n].matches("select, textarea") ? "" : all[n].innerText))}));
}"""


class Looked(NamedTuple):
    """The elements of one name in a frame, and the row that contained the recorded one.

    Elements of any name are `apart`: that they are of one role makes them no rows.
    """

    frame: Frame
    elements: list[ElementHandle]
    row: TargetRow | None
    apart: bool = False

    def stands(self) -> list[Surroundings]:
        """The present surroundings of the elements, in one read."""
        like = self.row.selector if self.row is not None else ""
        given = [self.elements, self.row is not None, like, self.apart]
        read = self.frame.evaluate(_READ % scripts.surroundings(), given)
        return list(map(surroundings_of, read))


class Found(NamedTuple):
    """A found target, how it was found, and a note on any doubt.

    The element is held fast: a page that moves its rows meanwhile cannot put another in its place.
    """

    looked: Looked
    number: int
    stands: Surroundings
    page: Page
    by: str
    note: str = ""

    @property
    def element(self) -> ElementHandle:
        """The element itself."""
        return self.looked.elements[self.number]

    def is_like(self, other: object) -> bool:
        """Whether both look alike: the same place among as many."""
        return isinstance(other, Found) and (
            (self.page, self.number, self.stands, len(self.looked.elements))
            == (other.page, other.number, other.stands, len(other.looked.elements))
        )

    def is_still_there(self) -> bool:
        """Whether it is where it was found; checked right before it is acted on."""
        return self.looked.stands()[self.number] == self.stands


Answer = Found | Doubt | None
"""The target; None if nothing of its name is visible; or why none of those may be taken."""


def find(pages: Sequence[Page], wanted: Wanted, *, loosely: bool) -> Answer:
    """Find the target in the pages and all their frames, in order.

    Args:
        pages: the most likely page first.
        wanted: what is looked for.
        loosely: whether to accept other numbers and case in the name, the text alone, or the only
            one in its place.
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
    frames = (frame for page in pages for frame in _frames(page, wanted))
    counts = (_locator(frame, way).filter(visible=True).count() for frame in frames
              for way in ways(wanted, loosely=False))  # fmt: skip
    return next(filter(None, counts), 0)


def _frames(page: Page, wanted: Wanted) -> list[Frame]:
    """The frames that a target may be in: the recorded one, by name or address, if it is there.

    A dangerous step is only done in the frame in which it was recorded.
    """
    recorded = wanted.recorded.frame
    if not recorded:
        return [page.main_frame] if wanted.danger else page.frames
    named = [
        each for each in page.frames if recorded == each.name or same_place(recorded, each.url)
    ]
    return named if named or wanted.danger else page.frames


def _in_frame(frame: Frame, page: Page, wanted: Wanted, *, loosely: bool) -> Answer:
    """The target in a frame; the first way that finds anything decides."""
    from playwright.sync_api import Error

    with suppress(Error):  # a frame that is closed meanwhile has no target
        for way in ways(wanted, loosely=loosely):
            looked = _look(_locator(frame, way), frame, wanted, is_alone=way.is_alone)
            found = _choose(looked, page, wanted, way.by)
            if found is not None:
                return found
        if loosely and wanted.target == wanted.recorded and wanted.target.role:
            return _in_place(frame, page, wanted)
    return None


def _look(
    locator: Locator, frame: Frame, wanted: Wanted, *, is_alone: bool
) -> Looked | Doubt | None:
    elements = locator.filter(visible=True).element_handles()
    if not elements or (len(elements) > 1 and is_alone):
        return None
    if len(elements) > _MOST_ALIKE:
        return Doubt(f"there are {len(elements)} alike")
    return Looked(frame, elements, wanted.target.stands.row)


def _choose(looked: Looked | Doubt | None, page: Page, wanted: Wanted, by: str) -> Answer:
    """The recorded one among the visible matches."""
    if not isinstance(looked, Looked):
        return looked
    stands = looked.stands()
    choice = choose(wanted.target, wanted.recorded, stands, danger=wanted.danger,
                    given=wanted.given)  # fmt: skip
    if isinstance(choice, Doubt):
        return choice
    return Found(looked, choice.number, stands[choice.number], page, by, choice.note)


def _in_place(frame: Frame, page: Page, wanted: Wanted) -> Answer:
    """The renamed or moved target, where it is the only one in its place."""
    role: Any = wanted.target.role
    looked = _look(frame.get_by_role(role), frame, wanted, is_alone=False)
    if not isinstance(looked, Looked):
        return None
    looked = looked._replace(apart=True)
    stands = looked.stands()
    choice = only_in_place(wanted.target, stands, danger=wanted.danger)
    if choice is None:
        return None
    return Found(looked, choice.number, stands[choice.number], page, "its place", choice.note)


def _locator(frame: Frame, way: Way) -> Locator:
    """Playwright's locator for a way."""
    role: Any = way.role
    if way.selector:
        found = frame.locator(way.selector)
        return found.and_(frame.get_by_role(role)) if role else found
    if way.label:
        return frame.get_by_label(way.label, exact=True)
    if way.placeholder:
        return frame.get_by_placeholder(way.placeholder, exact=True)
    if way.text:
        return frame.get_by_text(way.text, exact=not way.is_part)
    if role and not way.name:
        return frame.get_by_role(role)
    if role:
        return frame.get_by_role(role, name=way.name, exact=isinstance(way.name, str))
    first, *others = (frame.get_by_role(each, name=way.name, exact=True)
                      for each in cast("Iterable[Any]", way.roles))  # fmt: skip
    return reduce(lambda found, other: found.or_(other), others, first)
