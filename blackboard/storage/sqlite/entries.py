"""Reading posting lists; light to import, because the hooks of agents use it too."""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3


def entries_of(connection: sqlite3.Connection, table: str, word: str) -> array[int]:
    """All postings of a word, oldest document first."""
    entries = array("I")
    for (block,) in connection.execute(
        f"SELECT entries FROM {table} WHERE word = ? ORDER BY block",
        (word,),
    ):
        entries.frombytes(block)
    return entries
