"""Reading the posting lists of constraints."""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3


def entries_of(connection: sqlite3.Connection, word: str) -> array[int]:
    """All postings of a word in constraints, oldest document first."""
    entries = array("I")
    for (block,) in connection.execute(
        "SELECT entries FROM constraint_postings WHERE word = ? ORDER BY block",
        (word,),
    ):
        entries.frombytes(block)
    return entries
