"""A step's target as it was recorded: its name, and what it is in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

FIELDS = ("textbox", "searchbox", "combobox", "spinbutton", "listbox", "slider")
"""Roles of things that hold a value; acting on one changes nothing until it is sent."""


@dataclass(frozen=True)
class TargetRow:
    """A row, list item or card, and what its cells say.

    `key` is the cell that identified it among its siblings, `same` marks the cells that said the
    same in all of them. `selector` is how it was written in the page's HTML. Of a row that a
    person wrote by hand every cell must be found: it is `exact`. `twins` counts the other rows that
    said the very same when it was recorded.
    """

    cells: tuple[str, ...]
    headers: tuple[str, ...] = ()
    key: int | None = None
    same: tuple[bool, ...] = ()
    kind: str = "row"
    selector: str = ""
    exact: bool = False
    twins: int = 0

    @property
    def name(self) -> str:
        """What its key cell says, else all that it says."""
        return self.cells[self.key] if self.key is not None else " ".join(filter(None, self.cells))

    def header(self, n: int) -> str:
        """The header of a cell; empty where there is none."""
        return self.headers[n] if n < len(self.headers) else ""


@dataclass(frozen=True)
class Surroundings:
    """The present place of an element, as `surroundings.js` reads it.

    `heading` is the last one before it, `section` the one over it or its row, not of a neighbour.
    """

    row: TargetRow | None = None
    heading: str = ""
    section: str = ""
    form: str = ""
    href: str = ""
    ticked: int = 0


@dataclass(frozen=True)
class Target:
    """What a step acts on; `alike` counts what had the same role and name when recorded.

    `is_chained` where a script names the row only within its selectors: nothing else may find it.
    """

    role: str = ""
    name: str = ""
    label: str = ""
    placeholder: str = ""
    test_id: str = ""
    text: str = ""
    locators: tuple[tuple[str, str], ...] = ()
    alike: int = 1
    nth: int = 0
    selector: str = ""
    frame: str = ""
    is_chained: bool = False
    stands: Surroundings = field(default_factory=Surroundings)

    @property
    def is_field(self) -> bool:
        """Whether it holds a value."""
        return self.role in FIELDS

    @property
    def spoken(self) -> str:
        """How a person would call it."""
        called = next(filter(None, (self.name, self.label, self.placeholder, self.text,
                                    self.test_id)), "")  # fmt: skip
        return f'the {self.role or "element"} "{called}"' if called else "the recorded target"


def target_of(fields: Mapping[str, Any]) -> Target:
    """Read a target from a plan step; unknown fields are left out."""
    text = {key: str(fields.get(key) or "") for key in
            ("role", "name", "label", "placeholder", "test_id", "text", "selector",
             "frame")}  # fmt: skip
    within = fields.get("within")
    return Target(
        **text,
        locators=tuple(_locator(each) for each in _listed(fields.get("locators"))
                       if isinstance(each, Mapping)),
        alike=_number(fields.get("alike"), 1),
        nth=_number(fields.get("nth"), 0),
        is_chained=isinstance(within, Mapping) and not within.get("cells"),
        stands=surroundings_of(fields),
    )  # fmt: skip


def surroundings_of(fields: Mapping[str, Any]) -> Surroundings:
    """Read surroundings from a recorded target, or from what the page says of an element."""
    within = fields.get("within")
    return Surroundings(
        row=row_of(within) if isinstance(within, Mapping) and within.get("cells") else None,
        heading=str(fields.get("heading") or ""),
        section=str(fields.get("section") or ""),
        form=str(fields.get("form") or ""),
        href=str(fields.get("href") or ""),
        ticked=_number(fields.get("ticked"), 0),
    )


def row_of(within: Mapping[str, Any]) -> TargetRow:
    """Read a row."""
    key = within.get("key")
    cells = tuple(map(str, _listed(within.get("cells"))))
    return TargetRow(
        cells=cells,
        headers=tuple(map(str, _listed(within.get("headers")))),
        key=key if isinstance(key, int) and 0 <= key < len(cells) else None,
        same=tuple(map(bool, _listed(within.get("same")))),
        kind=str(within.get("kind") or "row"),
        selector=str(within.get("selector") or ""),
        exact=bool(within.get("exact")),
        twins=_number(within.get("twins"), 0),
    )


def _locator(fields: Mapping[str, Any]) -> tuple[str, str]:
    return str(fields.get("by") or ""), str(fields.get("selector") or "")


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _number(value: Any, otherwise: int) -> int:
    return int(value) if isinstance(value, int) or str(value).isdecimal() else otherwise
