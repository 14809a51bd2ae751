"""The views as a public schema: what each view and each of its columns means.

A new column has its meaning in `meanings.py`; `docs/views.md` is made of it by
`python -m blackboard.views.schema docs/views.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from blackboard.views import VIEWS
from blackboard.views.meanings import MEANINGS
from blackboard.views.view import View

BEGIN, END = "<!-- views: begin -->", "<!-- views: end -->"
"""Between them the tables stand in the page; all else there is written by hand."""

_OF_A_PLUGIN: tuple[str, dict[str, str]] = ("Of a plug-in.", {})


def described(views: Iterable[View] = VIEWS) -> list[dict[str, Any]]:
    """Views with their columns, for programs; what plug-ins add has no meaning given."""
    return [_described(view, *MEANINGS.get(view.name, _OF_A_PLUGIN)) for view in views]


def _described(view: View, about: str, meanings: Mapping[str, str]) -> dict[str, Any]:
    columns = [
        {"name": name, "type": column.type, "meaning": meanings.get(name, "")}
        for name, column in view.columns.items()
    ]
    return {"view": view.name, "about": about, "columns": columns}


def page(text: str) -> str:
    """A page with the tables of all views between its two marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    tables = "\n".join(map(_table, described()))
    return f"{before}{BEGIN}\n\n{tables}\n{END}{after}"


def _table(view: dict[str, Any]) -> str:
    rows = "".join(
        f"| `{each['name']}` | {each['type']} | {each['meaning']} |\n" for each in view["columns"]
    )
    heading = f"### {view['view']}\n\n{view['about']}\n\n"
    return f"{heading}| column | type | meaning |\n|---|---|---|\n{rows}"


if __name__ == "__main__":
    _path = Path(sys.argv[1])
    _path.write_text(page(_path.read_text(encoding="utf-8")), encoding="utf-8")
