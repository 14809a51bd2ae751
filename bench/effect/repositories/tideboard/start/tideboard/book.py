"""The watch book: who saw what, and when."""
import sqlite3
from pathlib import Path

from . import migrations

DEFAULT = migrations.ROOT / "var" / "book.db"


class Book:
    def __init__(self, path=DEFAULT):
        if str(path) != ":memory:":
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        self.conn = sqlite3.connect(path)
        self.conn.row_factory = sqlite3.Row
        migrations.up(self.conn)

    def add(self, harbour, remark, when, tags=()):
        """Write one remark; returns its number."""
        cursor = self.conn.execute(
            "INSERT INTO entries (harbour, time, remark) VALUES (?, ?, ?)",
            (harbour, f"{when:%Y-%m-%dT%H:%MZ}", remark))
        for tag in tags:
            self.conn.execute("INSERT INTO tags (entry, tag) VALUES (?, ?)",
                              (cursor.lastrowid, tag))
        self.conn.commit()
        return cursor.lastrowid

    def entries(self, harbour=None, tag=None):
        """The remarks as dictionaries, oldest first."""
        rows = self.conn.execute("SELECT * FROM entries ORDER BY time, id").fetchall()
        found = []
        for row in rows:
            entry = dict(row)
            entry["tags"] = [t for (t,) in self.conn.execute(
                "SELECT tag FROM tags WHERE entry = ? ORDER BY tag", (row["id"],))]
            if harbour not in (None, entry["harbour"]):
                continue
            if tag is not None and tag not in entry["tags"]:
                continue
            found.append(entry)
        return found

    def close(self):
        self.conn.close()
