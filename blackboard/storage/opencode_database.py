"""The database that OpenCode keeps its sessions in, opened to be read and nothing else.

Tables `session`, `message` and `part` of 1.4.3 to 1.18.33; the last two hold JSON in `data`. While
OpenCode runs, what is newest is in the write-ahead log beside the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from blackboard.errors import NotATranscript
from blackboard.sources.lines import parse

_PATIENCE = 2.0
_TABLES = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN (?, ?, ?)"
_NAMES = ("session", "message", "part")
_COLUMNS = "id, parent_id, directory, version, time_created"
_CHANGED = f"""
    SELECT {_COLUMNS}, since FROM session JOIN (
        SELECT session_id, max(time_updated) AS since FROM part GROUP BY session_id
    ) ON session_id = id
    WHERE since >= ? ORDER BY since, id
"""
_MESSAGES = "SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id"
_PARTS = "SELECT message_id, id, data FROM part WHERE session_id = ? ORDER BY id"


def sessions_since(path: Path, since: int) -> Iterator[dict[str, Any]]:
    """The sessions that changed since a time, the one that changed last at the end.

    Each is in the form of `opencode export`, with `since` beside: when it changed last.

    Args:
        path: the database.
        since: milliseconds since 1970, as the database counts.

    Raises:
        NotATranscript: it is locked, damaged, or of a version with other tables.
    """
    try:
        with closing(_opened(path)) as database:
            if database.execute(_TABLES, _NAMES).fetchone() != (len(_NAMES),):
                raise sqlite3.DatabaseError(f"it has not the tables {', '.join(_NAMES)}")
            for row in database.execute(_CHANGED, (since,)).fetchall():
                yield _session(database, row)
    except sqlite3.Error as error:
        raise NotATranscript(path, f"could not be read as OpenCode's database: {error}") from error


def _opened(path: Path) -> sqlite3.Connection:
    """A connection that cannot write, and waits a little for those who do."""
    address = f"file:{quote(str(path.absolute()))}?mode=ro"
    found = sqlite3.connect(address, uri=True, timeout=_PATIENCE)
    found.text_factory = lambda raw: raw.decode("utf-8", "replace")  # a torn text costs itself
    return found


def _session(database: sqlite3.Connection, row: tuple[Any, ...]) -> dict[str, Any]:
    own, parent, directory, version, created, since = row
    parts: dict[Any, list[dict[str, Any]]] = {}
    for message, part, data in database.execute(_PARTS, (own,)):
        parts.setdefault(message, []).append({**_json(data), "id": part})
    messages = [
        {"info": _json(data) | {"id": message}, "parts": parts.get(message, [])}
        for message, data in database.execute(_MESSAGES, (own,))
    ]
    info = {"id": own, "parentID": parent, "directory": directory, "version": version,
            "time": {"created": created}}  # fmt: skip
    return {"info": info, "messages": messages, "since": since}


def _json(data: Any) -> dict[str, Any]:
    """What a row holds; one that is torn costs that row."""
    raw = data.encode("utf-8", "replace") if isinstance(data, str) else data
    found = parse(raw) if isinstance(raw, bytes) else None
    return {} if found is None else found
