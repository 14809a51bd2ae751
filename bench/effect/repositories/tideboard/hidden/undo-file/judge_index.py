"""An index over harbour and time, in new books and in older ones; the same answers."""
import re
import sqlite3
import tempfile
import unittest
from pathlib import Path

from tideboard import migrations
from tideboard.book import Book
from tideboard.harmonics import parse_time


def indexes(conn):
    names = [row[1] for row in conn.execute("PRAGMA index_list(entries)")]
    return [[row[2] for row in conn.execute(f"PRAGMA index_info({name})")] for name in names]


class Index(unittest.TestCase):
    def test_an_old_book(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "book.db"
            conn = sqlite3.connect(path)
            old = [p for p in migrations.pending(conn) if re.match("000[123]_", p.name)]
            migrations.up(conn, only=len(old))
            conn.execute("INSERT INTO entries (harbour, time, remark) "
                         "VALUES ('south', '2021-02-01T08:00Z', 'seal')")
            conn.commit()
            conn.close()
            Book(path).close()
            conn = sqlite3.connect(path)
            self.assertTrue(any(each[:2] == ["harbour", "time"] for each in indexes(conn)))
            conn.close()
            book = Book(path)
            self.assertEqual([e["remark"] for e in book.entries("south")], ["seal"])
            book.close()

    def test_the_same_answers(self):
        book = Book(":memory:")
        self.assertTrue(any(each[:2] == ["harbour", "time"] for each in indexes(book.conn)))
        for hour, harbour, tags in ((9, "north", ["fog"]), (7, "south", []), (8, "north", []),
                                    (8, "north", ["fog", "seal"])):
            book.add(harbour, f"{harbour} {hour}", parse_time(f"2021-03-01T0{hour}:00"), tags)
        self.assertEqual([e["id"] for e in book.entries()], [2, 3, 4, 1])
        self.assertEqual([e["id"] for e in book.entries("north")], [3, 4, 1])
        self.assertEqual([e["id"] for e in book.entries("north", tag="fog")], [4, 1])
        self.assertEqual([e["id"] for e in book.entries(tag="seal")], [4])
        self.assertEqual(book.entries("north")[1]["tags"], ["fog", "seal"])
        book.close()


unittest.main()
