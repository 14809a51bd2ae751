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
  if (!table) return null;
  const squeeze = (cell) => cell.innerText.replace(/\\s+/g, " ").trim();
  const cells = "td, th, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader]";
  return Array.from(table.querySelectorAll("tr, [role=row]"))
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
    look = _LOOKS.get(what)
    if look is None:
        raise CannotDo(f"{what!r} is no check, as {', '.join(_LOOKS)} are")
    seen = ""

    def is_so() -> bool:
        nonlocal seen
        seen = look(deed)
        return _FITS.get(what, alike)(value, seen)

    if not deed.happenings.wait(deed.page, deed.timeout, is_so):
        raise CannotDo(f'the {_NAMES.get(what, what)} is "{seen[:200]}" instead of "{value}"')


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
        if row["head"]:
            headers = _distinct(row["cells"])
        elif headers and len(row["cells"]) <= len(headers):
            found.append(dict(zip(headers, row["cells"], strict=False)))
        else:
            found.append(row["cells"])
    return found


def _distinct(headers: list[str]) -> list[str]:
    """Headers as keys: named by their place where they are empty or the same as another."""
    return [header if header and headers.count(header) == 1 else f"{header or 'column'} {n}".strip()
            for n, header in enumerate(headers, start=1)]  # fmt: skip


def _page_text(deed: Deed) -> str:
    return str(deed.page.evaluate("document.body?.innerText || ''"))


def _text(deed: Deed) -> str:
    return str(deed.element.evaluate(_TEXT)) if deed.found else _page_text(deed)


def _count(deed: Deed) -> str:
    return str(deed.count())


def _is_there(deed: Deed) -> str:
    return "there" if deed.is_there() else ""


def _contains(value: str, seen: str) -> bool:
    return " ".join(value.split()).casefold() in " ".join(seen.split()).casefold()


_LOOKS: dict[str, Callable[[Deed], str]] = {
    "visible": _is_there,
    "hidden": _is_there,
    "text": _text,
    "value": lambda deed: str(deed.element.evaluate(_HELD)),
    "url": lambda deed: deed.page.url,
    "title": lambda deed: deed.page.title(),
    "checked": lambda deed: str(deed.element.evaluate(CHECKED)).lower(),
    "unchecked": lambda deed: str(deed.element.evaluate(CHECKED)).lower(),
    "count": _count,
}
_FITS: dict[str, Callable[[str, str], bool]] = {
    "visible": lambda _value, seen: bool(seen),
    "hidden": lambda _value, seen: not seen,
    "text": _contains,
    "value": lambda value, seen: value == seen,
    "url": same_place,
    "checked": lambda _value, seen: seen == "true",
    "unchecked": lambda _value, seen: seen == "false",
    "count": lambda value, seen: value == seen,
}
_NAMES = {"url": "address", "count": "number of them"}
