"""Steps that look: a check waits until the page shows what it must, an extract reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lessonboard.parts.recordings.browser.deed import CannotDo, Deed
from lessonboard.parts.recordings.browser.expected import alike, same_place

_HELD = "(element) => 'value' in element ? element.value : element.innerText"
_TEXT = "(element) => element.innerText"
CHECKED = """(element) => {
  const box = element.control || element;
  return "checked" in box ? box.checked : box.getAttribute("aria-checked") === "true";
}"""
"""Whether a box, its label or a switch is on."""

_TABLE = """(element) => {
  const of = "table, [role=table], [role=grid], [role=treegrid]";
  const table = element.closest(of) || element.querySelector(of);
  const squeeze = (cell) => cell.innerText.replace(/\\s+/g, " ").trim();
  const cells = "td, th, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader]";
  return table && Array.from(table.querySelectorAll("tr, [role=row]"))
    .filter((row) => row.closest(of) === table && row.checkVisibility())
    .map((row) => ({
      head: !row.querySelector("td, [role=cell], [role=gridcell]"),
      cells: Array.from(row.querySelectorAll(cells), squeeze),
    }));
}"""


def check(deed: Deed) -> None:
    """Wait until the target, or the page, shows what it must.

    Raises:
        CannotDo: it does not in time.
    """
    what, value = str(deed.target.get("what") or "visible"), deed.value or ""
    if what == "visible" and deed.found is not None:
        return
    if what not in _CHECKS:
        raise CannotDo(f"{what!r} is no check, as {', '.join(_CHECKS)} are")
    look, fits, called = _CHECKS[what]
    seen = ""

    def is_so() -> bool:
        nonlocal seen
        seen = look(deed)
        return fits(value, seen)

    if not deed.happenings.wait(deed.page, deed.timeout, is_so):
        raise CannotDo(f'the {called or what} is "{seen[:200]}" instead of "{value}"')


def extract(deed: Deed) -> Any:
    """The text of the target, or the rows of its table: by the headers, where it has some."""
    if deed.value != "table":
        return deed.element.evaluate(_TEXT)
    rows = deed.element.evaluate(_TABLE)
    if rows is None:
        raise CannotDo("rows are read, but the target is no table and holds none")
    return records(rows)


def records(rows: list[dict[str, Any]]) -> list[Any]:
    """Rows as JSON objects by the header above them; as lists where there is no header.

    >>> records([{"head": True, "cells": ["Name", "Age"]}, {"head": False, "cells": ["Ada", "36"]}])
    [{'Name': 'Ada', 'Age': '36'}]
    """
    headers: list[str] = []
    found: list[Any] = []
    for row in rows:
        cells = row["cells"]
        if row["head"]:
            headers = [each if each and cells.count(each) == 1 else f"{each or 'column'} {n}"
                       for n, each in enumerate(cells, start=1)]  # fmt: skip
        else:
            is_named = headers and len(cells) <= len(headers)
            found.append(dict(zip(headers, cells, strict=False)) if is_named else cells)
    return found


def _text(deed: Deed) -> str:
    page = "document.body?.innerText || ''"
    return str(deed.element.evaluate(_TEXT) if deed.found else deed.page.evaluate(page))


def _is_on(deed: Deed) -> str:
    return str(deed.element.evaluate(CHECKED)).lower()


def _is_there(deed: Deed) -> str:
    return "there" if deed.is_there() else ""


def _contains(value: str, seen: str) -> bool:
    return " ".join(value.split()).casefold() in " ".join(seen.split()).casefold()


_CHECKS: dict[str, tuple[Callable[[Deed], str], Callable[[str, str], bool], str]] = {
    "visible": (_is_there, lambda _value, seen: bool(seen), ""),
    "hidden": (_is_there, lambda _value, seen: not seen, ""),
    "text": (_text, _contains, ""),
    "value": (lambda deed: str(deed.element.evaluate(_HELD)), str.__eq__, ""),
    "url": (lambda deed: deed.page.url, same_place, "address"),
    "title": (lambda deed: deed.page.title(), alike, ""),
    "checked": (_is_on, lambda _value, seen: seen == "true", ""),
    "unchecked": (_is_on, lambda _value, seen: seen == "false", ""),
    "count": (lambda deed: str(deed.count()), str.__eq__, "number of them"),
}
"""How a property is read, what fits the wanted value, and what it is called."""
