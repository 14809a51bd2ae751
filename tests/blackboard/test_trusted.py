"""Who is trusted is read by the hooks themselves, so no event of a foreign program may stop it."""

from __future__ import annotations

import sqlite3

from blackboard.storage.sqlite.trusted import TRUSTED


def test_an_event_that_is_no_json_trusts_nobody_and_hides_nobody() -> None:
    """A torn or forgotten payload is passed over."""
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE checkpoints (name TEXT)")
        connection.execute("CREATE TABLE events (position, stream, type, actor, payload)")
        events = [
            (1, "team", "team.trusted", "/human", '{"name": "bo"}'),
            (2, "team", "team.trusted", "/human", '{"name": "cy"'),
            (3, "team", "team.trusted", "/human", None),
        ]
        connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", events)
        assert connection.execute(TRUSTED).fetchall() == [("bo",)]
