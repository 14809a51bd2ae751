"""Which events are meant, by conditions that must all be met."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import orjson


@dataclass(frozen=True)
class Selection:
    """The conditions; one that is left out is met by every event.

    Args:
        session: the id of a session; its subagents' sessions belong to it.
        projects: the names of a project.
        before: when it happened at the latest, in microseconds since 1970, this not included.
        matching: a text that is in the payload, in any case.
    """

    session: str | None = None
    projects: tuple[str, ...] | None = None
    before: int | None = None
    matching: str | None = None

    @property
    def is_of_whole_sessions(self) -> bool:
        """Whether of a session that meets the conditions every event does."""
        return self.before is None and self.matching is None


class Matcher:
    """Finds a text in payloads as they are stored.

    It is looked for in all texts, and in such names of fields as an agent or a person chose:
    those that `fields` holds are the schema's, and are in every payload of a type.
    """

    def __init__(self, text: str, fields: Collection[str]) -> None:
        self._text = text.casefold()
        self._encoded = orjson.dumps(self._text).decode()[1:-1]
        self._fields = fields

    def is_in(self, payload: str) -> bool:
        """Whether the text is in a payload's JSON."""
        # Most payloads need no parsing: without such escapes a text has one form in JSON.
        is_plain = "\\u" not in payload and "\\/" not in payload
        if is_plain and self._encoded not in payload.casefold():
            return False
        try:
            return self._found(orjson.loads(payload))
        except (orjson.JSONDecodeError, RecursionError):  # another program's, and not JSON
            return self._encoded in payload.casefold()

    def _found(self, value: Any) -> bool:
        match value:
            case str():
                return self._text in value.casefold()
            case list():
                return any(map(self._found, value))
            case dict():
                names = (name for name in value if name not in self._fields)
                return any(map(self._found, names)) or any(map(self._found, value.values()))
        return False
