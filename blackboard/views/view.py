"""What a view is: a table that is folded from events by pure functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from blackboard.digests import has_control
from blackboard.event import Event
from blackboard.events.upcast import latest
from blackboard.search.document import Document
from blackboard.views.columns import Column

Row = dict[str, Any]


_LONGEST_NAME = 1_000


def named(key: str) -> str:
    """A key that decisions about its row can name.

    Raises:
        ValueError: it is too long or has a control character, so that no stream can.
    """
    if "\n" in key or has_control(key) or len(key) > _LONGEST_NAME:
        raise ValueError("a thing's name is too long, or has a control character")
    return key


Reduce = Callable[[Row | None, Event], Row | None]


@dataclass(frozen=True)
class View:
    """A table, the events that it folds, and how.

    `columns` gives each column's type (`columns.py`); the first is the key. `reduce` maps each
    event type to a function from the row so far (None before the first event) to the row after
    it; the row given is never changed in place.
    `keys` names the rows that an event concerns; `blank` makes a row before its first event,
    where the event alone does not say which row is meant. Payloads come in their newest version.
    `indexes` names columns, those of one index with blanks between them.
    `document` gives a row's searchable text; of a plug-in's view, `search` looks at
    the newest thousand rows. `injectable` says that agents may be shown it.
    `signs` names texts, one of which must be in a type's payload for the view to be concerned.
    `keyed_by_project` says that a row's key holds its project, so that it cannot be renamed.
    `partition` names the column that holds the stream of a row, where all its events are on one:
    after a forgetting only the rows of the streams concerned are folded anew, not the whole table.
    `rule` names the column with the sentence by which near-duplicates are found.
    Raising `version` rebuilds the table when a board is next opened.
    """

    name: str
    version: int
    columns: Mapping[str, Column]
    reduce: Mapping[str, Reduce]
    keys: Callable[[Event], Iterable[str]]
    blank: Callable[[str], Row] | None = None
    indexes: tuple[str, ...] = ()
    document: Callable[[Row], Document | None] | None = None
    injectable: bool = False
    rule: str = ""
    signs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    keyed_by_project: bool = False
    partition: str = ""

    def before(self, key: str) -> Row | None:
        """The row before any event concerned it."""
        return self.blank(key) if self.blank else None

    @cached_property
    def json_columns(self) -> frozenset[str]:
        """The columns that are stored as JSON text."""
        return frozenset(name for name, each in self.columns.items() if each.is_json)

    @property
    def key(self) -> str:
        """The name of the key column."""
        return next(iter(self.columns))


def fold(view: View, events: Iterable[Event], rows: dict[str, Row] | None = None) -> dict[str, Row]:
    """Fold events into rows in memory: what every engine must agree with."""
    rows = {} if rows is None else dict(rows)
    for event in latest(events):
        step = view.reduce.get(event.type)
        if step is None or event.payload is None:
            continue
        for key in view.keys(event):
            row = step(rows.get(key) or view.before(key), event)
            if row is not None:
                rows[key] = row
    return rows
