"""Reading the log for a projection: a window of positions, the types that it folds, in order."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import orjson

from blackboard.event import Event
from blackboard.events.fitting import unfit
from blackboard.events.upcast import as_newest, can_lift
from blackboard.events.upcast import newest as newest_version
from blackboard.storage.sqlite.aliases import Names
from blackboard.storage.sqlite.set_aside import Unfit

COLUMNS = ", ".join(Event._fields).replace(" payload,", " CAST(payload AS BLOB),")
"""The columns of an event's row, as `newest` takes them; bytes are decoded once, by the parser."""

Refused = Callable[[Event, Exception], None]
"""What is done with an event that cannot be read, and why."""

_event = tuple.__new__
_PROJECT = Event._fields.index("project")
_PAYLOAD = Event._fields.index("payload")


class Window:
    """Positions after `start` up to `end`, which comes nearer where payloads are large.

    Args:
        start: after which position.
        end: up to which one, at most.
        most: after so many bytes of payloads it ends; None for any number.
    """

    def __init__(self, start: int, end: int, most: int | None = None) -> None:
        self.start = start
        self.end = end
        self._most = most

    def within(self, rows: sqlite3.Cursor) -> Iterator[tuple[Any, ...]]:
        """The rows of events up to where the window ends."""
        read = 0
        for row in rows:
            yield row
            read += len(row[_PAYLOAD])
            if self._most is not None and read >= self._most:
                self.end = row[0]
                rows.close()  # else it would be read on, and hold its snapshot
                return


def events_between(
    connection: sqlite3.Connection,
    types: Sequence[str],
    window: Window,
    *,
    signs: Mapping[str, tuple[str, ...]] | None = None,
    refused: Refused | None = None,
) -> Iterator[Event]:
    """The events of some types in a window of positions that were not forgotten.

    Payloads come in their newest version.

    Args:
        connection: where the log is.
        types: the types of events.
        window: the positions; its end is known for sure once all were read.
        signs: of some types only events that hold one of these texts.
        refused: called with an event whose payload is not one of its type, and what is wrong.
    """
    marks = ", ".join("?" * len(types))
    signed, given = _signed(signs or {})
    # The unary plus keeps SQLite on the range of positions, in order and without sorting.
    rows = connection.execute(
        f"SELECT {COLUMNS} FROM events "
        f"WHERE position > ? AND position <= ? AND +type IN ({marks}) "
        f"AND payload IS NOT NULL {signed}ORDER BY position",
        (window.start, window.end, *types, *given),
    )
    return newest(window.within(rows), refused)


def named(event: Event, names: Names) -> Event:
    """An event with the name that its project has now, instead of the one that was recorded."""
    project = names[event.project]
    if project == event.project:
        return event
    return _event(Event, (*event[:_PROJECT], project, *event[_PROJECT + 1 :]))


def newest(rows: Iterable[tuple[Any, ...]], refused: Refused | None = None) -> Iterator[Event]:
    """Events from rows with a payload, which is read and lifted to its newest version.

    Those of a newer program are left out, and those whose payload is not one of their type. Replay
    pays for each line.
    """
    versions: dict[str, int] = {}
    for (
        position, id_, stream, number, type_, schema, project, actor,
        occurred_at, recorded_at, causation, correlation, text, payload_sha256, digest,
    ) in rows:  # fmt: skip
        version = versions.get(type_)
        if version is None:
            version = versions[type_] = newest_version(type_)
        if schema != version and (schema > version or not can_lift(type_, schema, version)):
            continue
        try:
            payload = orjson.loads(text)
        except orjson.JSONDecodeError:
            payload = None
        if schema == version:
            wrong = unfit(type_, payload)
        else:
            payload, wrong = as_newest(type_, schema, payload)
        event = _event(Event, (
            position, id_, stream, number, type_, version, project, actor, occurred_at,
            recorded_at, causation, correlation, payload, payload_sha256, digest,
        ))  # fmt: skip
        if not wrong:
            yield event
        elif refused is not None:
            refused(event, Unfit(wrong))


def _signed(signs: Mapping[str, tuple[str, ...]]) -> tuple[str, list[str]]:
    """The condition that events of a type hold one of its texts, and its parameters."""
    clauses = [f"AND (+type <> ? OR {' OR '.join(['instr(payload, ?)'] * len(texts))}) "
               for texts in signs.values()]  # fmt: skip
    return "".join(clauses), [each for type_, texts in signs.items() for each in (type_, *texts)]
