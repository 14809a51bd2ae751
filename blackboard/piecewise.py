"""Working on a batch of which one item may be refused: it costs itself, and all others are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from blackboard.errors import is_of_input

Item = TypeVar("Item")
Result = TypeVar("Result")


def piecewise(
    work: Callable[[Sequence[Item]], list[Result]],
    items: Sequence[Item],
    refuse: Callable[[Item, Exception], None],
) -> list[Result]:
    """What the work gives: of a batch that is refused for its halves, down to single items.

    Args:
        work: done for all of some items, such as to append them in a transaction, or for none.
        items: in their order.
        refuse: called for an item that is refused by itself, with the reason.

    Raises:
        Exception: what is about the log rather than an item, such as a full disk.
    """
    try:
        return work(items)
    except Exception as error:
        if isinstance(error, OSError) or not is_of_input(error):
            raise
        if len(items) < 2:
            for item in items:
                refuse(item, error)
            return []
    half = len(items) // 2
    return piecewise(work, items[:half], refuse) + piecewise(work, items[half:], refuse)
