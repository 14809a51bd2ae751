"""Following a log that is elsewhere: its events copied into a local file, and verified on the way.

The copy has the same positions and digests, so views, search and hooks read it like a log of its
own. A payload that was forgotten on the log is erased from the copy when the news arrive.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import orjson

from blackboard import chain, chain_check
from blackboard.errors import AlteredLog, AnotherLog, InvalidEvent
from blackboard.event import Event, StoredEvent
from blackboard.log import Log, Progress, ignore
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.rebuild_lock import rebuilding_alone
from blackboard.storage.sqlite.tail import (
    FOLLOWED,
    FOLLOWS,
    INSERT,
    PERSON,
    UNFIT,
    mark_step_back,
)
from blackboard.storage.sqlite.trusted import person

_ERASED_UP_TO = "UPDATE checkpoints SET position = ? WHERE name = ?"
_PAGE = 1_000
"""Events copied in one transaction, so that others wait for the file no longer than for this."""


def is_follower(file: SqliteLog) -> bool:
    """Whether a file was made by following a log elsewhere."""
    found = file.connection.execute("SELECT 1 FROM checkpoints WHERE name = ?", (FOLLOWS,))
    return found.fetchone() is not None


def begin(file: SqliteLog, log: Log, projects: Collection[str] | None = None) -> None:
    """Let a file follow a log, from its first event or from where it stopped.

    Args:
        file: the copy.
        log: what it is a copy of.
        projects: copy the payloads of these alone, and of what belongs to no project.

    Raises:
        AnotherLog: the file holds events that are not those of this log.
    """
    with file.transaction():  # another process may begin at this very moment
        if not is_follower(file):
            if file.head():
                raise AnotherLog(str(file.path), "it holds events of its own")
            file.connection.execute("INSERT INTO checkpoints VALUES (?, 1, 0)", (FOLLOWS,))
            file.connection.executemany(
                "INSERT INTO checkpoints VALUES (?, 1, 0)",
                [(f"{FOLLOWED}{each}",) for each in projects or ()],
            )
        elif followed(file) != set(projects or ()):
            raise AnotherLog(str(file.path), "it was made for other projects")
    _remember_person(file, getattr(log, "user", ""))  # what is no `ServedLog` signs nothing
    last = next(file.stored(max(0, file.head() - 1), limit=1), None)
    if last is None:
        log.head()  # which fails where a log does not answer, of which there is no copy yet
        return
    theirs = next(log.stored(last.position - 1, limit=1), None)
    if theirs is None or theirs.digest != last.digest:
        raise AnotherLog(str(file.path), f"its event {last.position} is not on the log")


def _remember_person(file: SqliteLog, user: str) -> None:
    """Keep who one is on the log, so that hooks distinguish one's own words from a colleague's."""
    if user == person(file.connection):
        return
    with file.transaction():
        file.connection.execute("DELETE FROM checkpoints WHERE name GLOB ?", (f"{PERSON}*",))
        file.connection.execute("INSERT INTO checkpoints VALUES (?, 1, 0)", (f"{PERSON}{user}",))


def follow(file: SqliteLog, log: Log, progress: Progress | None = None) -> bool:
    """Copy the events that the file lacks; interrupted anywhere, it goes on from there.

    Returns whether there were any.

    Inside a transaction nothing is erased: rewriting the file has to wait for its end.

    Raises:
        AlteredLog: a digest or a payload is not what the chain says.
    """
    before = file.head()
    size = _PAGE
    while size == _PAGE and (page := list(log.stored(file.head(), limit=_PAGE))):
        size = len(page)
        receive(file, page)
        if progress is not None:
            progress(page[-1].position)
    if file.head() == before and log.head() < before:
        raise AnotherLog(str(file.path), f"its event {before} is not on the log any more")
    if not file.transactions.active:
        _erase(file)
    return file.head() > before


def receive(file: SqliteLog, page: Sequence[StoredEvent]) -> None:
    """Add events of the log that the file lacks; those that it has are passed over.

    Raises:
        AlteredLog: one of them is not what the chain says, or one before them is missing.
    """
    with file.transaction():
        _receive(file, page, followed(file))


def receive_own(file: SqliteLog, events: Sequence[Event]) -> None:
    """Add events that were appended just now, which need not be asked for again."""
    receive(file, [_as_stored(event) for event in events])


def _as_stored(event: Event) -> StoredEvent:
    payload = None if event.payload is None else chain.encode(event.type, event.payload).decode()
    return StoredEvent._make((*event[:12], payload, *event[13:]))


def followed(file: SqliteLog) -> set[str]:
    """The projects whose payloads a copy holds; none where it holds those of all."""
    rows = file.connection.execute(
        "SELECT SUBSTR(name, ?) FROM checkpoints WHERE name GLOB ?",
        (len(FOLLOWED) + 1, f"{FOLLOWED}*"),
    )
    return {row[0] for row in rows}


def _receive(file: SqliteLog, page: Sequence[StoredEvent], projects: set[str]) -> None:
    """Add the events that no other process has added meanwhile."""
    last = next(file.stored(max(0, file.head() - 1), limit=1), None)
    position, digest = (last.position, last.digest) if last else (0, chain.GENESIS)
    before = last.recorded_at if last else 0
    fresh = [event for event in page if event.position > position]
    for event in fresh:
        position += 1
        if found := chain_check.problems(event, position, digest):
            raise AlteredLog(position, found[0])
        digest = event.digest
        if event.recorded_at < before:
            mark_step_back(file.connection, position)
        before = event.recorded_at
    if projects:
        fresh = [
            event if event.project is None or event.project in projects
            else event._replace(payload=None)
            for event in fresh
        ]  # fmt: skip
    file.connection.executemany(INSERT, [_fit(file, event) for event in fresh])


def _fit(file: SqliteLog, event: StoredEvent) -> StoredEvent:
    """An event as it is kept: what no version of the product can have appended loses its payload.

    The server knows the required fields at most, and an older one only that it is JSON; clients of
    other making may have left out the rest.
    """
    from blackboard.events.catalogue import check

    if event.payload is None:
        return event
    try:
        check(event.type, event.schema, orjson.loads(event.payload))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, InvalidEvent):
        import logging  # which takes longer to import than a board to open

        log = logging.getLogger(__name__)
        log.warning("event %d of the log cannot be read; it is left out", event.position)
        file.connection.execute(
            "REPLACE INTO checkpoints VALUES (?, 1, ?)", (f"{UNFIT}{event.id}", event.position)
        )
        return event._replace(payload=None)
    return event


def _erase(file: SqliteLog) -> None:
    """Erase what was forgotten on the log since the last time, and rewrite the file without it."""
    from blackboard.storage.sqlite import forgetting  # it knows all views

    rows = file.connection.execute(
        "SELECT position, SUBSTR(stream, LENGTH('forgotten:') + 1) FROM events "
        "WHERE type = 'payload.forgotten' AND stream GLOB 'forgotten:*' "
        "AND position > (SELECT position FROM checkpoints WHERE name = ?) ORDER BY position",
        (FOLLOWS,),
    ).fetchall()
    if rows:
        # The server lets only those announce on that stream who may; a payload is anybody's word.
        named = [event_id for _, event_id in rows]
        with rebuilding_alone(file.path), file.transaction():
            if forgotten := forgetting.remaining(file.connection, named):
                forgetting.erase_payloads(file.connection, forgotten, ignore)
            file.connection.execute(_ERASED_UP_TO, (rows[-1][0], FOLLOWS))
    if forgetting.is_rewrite_due(file.connection):
        file.rewrite()
