"""The engine of views: folding windows of the log into tables and their index.

Appending touches no view. Reading a view first lets it catch up, window by window of the
log, each window folded and written in one transaction together with its checkpoint; so the
incremental fold, the full replay and the recovery after a crash are the same code.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from blackboard.storage.sqlite import absent, aliases, folding, plain, renaming, set_aside, tables
from blackboard.storage.sqlite.folding import Fold
from blackboard.storage.sqlite.index import FORMAT as INDEX_FORMAT
from blackboard.storage.sqlite.index import table_names
from blackboard.storage.sqlite.indexed_tables import INDEX, IndexedTables
from blackboard.storage.sqlite.set_aside import SetAside
from blackboard.storage.sqlite.verification import refuse_damaged
from blackboard.storage.sqlite.windows import Window
from blackboard.views.ties import TIES
from blackboard.views.view import View

WINDOW, LARGEST_WINDOW = 10_000, 4_000_000
"""Positions folded in one transaction, and bytes of their payloads: about a tenth of a second,
and flat memory. Of lessons the rows, documents and postings take 20 times as much as they do."""

_WINDOW_OF_TIES = 50_000
"""Few events tie names, and SQLite passes over the others."""

_OUTDATED = "names"
NAMES = f"view:{_OUTDATED}"
"""The checkpoint of the names of projects, of version 1 unless they are to be folded anew."""

_IS_OUTDATED = -1


class Projections(IndexedTables):
    """Views and their index on one connection; the caller holds the transaction.

    `shadow` is a suffix of the tables of a rebuild, `schema` is "temp." for tables that live
    with the connection and hide those of the file.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        views: Sequence[View],
        *,
        shadow: str = "",
        schema: str = "",
        indexed: bool = True,
    ) -> None:
        super().__init__(connection, views, shadow, indexed=indexed)
        self._schema = schema
        self.types = sorted({type_ for view in views for type_ in view.reduce})
        self._is_whole = TIES in self.views
        self._is_at_once = False

    def create(self) -> None:
        """Make all tables anew, at position 0."""
        if self._schema:
            set_aside.hide(self._connection)
        self.drop()
        for view in self.views:
            tables.create(self._connection, view, self._shadow, self._schema)
            if not self._shadow:
                plain.create(self._connection, view, self._schema)
            self._save(view.name, view.version, 0)
        if self._index is not None:
            self._index.create((view.name for view in self.views if view.document), self._schema)
            self._save(INDEX, INDEX_FORMAT, 0)
        if self._is_whole:
            aliases.create(self._connection, self._shadow, self._schema)
            self._save(_OUTDATED, 1, 0)

    def drop(self) -> None:
        """Remove all tables and checkpoints."""
        for name in self.table_names():
            self._connection.execute(f"DROP TABLE IF EXISTS {self._schema}{name}{self._shadow}")
        for name in self.checkpoints():
            self._connection.execute("DELETE FROM checkpoints WHERE name = ?", (name,))
        set_aside.clear(self._connection, [f"{name}{self._shadow}" for name in self._setting_aside])

    @property
    def _setting_aside(self) -> list[str]:
        """The names by which skipped events are kept: the views, and that made of all ties."""
        return [view.name for view in self.views] + [_OUTDATED] * self._is_whole

    def set_aside(self) -> list[SetAside]:
        """The events that the views were folded without."""
        return set_aside.entries(self._connection, self._setting_aside)

    def table_names(self) -> list[str]:
        """All tables, without the suffix of a rebuild; virtual ones take theirs along."""
        names = [tables.table_name(view) for view in self.views]
        if self._index is not None:
            names += table_names(view.name for view in self.views if view.document)
        return [*names, aliases.TABLE] if self._is_whole else names

    def checkpoints(self) -> dict[str, int]:
        """The names of all checkpoints, with the versions that they must have."""
        names = {self._name(view.name): view.version for view in self.views}
        if self._index is not None:
            names[self._name(INDEX)] = INDEX_FORMAT
        return {**names, self._name(_OUTDATED): 1} if self._is_whole else names

    def are_current(self) -> bool:
        """Whether every view and the index exist in the version that this program folds."""
        found = dict(self._connection.execute("SELECT name, version FROM checkpoints").fetchall())
        return self.checkpoints().items() <= found.items()

    def exist(self) -> bool:
        """Whether any of them was ever made."""
        rows = self._connection.execute("SELECT name FROM checkpoints").fetchall()
        return not self.checkpoints().keys().isdisjoint(name for (name,) in rows)

    def have_names(self) -> bool:
        """Whether the names of projects are there, and are not to be found anew."""
        row = self._connection.execute(
            "SELECT 1 FROM checkpoints WHERE name = ? AND version = 1", (self._name(_OUTDATED),)
        ).fetchone()
        return row is not None

    def positions(self) -> dict[str, int]:
        """How far each view has come."""
        found = dict(self._connection.execute("SELECT name, position FROM checkpoints").fetchall())
        return {view.name: found.get(self._name(view.name), 0) for view in self.views}

    def position(self) -> int:
        """How far the view that is furthest behind has come."""
        return min(self.positions().values())

    def step(self, until: int) -> int:
        """Fold one window of the log and return the position reached.

        Ties come first, up to the end: by the names that they give, all other views are folded.
        """
        reached = self.positions()
        start = min(reached.values())
        if reached.get(TIES.name, until) < until and not self._is_at_once:
            self._step_ties(reached[TIES.name], until)
            return start
        end = min(start + WINDOW, until)
        if end > start:
            views = [view for view in self.views if reached[view.name] < until]
            names = aliases.Names(self._connection, self._names_shadow)
            window = Window(start, end, LARGEST_WINDOW)
            self._fold(views, reached, window, names)
            return window.end
        return start

    def assume(self, names: Mapping[str, str]) -> None:
        """Have the log read once for ties and all that goes by them; `confirm` must follow."""
        aliases.save(self._connection, names, self._shadow)
        self._is_at_once = True

    def confirm(self) -> bool:
        """Whether ties gave the names that were assumed; else all is to be made anew."""
        self._is_at_once = False
        renames = self.follow_ties()
        return not (renames.to or renames.apart)

    def catch_up(self) -> None:
        """Fold all that is left of the log, in the transaction that is under way."""
        head = self._connection.execute("SELECT MAX(position) FROM events").fetchone()[0] or 0
        while self.step(head) < head:
            pass

    def _step_ties(self, start: int, until: int) -> None:
        """Fold the ties of a window, and bring all rows in step with the names that they give."""
        end = min(start + _WINDOW_OF_TIES, until)
        if self._fold([TIES], {TIES.name: start}, Window(start, end), None):
            self._rename(self.follow_ties())

    def follow_ties(self) -> renaming.Renames:
        """Name projects as ties say, and return what rows must be renamed."""
        name = f"{_OUTDATED}{self._shadow}"
        followed = renaming.follow_ties(self._connection, self._shadow, name)
        set_aside.clear(self._connection, [name])
        self._set_aside(followed.refused)
        return followed.renames

    def _rename(self, names: renaming.Renames) -> None:
        absent.outdate(self._connection)
        found = [*renaming.concerned(self._connection, self.views, names, self._shadow)]
        if any(each.view.keyed_by_project or each.before["project"] in names.apart
               for each in found):  # fmt: skip
            # The next reader folds everything again; until then the rows stay as they were.
            self._save(_OUTDATED, _IS_OUTDATED, 0)
            return
        self._index_begin()
        for each in found:
            tables.store(self._connection, each.view, [each.after], self._shadow)
            self._put(each.view, each.key, each.before, each.after)
        self._index_end()

    def _fold(
        self,
        views: Sequence[View],
        reached: dict[str, int],
        window: Window,
        names: aliases.Names | None,
    ) -> bool:
        """Fold the events of a window into views; returns whether any row changed.

        What a step cannot fold is skipped, and kept. Where the rows cannot be written after the
        window, its halves are folded alone, down to the event that is to blame.
        """
        folds = folding.folded(
            self._connection, views, self._shadow, reached, window=window, names=names
        )
        try:
            with folding.savepoint(self._connection):
                self.write(folds)
        except Exception as error:
            if not folding.is_of_event(error):
                raise
            if window.end - window.start <= 1:
                self.write_one(folds)
            else:
                return self._fold_halves(views, reached, window, names)
        for view in views:
            self._save(view.name, view.version, max(window.end, reached[view.name]))
        return any(fold.rows for fold in folds)

    def _fold_halves(
        self,
        views: Sequence[View],
        reached: dict[str, int],
        window: Window,
        names: aliases.Names | None,
    ) -> bool:
        middle = (window.start + window.end) // 2
        halves = Window(window.start, middle), Window(middle, window.end)
        changed = [self._fold(views, reached, half, names) for half in halves]
        return any(changed)

    def write_one(self, folds: Sequence[Fold]) -> None:
        """Write what one event made of each view, and set it aside for those that cannot be."""
        for fold in folds:
            try:
                with folding.savepoint(self._connection):
                    self.write([fold])
            except Exception as error:
                if not (folding.is_of_event(error) and fold.last):
                    raise
                fold.refuse(fold.last, error)
                fold.rows.clear()
                self.write([fold])

    def adopt(self, shadow: Projections) -> None:
        """Put the tables of a finished rebuild in the place of the live ones."""
        if shadow._is_whole:
            absent.outdate(self._connection)
        # Else renaming fails wherever an SQL view, ours or a person's own, reads a dropped table.
        self._connection.execute("PRAGMA legacy_alter_table = ON")
        for name in shadow.table_names():
            self._connection.execute(f"DROP TABLE IF EXISTS {name}")
            self._connection.execute(f"ALTER TABLE {name}{shadow._shadow} RENAME TO {name}")
        self._connection.execute("PRAGMA legacy_alter_table = OFF")
        for view in shadow.views:
            plain.create(self._connection, view)
        for name in shadow.checkpoints():
            live = name.removesuffix(shadow._shadow)
            self._connection.execute("DELETE FROM checkpoints WHERE name = ?", (live,))
            self._connection.execute("UPDATE checkpoints SET name = ? WHERE name = ?", (live, name))
        for name in shadow._setting_aside:
            set_aside.rename(self._connection, f"{name}{shadow._shadow}", name)

    def write(self, folds: Sequence[Fold]) -> None:
        """Write the rows of folds and their index, and keep what they skipped."""
        for fold in folds:
            tables.store(self._connection, fold.view, fold.rows.values(), self._shadow)
        self._index_begin()
        for fold in folds:
            for key, row in fold.rows.items():
                self._put(fold.view, key, fold.before[key], row)
        self._index_end()
        self._set_aside(each for fold in folds for each in fold.refused)

    def _set_aside(self, entries: Iterable[SetAside]) -> None:
        """Keep which events views are folded without.

        Raises:
            DamagedBoard: one is not what was recorded.
        """
        found = list(entries)
        for position in {each.position for each in found}:
            refuse_damaged(self._connection, position)
        set_aside.add(self._connection, found, self._schema)

    @property
    def _names_shadow(self) -> str:
        """Where the names of projects are: views that are folded alone use those of all."""
        return self._shadow if self._is_whole else ""
