"""The blackboard: an append-only log of what agents did, and the views read off it."""

from blackboard.board import Board
from blackboard.context.moment import Moment
from blackboard.errors import BoardError
from blackboard.event import Event, NewEvent
from blackboard.injection import Context

__all__ = ["Board", "BoardError", "Context", "Event", "Moment", "NewEvent"]
