"""The table that all applications show, and what it holds at a moment."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

Statement = tuple[str, Sequence[object]]
"""An SQL statement and its values."""

_TABLE = """
CREATE TABLE customer (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL UNIQUE,
    city TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL DEFAULT 'new'
)
"""
INSERT = "INSERT INTO customer (id, name, email, city, status) VALUES (?, ?, ?, ?, ?)"


class Customer(NamedTuple):
    """What a row says. Its id is no part of it: ids may change while the customer stays."""

    name: str
    email: str
    city: str
    status: str


State = Counter[Customer]
"""What the table holds, in any order."""

FIRST_ID = 20
"""Leaves room for rows that are added before the first."""

CUSTOMERS = (
    Customer("Ada Lovelace", "ada@example.org", "London", "new"),
    Customer("Grace Hopper", "grace@example.org", "New York", "active"),
    Customer("Alan Turing", "alan@example.org", "Manchester", "active"),
    Customer("Branch 12", "branch12@example.org", "Oslo", "new"),
    Customer("Branch 13", "branch13@example.org", "Bergen", "new"),
    Customer("Edsger Dijkstra", "edsger@example.org", "Rotterdam", "active"),
    Customer("Barbara Liskov", "barbara@example.org", "Boston", "closed"),
)


def create(database: Path) -> None:
    """Make a database with the table and its customers."""
    rows = [(INSERT, (FIRST_ID + number, *row)) for number, row in enumerate(CUSTOMERS)]
    change(database, [(_TABLE, ()), *rows])


def change(database: Path, statements: Iterable[Statement]) -> None:
    """Execute statements on a database that no application has open."""
    with closing(sqlite3.connect(database)) as connection, connection:
        for sql, values in statements:
            connection.execute(sql, values)


def state(database: Path) -> State:
    """What the table holds now."""
    with closing(sqlite3.connect(database, timeout=5)) as connection:
        rows = connection.execute("SELECT name, email, city, status FROM customer")
        return Counter(Customer(*row) for row in rows)
