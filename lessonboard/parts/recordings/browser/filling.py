"""Give a field its value: type it, choose it, or set it, and see whether the field holds it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lessonboard.parts.recordings.browser.calendar import choose_day
from lessonboard.parts.recordings.browser.deed import CannotDo, Deed, NotOffered

if TYPE_CHECKING:
    from playwright.sync_api import ElementHandle, Frame

    Said = Sequence[tuple[Frame, ElementHandle]]

_KIND = """(element) => ({
  tag: element.tagName, type: element.type || "", multiple: Boolean(element.multiple),
  writes: element.isContentEditable || ["INPUT", "TEXTAREA"].includes(element.tagName),
  editable: element.isContentEditable,
})"""
_HELD = """(element) => !element.isConnected ? null
  : "value" in element && element.tagName !== "LI" ? element.value : element.innerText"""
_CHOSEN = "(list) => Array.from(list.isConnected ? list.selectedOptions : [], (one) => one.label)"
_LABELS = """(list, given) => given.map((text) => {
  const by = (key) => Array.from(list.options).find((option) => option[key] === text);
  return (by("label") || by("value"))?.label ?? text;
})"""
_IS_OFFERED = """(element, said) => !said.includes(element)
  || Boolean(element.closest("li, tr, [role=option], [role=menuitem], [role=treeitem]"))"""
_OPTIONS = "(list) => Array.from(list.options, (option) => option.label).slice(0, 20)"

_SIGNS = re.compile(r"[\W_]+")
_HOLDS_WITHIN = 1.0
_TYPED_EVERY = 20.0
_MOST_SHOWN = 10


def fill(deed: Deed) -> None:
    """Fill a field, choose from a list, or type into the focused element.

    Raises:
        NotOffered: the list lacks the option, or the text is no date, number or the like.
        CannotDo: the field does not hold the value afterwards.
    """
    text = deed.value or ""
    if "calendar" in deed.target:
        choose_day(deed)
        return
    if deed.found is None:
        deed.page.keyboard.insert_text(text)
        return
    kind = deed.element.evaluate(_KIND)
    if kind["tag"] == "SELECT":
        _select(deed, text, is_multiple=kind["multiple"])
    elif deed.target.get("role") == "slider" and not kind["writes"]:
        _slide(deed, text)
    elif "typed_for" in deed.target or not kind["writes"]:
        _choose(deed, text, is_typed=kind["writes"])
    elif kind["editable"]:
        _write(deed, text)
    else:
        _type(deed, text, kind["type"])


def holds(held: str, text: str) -> bool:
    """Whether a field holds a text, perhaps in another format.

    >>> holds("+49 (30) 123-456", "4930123456"), holds("5.00", "5"), holds("12", "123")
    (True, True, False)
    """
    if _SIGNS.sub("", held).casefold() == _SIGNS.sub("", text).casefold():
        return True
    try:
        return float(held) == float(text)
    except ValueError:
        return False


def _type(deed: Deed, text: str, kind: str) -> None:
    from playwright.sync_api import Error

    try:
        deed.element.fill(text, timeout=deed.limit)
    except Error as error:
        if "Malformed value" in str(error):
            raise NotOffered(f'"{text}" is no value of a {kind} field') from error
        raise
    _verify(deed, text)


def _verify(deed: Deed, text: str, *, chosen: bool = False) -> None:
    """Wait until the field holds the text; one that is gone was taken away by the page.

    A field may say more or less than the option that was chosen for it.
    """
    from playwright.sync_api import Error

    held: str | None = ""

    def is_held() -> bool:
        nonlocal held
        try:
            held = deed.element.evaluate(_HELD)
        except Error:  # the page was left
            held = None
        if held is None or holds(held, text):
            return True
        return chosen and bool(held) and (text in held or held in text)

    if not deed.happenings.wait(deed.page, _HOLDS_WITHIN, is_held):
        done = "choosing" if chosen else "typing"
        raise CannotDo(f'the field holds "{held}" after {done} "{text}"')


def _select(deed: Deed, text: str, *, is_multiple: bool) -> None:
    """Choose options by their labels, else as other recorders do by their values; one a line."""
    from playwright.sync_api import TimeoutError as TooLate

    given = (text.split("\n") if is_multiple else [text]) if text else []
    wanted = deed.element.evaluate(_LABELS, given)
    try:
        deed.element.select_option(label=wanted, timeout=deed.limit)
    except TooLate as error:
        there = deed.element.evaluate(_OPTIONS)
        missing = [label for label in wanted if label not in there]
        if not missing:
            raise
        raise NotOffered(f"there is no option {_listed(missing)}; {_there(there)}") from error
    chosen = deed.element.evaluate(_CHOSEN)
    if chosen and sorted(chosen) != sorted(wanted):
        raise CannotDo(f"the list holds {_listed(chosen)} after choosing {_listed(wanted)}")


def _write(deed: Deed, text: str) -> None:
    """Replace what an editable element says, with a key for each new line, as a person would."""
    keyboard = deed.page.keyboard
    deed.element.fill("", timeout=deed.limit)
    for number, line in enumerate(text.split("\n")):
        if number:
            keyboard.press("Enter")
        keyboard.insert_text(line)
    _verify(deed, text)


def _slide(deed: Deed, text: str) -> None:
    """Move a slider of the page's own by keys until it says the value."""
    try:
        wanted, now = float(text), _said(deed)
    except ValueError as error:
        raise CannotDo(f'a slider takes a number, not "{text}"') from error
    up = wanted > now
    while now != wanted:
        deed.element.press("ArrowRight" if up else "ArrowLeft")
        before, now = now, _said(deed)
        if now == before or (now != wanted and (now > wanted) == up):
            raise CannotDo(f'the slider holds "{now:g}" and does not come to "{text}"')


