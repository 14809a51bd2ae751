"""How much text a board holds, of which sessions and projects, and by whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Set
from typing import NamedTuple

from blackboard.citations import payload_in
from blackboard.events.streams import root_of
from blackboard.storage.sqlite.chunks import chunks, marks
from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.forgetting import small_types
from blackboard.storage.sqlite.log import SqliteLog

_PATHS = (("session",), ("subject",), ("context", "session_id"), ("input", "session"))
"""Where payloads of other streams than a session's own name the session."""

_SAMPLES = 2_000


class Stream(NamedTuple):
    """A session's stream: bytes of its payloads, and whether a colleague wrote any of it."""

    session: str
    size: int
    is_a_colleagues: bool


class Place(NamedTuple):
    """An event, where it is, and the sessions that it is of or names."""

    id: str
    type: str
    stream: str
    sessions: frozenset[str]


class Volume:
    """Reads how much there is, and what belongs to sessions."""

    def __init__(self, file: SqliteLog) -> None:
        self._file = file
        self._connection = file.connection

    def size(self) -> int:
        """Return the bytes of the file, with what is in the write-ahead log alone."""
        with wrap_errors(self._file.path):
            (pages,) = self._connection.execute("PRAGMA page_count").fetchone()
            (each,) = self._connection.execute("PRAGMA page_size").fetchone()
        return int(pages * each)

    def sessions(self) -> list[Stream]:
        """Return each session's stream that has text, subagents' among them; reads every event."""
        with wrap_errors(self._file.path):
            rows = self._connection.execute(
                "SELECT stream, SUM(LENGTH(CAST(payload AS BLOB))), MAX(INSTR(actor, '/')) "
                "FROM events WHERE stream >= 'session:' AND stream < 'session;' "
                "AND payload IS NOT NULL GROUP BY stream"
            ).fetchall()
        return [Stream(name.removeprefix("session:"), size, bool(by)) for name, size, by in rows]

    def by_project(self) -> Counter[str | None]:
        """Return roughly how much text is of which project, by a sample of the events."""
        head = self._file.head()
        step = max(1, head // _SAMPLES)
        found: Counter[str | None] = Counter()
        with wrap_errors(self._file.path):
            for positions in chunks(range(1, head + 1, step)):
                rows = self._connection.execute(
                    "SELECT project, LENGTH(CAST(payload AS BLOB)) FROM events "
                    f"WHERE position IN ({marks(positions)}) AND payload IS NOT NULL",
                    positions,
                )
                for project, size in rows:
                    found[project] += size * step
        return found

    def events_of(self, sessions: Collection[str], settings: Collection[str]) -> list[str]:
        """Return the ids of all events of sessions with their subagents, wherever they are.

        Args:
            sessions: ids of sessions.
            settings: types that are never chosen by a condition.
        """
        wanted = set(sessions)
        with wrap_errors(self._file.path):
            streams = self._connection.execute(
                "SELECT DISTINCT stream FROM events WHERE stream >= 'session:' "
                "AND stream < 'session;'"
            ).fetchall()
            own = [name for (name,) in streams if root_of(name) in wanted]
            found = [
                event_id
                for chunk in chunks(own)
                for (event_id,) in self._connection.execute(
                    f"SELECT id FROM events WHERE stream IN ({marks(chunk)}) "
                    "AND payload IS NOT NULL", chunk,
                )
            ]  # fmt: skip
            return found + self._elsewhere(wanted, settings)

    def _elsewhere(self, sessions: Set[str], settings: Collection[str]) -> list[str]:
        types = [each for each in small_types(self._connection) if each not in settings]
        rows = self._connection.execute(
            f"SELECT id, payload FROM events WHERE type IN ({marks(types)}) "
            "AND payload IS NOT NULL AND stream NOT LIKE 'session:%'", types,
        )  # fmt: skip
        return [event_id for event_id, text in rows if not sessions.isdisjoint(_named_in(text))]

    def places(self, event_ids: Collection[str]) -> list[Place]:
        """Return where events are, and of which sessions."""
        found: list[Place] = []
        for chunk in chunks(event_ids):
            rows = self._connection.execute(
                f"SELECT id, type, stream, CASE WHEN stream LIKE 'session:%' THEN NULL "
                f"ELSE payload END FROM events WHERE id IN ({marks(chunk)})", chunk,
            )  # fmt: skip
            for event_id, type_, stream, text in rows:
                is_own = stream.startswith("session:")
                names = [root_of(stream)] if is_own else _named_in(text)
                found.append(Place(event_id, type_, stream, frozenset(names)))
        return found


def _named_in(text: str | None) -> Iterator[str]:
    """Yield the sessions that a payload names."""
    payload = payload_in(text) or {}
    for path in _PATHS:
        value: object = payload
        for field in path:
            value = value.get(field) if isinstance(value, dict) else None
        if isinstance(value, str):
            yield root_of(value)
