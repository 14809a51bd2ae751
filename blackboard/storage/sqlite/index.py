"""The index over documents: FTS5 for searching, and posting lists for long prompts.

A document's number is never given twice. When its text changes it gets a new number and the
old one is orphaned: both indexes only ever grow, and what is stale falls out of the join with
`documents`. FTS5 scores every match of every word, which for a prompt of a hundred words among
a hundred thousand lessons takes most of a second; posting lists, rarest word first, take a
twentieth of that (docs/performance.md).
"""

from __future__ import annotations

import os
import sqlite3
from array import array
from collections.abc import Iterable

from blackboard.search import ranking
from blackboard.search.common_words import STOP_WORDS
from blackboard.search.document import Document
from blackboard.search.file_names import file_name
from blackboard.search.terms import VERSION as TERMS_VERSION
from blackboard.search.terms import terms
from blackboard.search.words import VERSION as WORDS_VERSION

FORMAT = WORDS_VERSION * 10_000 + TERMS_VERSION * 100 + 10

_ENTRIES_IN_BLOCK = 1024
LONGEST_CONSTRAINT = 0xFF
"""The lowest byte of a constraint's posting is its number of terms, or this for so many. The other
postings keep numbers and impacts (`ranking.impacts`) apart, which is quicker to read, and those
of each project by themselves, so that a project pays for its own documents alone."""

EVERYWHERE = ""
"""The project of documents that belong to none."""

_TABLES = """
CREATE TABLE {schema}documents{shadow} (
    id INTEGER PRIMARY KEY,
    view TEXT NOT NULL,
    key TEXT NOT NULL,
    project TEXT,
    offered INTEGER NOT NULL,
    size INTEGER NOT NULL,
    words INTEGER NOT NULL,
    UNIQUE (view, key)
);
CREATE INDEX {schema}documents_by_project_{unique} ON documents{shadow} (project, offered);
CREATE INDEX {schema}documents_by_size_{unique} ON documents{shadow} (view, size);
CREATE TABLE {schema}postings{shadow} (
    project TEXT NOT NULL,
    word TEXT NOT NULL,
    block INTEGER NOT NULL,
    numbers BLOB NOT NULL,
    impacts BLOB NOT NULL,
    PRIMARY KEY (word, project, block)
) WITHOUT ROWID;
CREATE TABLE {schema}constraint_postings{shadow} (
    word TEXT NOT NULL,
    block INTEGER NOT NULL,
    entries BLOB NOT NULL,
    PRIMARY KEY (word, block)
) WITHOUT ROWID;
CREATE TABLE {schema}moments{shadow} (
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (kind, value, document)
) WITHOUT ROWID;
"""


def table_names(view_names: Iterable[str]) -> list[str]:
    """All tables of an index."""
    return [f"fts_{name}" for name in view_names] + [
        "documents",
        "postings",
        "constraint_postings",
        "moments",
    ]


def indexed(document: Document) -> tuple[tuple[str, str, str], dict[str, int], frozenset[str]]:
    """A document's columns, what each of its words is worth, and the terms of its constraint."""
    columns = ranking.indexed(document)
    return columns, ranking.impacts(columns), frozenset(terms(document.constraint))


