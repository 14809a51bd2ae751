"""The views as a public schema: what each view and each of its columns means.

A new column has its meaning in `meanings.py`; `docs/views.md` is made of it by
`python -m blackboard.views.schema docs/views.md`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from blackboard.views import VIEWS
from blackboard.views.meanings import MEANINGS
from blackboard.views.view import View

BEGIN, END = "<!-- views: begin -->", "<!-- views: end -->"
"""The marks around the generated lists; the rest of the page is written by hand."""


class _Column(NamedTuple):
    name: str
    type: str
    meaning: str
    """Empty where the name says it."""


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
    """A page with the lists of all views between its two marks."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    views = described()
    counts = Counter(column for view in views for column in _columns(view))
    common = {column for column, count in counts.items() if count > 1 and column.meaning}
    parts = [_common(common), *(_list(view, common) for view in views)]
    return f"{before}{BEGIN}\n\n{''.join(parts)}{END}{after}"


def _columns(view: Mapping[str, Any]) -> list[_Column]:
    return [_Column(each["name"], each["type"], each["meaning"]) for each in view["columns"]]


def _common(columns: Iterable[_Column]) -> str:
    """What has one meaning in several views is said once."""
    return f"### In several views\n\n{''.join(map(_line, sorted(columns)))}\n"


def _list(view: Mapping[str, Any], common: set[_Column]) -> str:
    """A view: first the columns that need no explanation here, then the others with theirs."""
    columns = _columns(view)
    own = [each for each in columns if each.meaning and each not in common]
    named = [
        f"`{each.name}`" if each in common else _named(each) for each in columns if each not in own
    ]
    also = f" Also {', '.join(named)}." if named else ""
    return f"### {view['view']}\n\n{view['about']}{also}\n\n{''.join(map(_line, own))}\n"


def _line(column: _Column) -> str:
    return f"- {_named(column)}: {column.meaning}\n"


def _named(column: _Column) -> str:
    """A column with its type, which is left out where it is text."""
    kind = "" if column.type == "text" else f" ({column.type.removeprefix('JSON ')})"
    return f"`{column.name}`{kind}"


if __name__ == "__main__":
    _path = Path(sys.argv[1])
    _path.write_text(page(_path.read_text(encoding="utf-8")), encoding="utf-8")
