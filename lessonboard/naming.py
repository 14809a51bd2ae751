"""What a person means by the beginning of an id."""

from __future__ import annotations

from blackboard import Board
from blackboard.errors import Ambiguous, NotFound


def key_of(board: Board, view: str, beginning: str) -> str:
    """The key of a view's row, or the only one that begins so.

    Raises:
        NotFound: there is none.
        Ambiguous: there are several.
    """
    noun = view.removesuffix("s")
    alike = board.keys(view, beginning) or board.keys(view, f"{noun}-{beginning}")
    if beginning in alike or (beginning and len(alike) == 1):
        return beginning if beginning in alike else alike[0]
    if alike and beginning:
        raise Ambiguous(beginning, alike)
    group = "recording" if noun == "workflow" else noun
    raise NotFound(f"there is no {noun} {beginning!r}; see `lessonboard {group} list`")
