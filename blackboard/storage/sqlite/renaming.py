"""Bringing rows in step with the names of projects, when an event changed which are one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from blackboard.repositories.resolve import projects
from blackboard.storage.sqlite import aliases, tables
from blackboard.storage.sqlite.set_aside import SetAside, reason_of
from blackboard.views.ties import TIES
from blackboard.views.view import Row, View


class Renamed(NamedTuple):
    """A row of a view whose project has another name now."""

    view: View
    key: str
    before: Row
    after: Row


class Renames(NamedTuple):
    """What rows carry and must carry from now on; of names in `apart` no row can say which."""

    to: dict[str, str]
    apart: set[str]


def renames(before: Mapping[str, str], after: Mapping[str, str]) -> Renames:
    """What becomes of the names that rows carry.

    Where names only joined, each has one successor. Where they came apart a row does not say
    which of them its events named, and only folding again can find out.

    >>> renames({}, {"/src/app": "github.com/ada/app"})
    Renames(to={'/src/app': 'github.com/ada/app'}, apart=set())
    >>> renames({"/src/app": "github.com/ada/app"}, {})
    Renames(to={}, apart={'github.com/ada/app'})
    """
    to: dict[str, str] = {}
    apart: set[str] = set()
    for alias in before.keys() | after.keys():
        carried, project = before.get(alias, alias), after.get(alias, alias)
        if after.get(carried, carried) != project:
            apart.add(carried)
        elif carried != project:
            to[carried] = project
    return Renames(to, apart)


class Followed(NamedTuple):
    """What becomes of the names that rows carry, and the events without which they were found."""

    renames: Renames
    refused: list[SetAside]


def follow_ties(connection: sqlite3.Connection, shadow: str, name: str) -> Followed:
    """Write the names of projects anew; `name` is what refused events are kept by."""
    named, refused = projects_without(list(tables.scan(connection, TIES, shadow)))
    before = aliases.load(connection, shadow)
    after = {name: project for name, project in named.items() if name != project}
    if before != after:
        aliases.save(connection, after, shadow)
    return Followed(
        renames(before, after),
        [_refused(connection, name, row["position"], error) for row, error in refused],
    )


def projects_without(ties: list[Row]) -> tuple[dict[str, str], list[tuple[Row, Exception]]]:
    """The project of every name, and the ties without which they are found, where some fail.

    It goes by the ties alone, so that all machines with the same ties have the same names.
    """
    ties = sorted(ties, key=lambda row: (row["position"] or 0, row["id"]))
    refused: list[tuple[Row, Exception]] = []
    while True:
        try:
            return projects(ties), refused
        except Exception as error:
            number = _first_failing(ties)
            refused.append((ties.pop(number), error))


def _first_failing(ties: list[Row]) -> int:
    """The number of a tie with which finding projects fails, and without which it does not."""
    least, most = 0, len(ties)  # so many are fine, and so many fail
    while most - least > 1:
        middle = (least + most) // 2
        try:
            projects(ties[:middle])
            least = middle
        except Exception:
            most = middle
    return most - 1


def _refused(
    connection: sqlite3.Connection, name: str, position: int, error: Exception
) -> SetAside:
    event, type_ = connection.execute(
        "SELECT id, type FROM events WHERE position = ?", (position,)
    ).fetchone()
    return SetAside(name, TIES.version, position, event, type_, reason_of(error))


def concerned(
    connection: sqlite3.Connection, views: Iterable[View], names: Renames, shadow: str
) -> Iterator[Renamed]:
    """The rows that carry a name of those, and those rows as they must be."""
    carried = [*names.to, *(names.apart - names.to.keys())]
    for view in views:
        if view is TIES or "project" not in view.columns:
            continue
        for name in carried:
            for row in tables.having(connection, view, "project", name, shadow):
                after = {**row, "project": names.to.get(name, name)}
                yield Renamed(view, row[view.key], row, after)
