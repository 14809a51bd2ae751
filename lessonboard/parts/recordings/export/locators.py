"""Where the thing of a step is, as Playwright's users write it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from lessonboard.parts.recordings.browser.target import row_of
from lessonboard.parts.recordings.compiler.template import escape, names, render
from lessonboard.parts.recordings.export.source import text

_ROWS = {"row": 'get_by_role("row")', "item": 'locator("li, [role=listitem], [role=treeitem]")'}

_BY = ("label", "placeholder", "test_id", "text")


def is_row_itself(target: Mapping[str, Any]) -> bool:
    """Whether a thing is called as all that its row says: it may be the row."""
    within = target.get("within") or {}
    return [cell for cell in within.get("cells") or [] if cell] == [target.get("name")]


def is_called(target: Mapping[str, Any]) -> bool:
    """Whether words say what it is."""
    return any(target.get(key) for key in ("name", *_BY))


def locator(target: Mapping[str, Any], root: str) -> str:
    """The expression for a thing in the page, a frame or a row; "" where nothing describes it."""
    role, name = text(escape(str(target.get("role") or ""))), str(target.get("name") or "")
    if name and target.get("role"):
        return f"{root}.get_by_role({role}, name={text(name)}, exact=True)"
    known = {"text": name} if name else target
    for by in _BY:
        if known.get(by):
            exact = ", exact=True" * (by != "test_id")
            return f"{root}.get_by_{by}({text(str(known[by]))}{exact})"
    found = [each for each in selectors(target) if not names(each)]
    if found and not (root == "row" and target.get("role")):
        return f"{root}.locator({text(found[0])})"
    return f"{root}.get_by_role({role})" if target.get("role") else ""


def selectors(target: Mapping[str, Any]) -> list[str]:
    """The selectors for a thing."""
    ways = [each.get("selector") for each in target.get("locators") or []
            if each.get("by") in ("id", "css")]  # fmt: skip
    return [str(each) for each in [target.get("selector"), *ways] if each]


def frame(name: str) -> str:
    """The statement that names a frame, which was recorded by its name or its address."""
    path = re.sub(r"^\w+://[^/]*/?|[?#].*", "", name) if "://" in name else ""
    selector = f'iframe[src*="{path}"]' if path else f'iframe[name="{name}"]'
    return f"frame = page.frame_locator({text(selector)})"


def in_row(within: Mapping[str, Any], root: str, recorded: Mapping[str, str]) -> Iterator[str]:
    """The statements that name a row: by its key, and by all that it said where it is that one."""
    row = row_of(within)
    cells = [cell for n, cell in enumerate(row.cells) if cell and n != row.key]
    first = row.cells[row.key] if row.key is not None else cells.pop(0)
    rows = _ROWS.get(row.kind) or f"locator({text(row.selector or 'article, [role=article]')})"
    says = _in_item if row.kind != "row" else lambda said: _in_cell(text(said))
    yield f"row = {root}.{rows}.{says(first)}"
    varies = names(first) if row.key is not None and cells and not row.exact else []
    same = " and ".join(f"{name.upper()} == {text(escape(recorded[name]))}" for name in varies)
    lines = [f"row = row.{says(cell)}" for cell in cells]
    if len(cells) > 1 and row.kind == "row":
        every = ", ".join(map(text, cells))
        lines = [f"for cell in ({every}):", f"    row = row.{_in_cell('cell')}"]
    yield from [f"if {same}:", *(f"    {line}" for line in lines)] if same else lines
    if row.kind == "row" and row.key is not None:
        place = str(row.key)
        if header := row.header(row.key):
            yield "expect(row).to_have_count(1)"
            yield 'heads = row.locator("xpath=ancestor::table[1]").get_by_role("columnheader")'
            place = f"heads.all_inner_texts().index({text(header)})"
        cell = f'row.locator("td, th, [role$=cell]").nth({place})'
        yield f"expect({cell}).to_have_text({text(first)})"


def _in_cell(expression: str) -> str:
    return f"filter(has=page.get_by_text({expression}, exact=True))"


def _in_item(said: str) -> str:
    """Its own text, or that of something in it; a value is quoted when the test is run."""
    around = " >> xpath=ancestor-or-self::*"
    if names(said):
        return f'and_(page.locator("text=" + json.dumps({text(said)}) + "{around}"))'
    return f"and_(page.locator({text(escape(f'text={json.dumps(render(said, {}))}{around}'))}))"
