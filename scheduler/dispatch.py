"""Turn events into work items, each event once.

A new rule is a function here and a line in RULES.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.errors import NotFound, PluginFailed
from blackboard.event import Event
from blackboard.plugins import contents
from blackboard.plugins.loading import imported
from blackboard.views.rows import SessionRow
from reflect.model.consent import why_left_out
from reflect.reflecting import messages_at_last_look
from reflect.reflector.triggers import is_due, trigger_of
from reflect.trajectory import trajectory
from scheduler.work.item import Priority
from scheduler.work.queue import Queue

READER = "dispatcher"
"""The reader name under which the board stores the dispatcher's position."""

UNDERSTAND = "understand"
"""The kind of the items that `handlers/understand.py` does."""

_BATCH = 500

log = logging.getLogger(__name__)


class Task(NamedTuple):
    """A work item that an event calls for."""

    kind: str
    input: dict[str, Any]
    dedup_key: str
    priority: Priority = "P2"


def merged(board: Board, event: Event) -> Task | None:
    """Reflect on a merged pull request."""
    number = (event.payload or {}).get("number")
    if number is None or event.project is None:
        return None
    project = board.project(event.project)
    return Task("reflect", {"project": project, "number": number}, f"reflect:{project}#{number}")


def ended(board: Board, event: Event) -> Task | None:
    """Reflect on a session whose turn or whole ended, if something new happened in it.

    Where the event names a transcript, the handler imports it and decides then.
    """
    payload = event.payload or {}
    session = payload.get("session", "")
    if payload.get("transcript"):
        input_ = {"session": session, "transcript": payload["transcript"]}
        return Task("reflect", input_, f"reflect:{session}", "P3")
    try:
        row = board.row("sessions", session)
    except NotFound:
        return None
    if row["child"] or not calls_for_a_look(board, row):
        return None
    return Task("reflect", {"session": session}, f"reflect:{session}", "P3")


def to_understand(board: Board, event: Event) -> Task | None:
    """Ask a model about a session that ended, where its person allowed that.

    Where the event names a transcript, the handler of the reflection imports it and decides then.
    """
    payload = event.payload or {}
    session = payload.get("session", "")
    for row in [] if payload.get("transcript") else board.view("sessions", where={"id": session}):
        if not why_left_out(board, row):
            return Task(UNDERSTAND, {"session": session}, f"{UNDERSTAND}:{session}", "P3")
    return None


def calls_for_a_look(board: Board, session: SessionRow) -> bool:
    """Whether a session's triggers hold for messages that no reflection has covered yet."""
    messages, before = session["total_messages"], messages_at_last_look(board, session["id"])
    if before is not None and messages <= before:
        return False
    return is_due(messages, before) or trigger_of(trajectory(board, session)) is not None


Rule = Callable[[Board, Event], "Task | None"]

RULES: dict[str, tuple[Rule, ...]] = {
    "pr.merged": (merged,),
    "turn.ended": (ended, to_understand),
    "session.ended": (ended, to_understand),
}


def added_rules() -> list[tuple[str, Rule]]:
    """The rules that parts and plug-ins add, each with its type; one type may have several."""
    parts = [(each.name, imported(each.value)) for each in contents.part_entries("dispatch rule")]
    found = contents.added("dispatch rule", (), contents.not_a_function)
    return parts + [
        (name.partition(" ")[0], contents.guarded("dispatch rule", name, each))
        for name, each in found.items()
    ]


def _tasks(board: Board, event: Event, added: Sequence[tuple[str, Rule]]) -> Iterator[Task]:
    """What an event calls for; a rule of a plug-in that fails keeps no other work waiting."""
    for own in RULES.get(event.type, ()):
        task = own(board, event)
        if task is not None:
            yield task
    for type_, rule in added:
        try:
            task = rule(board, event) if type_ == event.type else None
        except PluginFailed as error:
            log.warning("event %s is passed over: %s", event.id, error)
            continue
        if task is not None:
            yield task


def dispatch(board: Board, queue: Queue) -> int:
    """Create items for the events since the last call, and return their number.

    The items and the position are written in one transaction, so a killed dispatcher neither loses
    an event nor dispatches it twice.
    """
    created, added = 0, added_rules()
    types = {*RULES, *(type_ for type_, _ in added)}
    board.catch_up()  # ingests the outbox; outside the transaction, to hold the lock briefly
    while True:
        since = board.reader_position(READER)
        head = board.log.head()
        events = list(board.read(since, until=head, types=types, limit=_BATCH))
        tasks = [(event, task) for event in events for task in _tasks(board, event, added)]
        reached = events[-1].position if len(events) == _BATCH else head
        if tasks:
            board.catch_up()  # a rebuild of the views must not begin inside the transaction
        with board.transaction():
            if board.reader_position(READER) != since:
                continue  # another dispatcher was quicker
            for event, task in tasks:
                created += _create(queue, event, task)
            if reached > since:
                board.remember_reader(READER, reached)
        if len(events) < _BATCH:
            return created


def _create(queue: Queue, event: Event, task: Task) -> bool:
    _, is_new = queue.create(
        task.kind,
        task.input,
        priority=task.priority,
        dedup_key=task.dedup_key,
        project=event.project,
    )
    return is_new
