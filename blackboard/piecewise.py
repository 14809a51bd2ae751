"""Appending a batch of which one event may be refused: it costs itself, and all others are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from blackboard.errors import is_of_input
from blackboard.event import Event

Item = TypeVar("Item")


def append_sound(
    append: Callable[[Sequence[Item]], list[Event]],
    items: Sequence[Item],
    refuse: Callable[[Item, Exception], None],
) -> list[Event]:
    """The events that were new: of a batch that is refused its halves, down to single items.

    Args:
        append: appends all of some items in a transaction of its own, or none.
        items: in the order in which they are appended.
        refuse: called for an item that is refused by itself, with the reason.

    Raises:
        Exception: what is about the log rather than an item, such as a full disk.
    """
    try:
        return append(items)
    except Exception as error:
        if isinstance(error, OSError) or not is_of_input(error):
            raise
        if len(items) < 2:
            for item in items:
                refuse(item, error)
            return []
    half = len(items) // 2
    return append_sound(append, items[:half], refuse) + append_sound(append, items[half:], refuse)
