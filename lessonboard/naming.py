"""What a person means by the beginning of an id."""

from __future__ import annotations

from collections.abc import Collection

from blackboard import Board
from blackboard.errors import Ambiguous, NotFound
from blackboard.views.rows import RuleRow


def key_of(board: Board, view: str, beginning: str) -> str:
    """Return the key of a view's row, or the only one that begins so.

    Raises:
        NotFound: there is none.
        Ambiguous: there are several.
    """
    noun = view.removesuffix("s")
    hint = {"workflow": "recording", "insight": "lesson"}.get(noun, noun)
    return _meant(beginning, _alike(board, view, beginning), noun, hint)


def rule_named(board: Board, beginning: str) -> RuleRow:
    """Return the lesson or insight of an id, or the only one whose id begins so.

    Raises:
        NotFound: there is none.
        Ambiguous: there are several.
    """
    views = {key: view for view in ("insights", "lessons")
             for key in _alike(board, view, beginning)}  # fmt: skip
    key = _meant(beginning, sorted(views), "lesson or insight", "lesson")
    row: RuleRow = board.row(views[key], key)
    return row


def _alike(board: Board, view: str, beginning: str) -> list[str]:
    prefix = view.removesuffix("s")
    return board.keys(view, beginning) or board.keys(view, f"{prefix}-{beginning}")


def _meant(beginning: str, alike: Collection[str], noun: str, hint: str) -> str:
    """Return the one of some ids that is meant."""
    if beginning in alike or (beginning and len(alike) == 1):
        return beginning if beginning in alike else next(iter(alike))
    if alike and beginning:
        raise Ambiguous(beginning, list(alike))
    raise NotFound(f"there is no {noun} {beginning!r}; see `lessonboard {hint}`")
