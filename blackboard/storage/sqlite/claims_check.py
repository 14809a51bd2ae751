"""Whether the table of claims holds what the log says, up to where it has come."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from blackboard.storage.sqlite import definitions
from blackboard.storage.sqlite.work_claims import COLUMNS, TABLE, WorkClaims


def problems(connection: sqlite3.Connection) -> Iterator[str]:
    """What differs; nothing where no one has claimed yet. The caller folds into `temp` too."""
    head, reached, _ = WorkClaims(connection).standing()
    if reached is None:
        return
    if reached > head:
        yield f"the claims of work items hold {reached - head} events more than the log"
    again = WorkClaims(connection, "temp")
    while again.step(reached) < reached:
        pass
    if definitions.of(connection, "main", TABLE) != definitions.of(connection, "temp", TABLE):
        yield "the claims of work items: the definition of their table or indexes was changed"
        return
    live, folded = (f"SELECT {', '.join(COLUMNS)} FROM {name}.{TABLE}" for name in ("main", "temp"))
    rows = connection.execute(
        f"SELECT item FROM ({live} EXCEPT {folded}) UNION SELECT item FROM ({folded} EXCEPT {live})"
    )
    for (item,) in rows:
        yield f"the claims of work items: that of {item!r} is not what the log says"
