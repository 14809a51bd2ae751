"""A step's target as it was recorded: its name, and what it is in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lessonboard.parts.recordings.shared_names import FIELDS

_NAMES = ("role", "name", "label", "placeholder", "test_id", "text", "selector", "frame")
_FACTS = (
    "heading",
    "section",
    "form",
    "href",
    "called",
    "title",
    "icon",
    "dialog_text",
    "form_action",
)
_MARKS = ("submits", "opens", "asks")


@dataclass(frozen=True)
class TargetRow:
    """A row, list item or card, and what its cells say; an empty cell may say anything.

    `key` is the cell that identified it among its siblings. `selector` is how it was written in the
    page's HTML. Of a row that a person wrote by hand every cell must be found: it is `exact`.
    `twins` counts the other rows that said the very same when it was recorded.
    """

    cells: tuple[str, ...]
    headers: tuple[str, ...] = ()
    key: int | None = None
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
    """The present place of an element and what it says, as `surroundings.js` reads it.

    `heading` is the last one before it, `section` the one over it or its row, not of a neighbour.
    `called` is what it says itself, known of candidates only.
    """

    row: TargetRow | None = None
    heading: str = ""
    section: str = ""
    form: str = ""
    href: str = ""
    ticked: int = 0
    called: str = ""
    title: str = ""
    icon: str = ""
    dialog_text: str = ""
    form_action: str = ""
    submits: bool = False
    opens: bool = False
    asks: bool = False


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
    selector: str = ""
    frame: str = ""
    locators: tuple[tuple[str, str], ...] = ()
    alike: int = 1
    nth: int = 0
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
    within = fields.get("within")
    locators = [each for each in _listed(fields.get("locators")) if isinstance(each, Mapping)]
    return Target(
        **{key: str(fields.get(key) or "") for key in _NAMES},
        locators=tuple((str(each.get("by") or ""), str(each.get("selector") or ""))
                       for each in locators),
        alike=_number(fields.get("alike"), 1),
        nth=_number(fields.get("nth"), 0),
        is_chained=isinstance(within, Mapping) and not within.get("cells"),
        stands=surroundings_of(fields),
    )  # fmt: skip


def surroundings_of(fields: Mapping[str, Any]) -> Surroundings:
    """Read surroundings from a recorded target, or from what the page says of an element."""
    within = fields.get("within")
    known: dict[str, Any] = {key: str(fields.get(key) or "") for key in _FACTS}
    known |= {key: bool(fields.get(key)) for key in _MARKS}
    row = row_of(within) if isinstance(within, Mapping) and within.get("cells") else None
    return Surroundings(row=row, ticked=_number(fields.get("ticked"), 0), **known)


def row_of(within: Mapping[str, Any]) -> TargetRow:
    """Read a row."""
    key = within.get("key")
    cells = tuple(map(str, _listed(within.get("cells"))))
    return TargetRow(
        cells=cells,
        headers=tuple(map(str, _listed(within.get("headers")))),
        key=key if isinstance(key, int) and 0 <= key < len(cells) else None,
        kind=str(within.get("kind") or "row"),
        selector=str(within.get("selector") or ""),
        exact=bool(within.get("exact")),
        twins=_number(within.get("twins"), 0),
    )


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def _number(value: Any, otherwise: int) -> int:
    return int(value) if isinstance(value, int) or str(value).isdecimal() else otherwise