def _said(deed: Deed) -> float:
    return float(deed.element.get_attribute("aria-valuenow") or "nan")


def _choose(deed: Deed, text: str, *, is_typed: bool) -> None:
    """Choose from suggestions, or from a list that is no native one."""
    typed_for = str(deed.target.get("typed_for") or "")
    tries = [text[: len(typed_for)], text] if is_typed and typed_for else [""]
    said = list(_saying(deed, text)) if typed_for else []
    for typed in dict.fromkeys(tries):
        if is_typed and typed_for:
            deed.element.fill("", timeout=deed.limit)
            deed.element.type(typed, delay=_TYPED_EVERY, timeout=deed.limit)
        else:
            deed.element.click(timeout=deed.limit)
        if deed.happenings.wait(deed.page, deed.timeout / 2, lambda: _is_pressed(deed, text, said)):
            break
    else:
        raise NotOffered(f'there is no option "{text}"; {_there(_options(deed))}')
    _verify(deed, text, chosen=True)
    held = deed.element.evaluate(_HELD) if is_typed and typed_for else None
    if held == typed != text:  # what was pressed was no option
        raise CannotDo(f'the field holds "{held}" after choosing "{text}"')


def _is_pressed(deed: Deed, text: str, said: Said) -> bool:
    """Press the option if it is there; one that is drawn anew meanwhile has not been pressed."""
    from playwright.sync_api import Error

    option = _option(deed, text, said)
    if option is None:
        return False
    try:
        option.click(timeout=deed.limit)
    except Error as error:
        if "not attached" not in str(error):
            raise
        return False
    return True


def _option(deed: Deed, text: str, said: Said) -> ElementHandle | None:
    """The one visible option of this text; without roles, the one element outside of the field.

    What the page said before, in `said`, is an option only where it is in a list.
    """
    for frame in deed.page.frames:
        options = frame.get_by_role("option", name=text, exact=True).filter(visible=True)
        if options.count() == 1:
            return options.element_handle()
    if "typed_for" not in deed.target:
        return None
    offered = []
    for frame, each in _saying(deed, text):
        old = [before for place, before in said if place is frame]
        offered += [each] * bool(each.evaluate(_IS_OFFERED, old))
    return offered[0] if len(offered) == 1 else None


def _saying(deed: Deed, text: str) -> Iterator[tuple[Frame, ElementHandle]]:
    for frame in deed.page.frames:
        for each in frame.get_by_text(text, exact=True).filter(visible=True).element_handles():
            yield frame, each


def _options(deed: Deed) -> list[str]:
    """The visible options."""
    every = [option.inner_text() for frame in deed.page.frames
             for option in frame.get_by_role("option").filter(visible=True).all()]  # fmt: skip
    return [" ".join(text.split()) for text in every]


def _listed(texts: list[str]) -> str:
    return " and ".join(f'"{text}"' for text in texts) or "nothing"


def _there(texts: list[str]) -> str:
    shown = ", ".join(f'"{text}"' for text in texts[:_MOST_SHOWN])
    more = " and more" if len(texts) > _MOST_SHOWN else ""
    return f"there are {shown}{more}" if texts else "there is none at all"
