"""The events that conditions select, and what there is to say of them."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from blackboard.citations import payload_in
from blackboard.log import Progress
from blackboard.selection import Matcher, Selection
from blackboard.storage.sqlite.chunks import chunks, marks
from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.forgetting import BULK, small_types
from blackboard.storage.sqlite.log import SqliteLog

_WINDOW = 10_000
_SESSION_PATHS = ("$.session", "$.subject", "$.context.session_id", "$.input.session")
"""Where the payloads of events on other streams than a session's own name the session."""

_AFTER_SLASH = chr(ord("/") + 1)


@dataclass
class Described:
    """What some events are: how many of each type, of which sessions and projects.

    `streams` counts those on each session's stream. The rest are ids: of lessons and insights that
    were made by one of them, and of lessons that were seen again in one.
    """

    types: Counter[str] = field(default_factory=Counter)
    streams: Counter[str] = field(default_factory=Counter)
    projects: set[str] = field(default_factory=set)
    lessons: set[str] = field(default_factory=set)
    recurrences: set[str] = field(default_factory=set)
    insights: set[str] = field(default_factory=set)

    def add(self, type_: str, stream: str, project: str | None, payload: str) -> None:
        """Count one event."""
        self.types[type_] += 1
        if stream.startswith("session:"):
            self.streams[stream] += 1
        if project is not None:
            self.projects.add(project)
        counted = {"lesson.created": (self.lessons, "lesson"),
                   "lesson.deduplicated": (self.recurrences, "lesson"),
                   "insight.curated": (self.insights, "insight")}  # fmt: skip
        if type_ in counted:
            names, field = counted[type_]
            name = (payload_in(payload) or {}).get(field)
            if isinstance(name, str):
                names.add(name)


class EventSelection:
    """Finding the events that conditions select, and saying what they are."""

    def __init__(self, file: SqliteLog) -> None:
        self._file = file
        self._connection = file.connection

    def types(self) -> set[str]:
        """The types of the events that can be forgotten."""
        with wrap_errors(self._file.path):
            return {*small_types(self._connection), *BULK}

    def select(
        self,
        selection: Selection,
        types: Collection[str],
        matcher: Matcher | None,
        progress: Progress | None,
    ) -> list[str]:
        """The ids of the events of some types that meet all conditions and have a payload."""
        found: list[str] = []
        with wrap_errors(self._file.path):
            clause, parameters = _condition(self._connection, selection)
            for start, end in _windows(self._file.head(), selection):
                rows = self._connection.execute(
                    f"SELECT id, {'payload' if matcher else 'NULL'} FROM events "
                    f"WHERE position > ? AND position <= ? AND +type IN ({marks(types)}) "
                    f"AND payload IS NOT NULL AND {clause} ORDER BY position",
                    (start, end, *types, *parameters),
                )
                found += [row[0] for row in rows if matcher is None or matcher.is_in(row[1])]
                if progress is not None:
                    progress(end)
        return found

    def describe(self, event_ids: Iterable[str]) -> Described:
        """What events are that still have their payload."""
        found = Described()
        for chunk in chunks(event_ids):
            with wrap_errors(self._file.path):
                rows = self._connection.execute(
                    "SELECT type, stream, project, payload FROM events "
                    f"WHERE id IN ({marks(chunk)}) AND payload IS NOT NULL",
                    chunk,
                ).fetchall()
            for type_, stream, project, payload in rows:
                found.add(type_, stream, project, payload)
        return found

    def whole(self, streams: Counter[str]) -> list[str]:
        """Those streams of which the number counted are all events that have a payload."""
        with wrap_errors(self._file.path):
            return [
                stream
                for stream, counted in streams.items()
                if counted == _on(self._connection, stream)
            ]


def _on(connection: sqlite3.Connection, stream: str) -> int:
    row = connection.execute(
        "SELECT COUNT(*) FROM events WHERE stream = ? AND payload IS NOT NULL", (stream,)
    ).fetchone()
    count: int = row[0]
    return count


def _windows(head: int, selection: Selection) -> Iterator[tuple[int, int]]:
    """The ranges of positions to look at one after the other; a session is found by its index."""
    step = max(head, 1) if selection.session is not None else _WINDOW
    for start in range(0, head, step):
        yield start, min(start + step, head)


def _condition(connection: sqlite3.Connection, selection: Selection) -> tuple[str, list[Any]]:
    clauses, parameters = ["1"], list[Any]()
    if selection.session is not None:
        clause, values = _of_session(connection, selection.session)
        clauses.append(clause)
        parameters += values
    if selection.projects is not None:
        projects = selection.projects
        clauses.append(
            f"(project IN ({marks(projects)}) OR project IS NULL AND stream IN "
            f"(SELECT stream FROM view_sessions WHERE project IN ({marks(projects)})))"
        )
        parameters += [*projects, *projects]
    if selection.before is not None:
        clauses.append("occurred_at < ?")
        parameters.append(selection.before)
    return " AND ".join(clauses), parameters


def _of_session(connection: sqlite3.Connection, session: str) -> tuple[str, list[Any]]:
    """What is on the streams of a session and its subagents, and elsewhere names one of them."""
    below, types = f"{session}/", small_types(connection)
    streams = [f"session:{session}", f"session:{below}", f"session:{session}{_AFTER_SLASH}"]
    named = ", ".join(f"'{path}'" for path in _SESSION_PATHS)
    return (
        "(stream = ? OR stream >= ? AND stream < ? "
        f"OR type IN ({marks(types)}) AND EXISTS ("
        f"SELECT 1 FROM json_each(CASE WHEN json_valid(payload) "
        f"THEN json_extract(payload, {named}) END) AS named "
        "WHERE named.value = ? OR substr(named.value, 1, ?) = ?))",
        [*streams, *types, session, len(below), below],
    )