class Index:
    """The index of one board, or its rebuild (`shadow`)."""

    def __init__(self, connection: sqlite3.Connection, shadow: str = "") -> None:
        self._connection = connection
        self._shadow = shadow
        self._next = 0
        self._postings: dict[tuple[str, str], tuple[array[int], bytearray]] = {}
        self._constraints: dict[str, array[int]] = {}

    def create(self, view_names: Iterable[str], schema: str) -> None:
        """Make the empty tables; `schema` is empty or ends in a full stop."""
        # Indexes keep their name when a rebuilt table is renamed, so no two may be alike.
        names = {"shadow": self._shadow, "schema": schema, "unique": os.urandom(4).hex()}
        for statement in _TABLES.format(**names).split(";"):
            self._connection.execute(statement)
        for name in view_names:
            self._create_fts(name, schema)

    def clear(self, view_names: Iterable[str], *, shared: bool) -> None:
        """Take all documents of some views out; with `shared` also the posting lists of all."""
        for name in view_names:
            self._connection.execute(f"DELETE FROM documents{self._shadow} WHERE view = ?", (name,))
            # A table without content cannot delete words of which it does not know the document.
            self._connection.execute(f"DROP TABLE fts_{name}{self._shadow}")
            self._create_fts(name)
        for name in ("postings", "constraint_postings", "moments") if shared else ():
            self._connection.execute(f"DELETE FROM {name}{self._shadow}")

    def _create_fts(self, view_name: str, schema: str = "") -> None:
        self._connection.execute(
            f"CREATE VIRTUAL TABLE {schema}fts_{view_name}{self._shadow} USING fts5("
            "head, middle, rest, content='', tokenize='unicode61 remove_diacritics 0')"
        )

    def begin(self, last: int) -> None:
        """Start a batch; `last` is the number of the newest document ever given."""
        self._next = last + 1
        self._postings = {}
        self._constraints = {}

    def put(
        self, view_name: str, key: str, document: Document | None, *, fresh: bool = False
    ) -> None:
        """Index a row's new document in place of its old one; None takes it away."""
        if not fresh:
            self._connection.execute(
                f"DELETE FROM documents{self._shadow} WHERE view = ? AND key = ?",
                (view_name, key),
            )
        if document is None:
            return
        number, self._next = self._next, self._next + 1
        columns, impacts, constraint = indexed(document)
        self._connection.execute(
            f"INSERT INTO documents{self._shadow} VALUES (?, ?, ?, ?, ?, ?, ?)",
            (number, view_name, key, document.project, _offered(document), len(constraint),
             sum(word not in STOP_WORDS for word in impacts)),
        )  # fmt: skip
        self._connection.execute(
            f"INSERT INTO fts_{view_name}{self._shadow} (rowid, head, middle, rest) "
            "VALUES (?, ?, ?, ?)",
            (number, *columns),
        )
        size = min(len(constraint), LONGEST_CONSTRAINT)
        for word in constraint:
            self._constraints.setdefault(word, array("I")).append(number << 8 | size)
        if document.offered and document.by_words:
            for word, impact in impacts.items():
                self._post((word, document.project or EVERYWHERE), number, impact)
        self._remember_moments(number, document)

    def end(self) -> int:
        """Write the batch's postings and return the number of the newest document."""
        for place in sorted(self._postings):
            self._extend(place, *self._postings[place])
        for word in sorted(self._constraints):
            self._extend_constraint(word, self._constraints[word])
        self._postings, self._constraints = {}, {}
        return self._next - 1

    def _post(self, place: tuple[str, str], number: int, impact: int) -> None:
        posting = self._postings.get(place)
        if posting is None:
            posting = self._postings[place] = (array("I"), bytearray())
        posting[0].append(number)
        posting[1].append(impact)

    def _remember_moments(self, number: int, document: Document) -> None:
        names = tuple(map(file_name, document.paths))
        moments = (("path", names), ("command", document.commands),
                   ("signature", document.signatures)) if document.offered else ()  # fmt: skip
        self._connection.executemany(
            f"INSERT OR IGNORE INTO moments{self._shadow} VALUES (?, ?, ?)",
            [
                (kind, value, number)
                for kind, values in (*moments, ("failure", document.failures))
                for value in values
            ],
        )

    def _extend(self, place: tuple[str, str], numbers: array[int], impacts: bytearray) -> None:
        """Append to the last block of a word in a project, and begin new ones where it is full."""
        word, project = place
        row = self._connection.execute(
            f"SELECT block, numbers, impacts FROM postings{self._shadow} "
            "WHERE word = ? AND project = ? ORDER BY block DESC LIMIT 1",
            place,
        ).fetchone()
        block = 0
        if row is not None:
            block = row[0]
            numbers, impacts = array("I", row[1]) + numbers, bytearray(row[2]) + impacts
        for start in range(0, len(numbers), _ENTRIES_IN_BLOCK):
            end = start + _ENTRIES_IN_BLOCK
            self._connection.execute(
                f"REPLACE INTO postings{self._shadow} VALUES (?, ?, ?, ?, ?)",
                (project, word, block, numbers[start:end].tobytes(), bytes(impacts[start:end])),
            )
            block += 1

    def _extend_constraint(self, word: str, entries: array[int]) -> None:
        row = self._connection.execute(
            f"SELECT block, entries FROM constraint_postings{self._shadow} "
            "WHERE word = ? ORDER BY block DESC LIMIT 1",
            (word,),
        ).fetchone()
        block = 0
        if row is not None:
            block, entries = row[0], array("I", row[1]) + entries
        for start in range(0, len(entries), _ENTRIES_IN_BLOCK):
            self._connection.execute(
                f"REPLACE INTO constraint_postings{self._shadow} VALUES (?, ?, ?)",
                (word, block, entries[start : start + _ENTRIES_IN_BLOCK].tobytes()),
            )
            block += 1


def _offered(document: Document) -> int:
    """As the column has it: 1 for what is offered, 2 where it depends on whose it is."""
    return document.offered and (2 if document.signed else 1)
