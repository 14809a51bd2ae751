"""The views as a public schema: what each view and each of its columns means.

A new column has its meaning in `meanings.py`; `docs/views.md` is made of it by
`python -m blackboard.views.schema docs/views.md`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from blackboard.views import VIEWS
from blackboard.views.meanings import MEANINGS

BEGIN, END = "<!-- views: begin -->", "<!-- views: end -->"
"""Between them the tables stand in the page; all else there is written by hand."""


def described() -> list[dict[str, Any]]:
    """All views with their columns, for programs."""
    return [
        {
            "view": view.name,
            "about": MEANINGS[view.name][0],
            "columns": [
                {"name": name, "type": column.type, "meaning": MEANINGS[view.name][1][name]}
                for name, column in view.columns.items()
            ],
        }
        for view in VIEWS
    ]


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
