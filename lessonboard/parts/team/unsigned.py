"""What colleagues shared before it was signed: shown once, and trusted as it is or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from blackboard.board import Board
from blackboard.events.team import KeyCreated, UnsignedTrusted
from blackboard.views.rows import SharedRow
from blackboard.vocabulary import SharedKind

_ACTOR = "human"
_ASKED = "team:unsigned-asked"


def waiting(board: Board) -> list[SharedRow]:
    """The unsigned shares that were here before the board had its first key, and no later ones."""
    made = [event.position for event in board.read(types=[KeyCreated.type])]
    until = min(made, default=board.log.head())
    rows = board.view("shared", where={"signed": "unsigned"}, order="id")
    return [row for row in rows if board.log.get(row["event"]).position <= until]


def to_ask(board: Board) -> list[SharedRow]:
    """The same, unless the person was asked before or there is nothing that may be trusted."""
    if board.log.reader_position(_ASKED):
        return []
    found = waiting(board)
    if not found and any(board.read(types=[KeyCreated.type])):
        asked(board)  # nothing can come that counts, so that no other command has to look
    return found


def asked(board: Board) -> None:
    """Remember that the person was asked."""
    board.remember_reader(_ASKED, 1)


def trust(board: Board, rows: Sequence[SharedRow]) -> None:
    """Vouch for these shares, and for no later ones of their authors."""
    for row in rows:
        said = UnsignedTrusted(event=row["event"], kind=cast(SharedKind, row["kind"]),
                               name=row["name"], author=row["author"])  # fmt: skip
        board.record(said, actor=_ACTOR)
    asked(board)
