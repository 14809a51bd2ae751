"""The blackboard: an append-only log of what agents did, and the views read off it.

Names are looked up when they are first used, so that the hooks of agents, which need few of
them, start at once.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.board import Board
    from blackboard.delivery.result import Delivery
    from blackboard.delivery.situation import Situation
    from blackboard.errors import BoardError
    from blackboard.event import Event, NewEvent

__all__ = ["Board", "BoardError", "Delivery", "Event", "NewEvent", "Situation"]

_HOMES = {
    "Board": "board",
    "BoardError": "errors",
    "Delivery": "delivery.result",
    "Event": "event",
    "NewEvent": "event",
    "Situation": "delivery.situation",
}


def __getattr__(name: str) -> object:
    """The public name of that spelling (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"blackboard.{_HOMES[name]}"), name)
