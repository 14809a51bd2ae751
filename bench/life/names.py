"""Ids in a line: what is on the board as the line is played, read without the product."""

from __future__ import annotations

import re
import sqlite3

from bench.life.home import Home

_QUERIES = {
    "lesson": "SELECT id FROM lessons WHERE status IN ('approved', 'accepted') ORDER BY id",
    "waiting": "SELECT id FROM lessons WHERE status NOT IN ('approved', 'retired', 'rejected')"
               " ORDER BY id DESC",
    "ours": "SELECT id FROM lessons WHERE project LIKE '%parcel-api' ORDER BY id",
    "insight": "SELECT id FROM insights ORDER BY id",
    "session": "SELECT id FROM sessions ORDER BY started_at",
    "event": "SELECT id FROM events WHERE type = 'tool.called' ORDER BY position",
}  # fmt: skip
_NAME = re.compile(r"\{(\w+)(?::(\d+))?\}")


def named(text: str, home: Home) -> str:
    """A text with ids in the place of names: `{lesson}` is the first one, `{lesson:1}` the next."""

    def found(match: re.Match[str]) -> str:
        if match[1] == "home":
            return str(home.folder)
        with sqlite3.connect(home.board) as board:
            rows = board.execute(_QUERIES[match[1]]).fetchall()
        return str(rows[int(match[2] or 0) % len(rows)][0]) if rows else f"no-{match[1]}"

    return _NAME.sub(found, text)
