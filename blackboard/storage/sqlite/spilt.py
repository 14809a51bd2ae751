"""Taking in what hooks spilt (`spill.py`) while the board was busy."""

from __future__ import annotations

from typing import Any

import orjson

from blackboard import events as catalogue
from blackboard.errors import InvalidEvent
from blackboard.event import NewEvent
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.spill import drain, has_spilt, spill_path


def take_in(log: SqliteLog) -> None:
    """Append what waits beside the board; ids make it harmless to be interrupted.

    Inside a transaction it is left for later: whoever spills waits for nobody, but two who take
    in must not wait for each other. Lines that hold no event are kept aside, not thrown away.
    """
    if log.path is None or log.read_only or log.transactions.active:
        return
    if has_spilt(str(log.path)):
        drain(str(log.path), lambda lines: _append(log, lines))


def _append(log: SqliteLog, lines: list[bytes]) -> None:
    events, refused = [], []
    for line in lines:
        try:
            event = _event(orjson.loads(line))
            catalogue.check(event.type, event.schema, event.payload)
            events.append(event)
        except (orjson.JSONDecodeError, InvalidEvent, TypeError, KeyError):
            refused.append(line)
    if refused:
        with open(f"{spill_path(str(log.path))}.refused", "ab") as file:  # noqa: PTH123
            file.write(b"".join(line + b"\n" for line in refused))
    log.append(events)


def _event(told: dict[str, Any]) -> NewEvent:
    return NewEvent(
        type=told["type"],
        stream=told["stream"],
        payload=told["payload"],
        project=told.get("project"),
        actor=told["actor"],
        occurred_at=told["occurred_at"],
        id=told["id"],
    )
