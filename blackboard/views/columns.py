"""The types of columns: how a value is stored, and what it is in a row.

`blackboard/views/rows.py` is made of them, so that mypy knows what each row has.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

ColumnType = Literal["text", "integer", "real", "time", "JSON list", "JSON object"]


class Column(NamedTuple):
    """A column: its type, and the annotation of its values in Python."""

    type: ColumnType
    python: str

    @property
    def is_json(self) -> bool:
        """Whether it is stored as JSON text."""
        return self.type in ("JSON list", "JSON object")

    @property
    def is_number(self) -> bool:
        """Whether it holds whole numbers, as counts, flags and times are."""
        return self.type in ("integer", "time")


TEXT = Column("text", "str")
INTEGER = Column("integer", "int")
REAL = Column("real", "float")
TIME = Column("time", "int")
"""Microseconds since 1970, shown to people and programs as ISO 8601."""
TEXTS = Column("JSON list", "list[str]")
NUMBERS = Column("JSON list", "list[int]")
OBJECTS = Column("JSON list", "list[dict[str, Any]]")
SPANS = Column("JSON list", "list[list[int]]")
OBJECT = Column("JSON object", "dict[str, Any]")


def word(vocabulary: str) -> Column:
    """A text that is one of the words of a type of `blackboard/vocabulary.py`."""
    return Column("text", vocabulary)


def optional(column: Column) -> Column:
    """The same, where a row may have no value."""
    return column._replace(python=f"{column.python} | None")
