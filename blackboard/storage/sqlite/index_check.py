"""Whether the index over documents holds what folding the log puts there.

Documents have other numbers after each change, so entries are compared by what they say of a row:
for each document the entries of a kind are added up as hashes, in any order. Entries of documents
that were replaced stay in the lists on purpose (`index.py`) and are passed over.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from blackboard.storage.sqlite import aliases, definitions
from blackboard.storage.sqlite.index import table_names
from blackboard.views import ABSENT, VIEWS

Sums = Counter[int]
"""For each number of a document the sum of its entries' hashes."""

_Place = tuple[str, str]
_Documents = dict[_Place, tuple[int, ...]]
_DOCUMENTS = "SELECT view, key, id, project, offered, size, words FROM {}.documents"
_INDEXED = tuple(view for view in VIEWS if view.document)


def problems(connection: sqlite3.Connection) -> Iterator[str]:
    """What differs between the index in `main` and the one in `temp`."""
    changed = [name for name in (*table_names(view.name for view in _INDEXED), aliases.TABLE)
               if definitions.of(connection, "main", name)
               != definitions.of(connection, "temp", name)]  # fmt: skip
    if changed:
        yield f"the index: the definition of {', '.join(changed)} was changed"
        return
    if _aliases(connection, "main") != _aliases(connection, "temp"):
        yield "the names of projects are not what the log says"
    live, folded = _documents(connection, "main"), _documents(connection, "temp")
    yield from _changed_documents(live, folded)
    pairs = {place: (live[place][0], folded[place][0]) for place in live.keys() & folded.keys()}
    yield from _entries(connection, pairs)


def sums_of_words(connection: sqlite3.Connection, schema: str, table: str) -> Sums:
    """The words of each document of an FTS5 table, where they are, and how long it is."""
    vocabulary = f"temp.words_of_{schema}_{table}"
    connection.execute(f"DROP TABLE IF EXISTS {vocabulary}")
    connection.execute(
        f"CREATE VIRTUAL TABLE {vocabulary} USING fts5vocab('{schema}', '{table}', 'instance')"
    )
    sums: Sums = Counter()
    for number, *entry in connection.execute(f"SELECT doc, term, col, offset FROM {vocabulary}"):
        sums[number] += hash(tuple(entry))
    connection.execute(f"DROP TABLE {vocabulary}")
    for number, sizes in connection.execute(f"SELECT id, sz FROM {schema}.{table}_docsize"):
        sums[number] += hash(sizes)
    return sums


def settings(connection: sqlite3.Connection, schema: str, table: str) -> list[tuple[str, object]]:
    """The settings of an FTS5 table, by which it ranks and merges."""
    return connection.execute(f"SELECT k, v FROM {schema}.{table}_config ORDER BY k").fetchall()


def _changed_documents(live: _Documents, folded: _Documents) -> Iterator[str]:
    """Documents by their rows, whatever number they have."""
    for view, key in sorted(live.keys() | folded.keys()):
        if (view, key) not in live:
            yield f"the index: {key!r} of {view} is missing"
        elif (view, key) not in folded:
            yield f"the index: {key!r} of {view} is not in the log"
        elif live[view, key][1:] != folded[view, key][1:]:
            yield f"the index: {key!r} of {view} is not what the log says"


def _entries(connection: sqlite3.Connection, pairs: dict[_Place, tuple[int, int]]) -> Iterator[str]:
    last = connection.execute(
        "SELECT MAX(position) FROM main.checkpoints WHERE name = 'view:index'"
    ).fetchone()[0]
    for what, names, sums in _parts():
        live, folded = sums(connection, "main"), sums(connection, "temp")
        if any(number > last for number in live):
            yield f"the index: {what} name documents that are still to come"
        for view, key in sorted(pairs):
            number, again = pairs[view, key]
            if view in names and live[number] != folded[again]:
                yield f"the index: {what} of {key!r} of {view} are not what the log says"
    for view_name in (view.name for view in _INDEXED):
        table = f"fts_{view_name}"
        if settings(connection, "main", table) != settings(connection, "temp", table):
            yield f"the index: the settings of {table} were changed"


def _parts() -> Iterator[tuple[str, frozenset[str], Callable[[sqlite3.Connection, str], Sums]]]:
    """What an index consists of: what it is called, the views concerned, its entries."""
    everything = frozenset(view.name for view in _INDEXED)
    for view in _INDEXED:
        yield "words", frozenset({view.name}), partial(sums_of_words, table=f"fts_{view.name}")
    yield "posting lists", everything, _postings
    yield "words of rules", everything, _constraints
    yield "keys", everything, _moments


def _postings(connection: sqlite3.Connection, schema: str) -> Sums:
    sums: Sums = Counter()
    rows = connection.execute(f"SELECT project, word, numbers, impacts FROM {schema}.postings")
    for project, word, numbers, impacts in rows:
        for number, impact in zip(_integers(numbers), _bytes(impacts), strict=True):
            sums[number] += hash((project, word, impact))
    return sums


def _constraints(connection: sqlite3.Connection, schema: str) -> Sums:
    """An entry is the number of a document and the length of its rule, in the lowest byte."""
    sums: Sums = Counter()
    rows = connection.execute(f"SELECT word, entries FROM {schema}.constraint_postings")
    for word, entries in rows:
        for entry in _integers(entries):
            sums[entry >> 8] += hash((word, entry & 0xFF))
    return sums


def _moments(connection: sqlite3.Connection, schema: str) -> Sums:
    sums: Sums = Counter()
    for number, *key in connection.execute(f"SELECT document, kind, value FROM {schema}.moments"):
        sums[number] += hash(tuple(key))
    return sums


def _integers(blob: object) -> Iterable[int]:
    return array("I", _bytes(blob))


def _bytes(blob: object) -> bytes:
    if not isinstance(blob, bytes):
        raise ValueError("a posting list is no list")  # noqa: TRY004  # of data, not of a caller
    return blob


def _documents(connection: sqlite3.Connection, schema: str) -> _Documents:
    """All documents but those of views that cannot be folded here."""
    return {
        (view, key): tuple(rest)
        for view, key, *rest in connection.execute(_DOCUMENTS.format(schema))
        if view not in ABSENT
    }


def _aliases(connection: sqlite3.Connection, schema: str) -> set[tuple[str, str]]:
    rows = connection.execute(f"SELECT alias, project FROM {schema}.{aliases.TABLE}")
    return set(rows.fetchall())
