"""Choose a date in a calendar that the page draws: turn to its month, and click on the day."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from lessonboard.parts.recordings.browser import scripts
from lessonboard.parts.recordings.browser.deed import CannotDo, Deed, NotOffered

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle, JSHandle

_READ = "([text, form]) => ({calendar}).read(text, form)"
_TOWARD = "(date) => ({calendar}).toward(date)"
_MOST = 240
"""Months to turn; a date that is further away is none that a person would turn to."""


def choose_day(deed: Deed) -> None:
    """Turn the calendar that is shown to the month of a date, and click on its day.

    Raises:
        NotOffered: the value is no date.
        CannotDo: no calendar is shown, or it does not lead to the date.
    """
    form, text = str(deed.target["calendar"]), deed.value or ""
    date = deed.page.evaluate(_script(_READ), [text, form])
    if date is None:
        raise NotOffered(f'"{text}" is no date; write it as {form} or as 2024-12-31')
    for _ in range(_MOST):
        way = _shown(deed, date)
        element, shown = _element(way), _value(way, "shown")
        if element is None:
            raise CannotDo(f'the calendar shows {shown} and leads to no day "{text}"')
        element.click(timeout=deed.limit)
        if _value(way, "isDay"):
            return
        deed.happenings.wait(deed.page, 1.0, partial(_turned, deed, date, shown))
    raise CannotDo(f'the calendar did not come to "{text}" in {_MOST} months')


def _shown(deed: Deed, date: dict[str, int]) -> JSHandle:
    """What to click next in the calendar that is shown, in whichever frame."""
    found: list[JSHandle] = []

    def is_there() -> bool:
        ways = [frame.evaluate_handle(_script(_TOWARD), date) for frame in deed.page.frames]
        found[:] = [way for way in ways if _value(way, "shown")]
        return bool(found)

    if not deed.happenings.wait(deed.page, deed.timeout / 2, is_there):
        raise CannotDo("no calendar is shown")
    return found[0]


def _turned(deed: Deed, date: dict[str, int], was: str) -> bool:
    return bool(_value(_shown(deed, date), "shown") != was)


def _element(way: JSHandle) -> ElementHandle | None:
    return way.get_property("element").as_element()


def _value(way: JSHandle, name: str) -> Any:
    return way.get_property(name).json_value()


def _script(template: str) -> str:
    return template.replace("{calendar}", scripts.calendar())
