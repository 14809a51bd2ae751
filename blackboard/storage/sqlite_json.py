"""JSON read and written by SQLite, for hooks, to which Python's own costs too much time."""

from __future__ import annotations

from blackboard.errors import BoardError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3 as _sqlite3
    from typing import Any
else:
    import _sqlite3


class Json:
    """JSON by SQLite, on a connection of its own that holds no file."""

    def __init__(self) -> None:
        self._connection = _sqlite3.connect(":memory:")
        self._connection.text_factory = _text

    def fields(self, text: str, *paths: tuple[str | int, ...]) -> list[Any]:
        """What a JSON text has at some paths; objects and lists as JSON, None for nothing.

        A text that is JSON itself is looked into as well, for some agents wrap it twice.

        Raises:
            BoardError: it is no JSON object.
        """
        inside: dict[tuple[str | int, ...], dict[Any, Any]] = {(): self._whole(text)}
        return [self._at(inside, path) for path in paths]

    def _whole(self, text: str) -> dict[Any, Any]:
        """What an object holds that is all of a text, which is read once: it may be very long."""
        is_object = text[:100].lstrip()[:1] == "{"
        try:
            query = "SELECT key, value FROM json_each(?)" if is_object else "SELECT json_type(?), 0"
            found = dict(self._connection.execute(query, (text,)))
        except _sqlite3.Error as error:
            raise BoardError(f"the input is not JSON ({len(text)} characters)") from error
        if not is_object:
            raise BoardError(f"the input is JSON, but not an object ({len(text)} characters)")
        return found

    def _at(
        self, inside: dict[tuple[str | int, ...], dict[Any, Any]], path: tuple[str | int, ...]
    ) -> Any:
        """What is at a path, given what has been looked into."""
        above = path[:-1]
        if above not in inside:
            inside[above] = self.entries(self._at(inside, above))
        return inside[above].get(path[-1])

    def entries(self, value: object) -> dict[Any, Any]:
        """What an object or a list of JSON holds; each text is read once, however long it is."""
        if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
            return {}
        try:
            return dict(self._connection.execute("SELECT key, value FROM json_each(?)", (value,)))
        except _sqlite3.Error:
            return {}

    def is_valid(self, text: str) -> bool:
        """Whether a text is JSON, as SQLite takes it."""
        return bool(self._connection.execute("SELECT json_valid(?)", (text,)).fetchone()[0])

    def items(self, text: str, path: str) -> list[Any]:
        """The items of a list at a path of a JSON text; none where there is no such list."""
        try:
            rows = self._connection.execute("SELECT value FROM json_each(?, ?)", (text, path))
            return [item for (item,) in rows]
        except _sqlite3.Error:
            return []

    def object(self, **fields: Any) -> str:
        """A JSON object of texts, numbers, and flat lists and objects; what is None is left out."""
        given = {name: value for name, value in fields.items() if value is not None}
        parts: list[str] = []
        values: list[Any] = []
        for name, value in given.items():
            if isinstance(value, (list, tuple)):
                parts.append(f"?, json_array({', '.join('?' * len(value))})")
                values += [name, *value]
            elif isinstance(value, dict):
                parts.append(f"?, json_object({', '.join('?' * (2 * len(value)))})")
                values += [name, *(part for pair in value.items() for part in pair)]
            elif isinstance(value, bool):
                parts.append(f"?, json('{'true' if value else 'false'}')")
                values.append(name)
            else:
                parts.append("?, json(?)" if isinstance(value, Raw) else "?, ?")
                values += [name, value]
        row = self._connection.execute(f"SELECT json_object({', '.join(parts)})", values)
        text: str = row.fetchone()[0]
        return text


class Raw(str):
    """A text that is JSON already."""

    __slots__ = ()


def _text(raw: bytes) -> str:
    """What SQLite gives for a text, which may be half of a surrogate pair that was cut."""
    return raw.decode("utf-8", "replace")
