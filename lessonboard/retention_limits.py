"""The limits of retention: whether they are set, and whether a person confirmed them."""

from __future__ import annotations

from blackboard import Board
from lessonboard.config import RetentionTable

CONFIRMED = "retention.confirmed"
REASON = "retention: "
"""The beginning of the reason that is kept with what the limits erased."""


def in_words(settings: RetentionTable) -> str:
    """Return the limits that are set; empty where none is.

    >>> in_words(RetentionTable(days=400)), in_words(RetentionTable())
    ('days = 400', '')
    """
    return ", ".join(f"{name} = {value}" for name, value in settings if value is not None)


def reason(settings: RetentionTable) -> str:
    """Return the reason that is kept with what the limits erase."""
    return f"{REASON}{in_words(settings)}"


def confirm(board: Board, settings: RetentionTable) -> None:
    """Note that a person had these limits applied; the worker goes on with them."""
    from blackboard.events.board import RetentionConfirmed

    if not is_confirmed(board, settings):
        board.record(RetentionConfirmed(**dict(settings)), actor="human")


def is_confirmed(board: Board, settings: RetentionTable) -> bool:
    """Return whether a person had these very limits applied."""
    last = None
    for event in board.read(types=[CONFIRMED]):
        last = event.payload
    return last is not None and RetentionTable.model_validate(last) == settings
