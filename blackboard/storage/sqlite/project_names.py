"""The names of projects, as those ask for them who have the whole library at hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackboard.storage.sqlite import aliases
from blackboard.storage.sqlite.log import SqliteLog


class ProjectNames:
    """Which names belong to one project."""

    def __init__(self, file: SqliteLog) -> None:
        self._file = file

    def all(self) -> dict[str, str]:
        """The project of every alias that has another name than its project."""
        with self._file.reading():
            return aliases.load(self._file.connection)

    def project_of(self, name: str | None) -> str | None:
        """The project that a name belongs to; an unknown name is its own project."""
        with self._file.reading():
            return aliases.project_of_alias(self._file.connection, name)

    def names_of(self, name: str) -> list[str]:
        """All names that events of a project may carry, given any of them."""
        with self._file.reading():
            owner = aliases.project_of_alias(self._file.connection, name) or name
            return aliases.aliases_of(self._file.connection, owner)

    def resolved(self, where: Mapping[str, Any]) -> dict[str, Any]:
        """The filters of a read, with the names that projects have now."""
        match where.get("project"):
            case str(name):
                return {**where, "project": self.project_of(name)}
            case list() | tuple() | set() | frozenset() as names:
                return {**where, "project": list(dict.fromkeys(map(self.project_of, names)))}
            case _:
                return dict(where)
