"""Bringing rows in step with the names of projects, when an event changed which are one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from blackboard.repositories.resolve import projects
from blackboard.storage.sqlite import aliases, tables
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
    which of them its events named, and only folding again can tell.

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


def follow_ties(connection: sqlite3.Connection, shadow: str) -> Renames:
    """Write the names of projects anew, and return what becomes of those that rows carry."""
    ties = tables.scan(connection, TIES, shadow)
    before = aliases.load(connection, shadow)
    after = {name: project for name, project in projects(ties).items() if name != project}
    if before != after:
        aliases.save(connection, after, shadow)
    return renames(before, after)


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
