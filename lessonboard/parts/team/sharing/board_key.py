"""The key of a board, and the signer that its person has by it in a team."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from blackboard.actors import colleague
from blackboard.board import Board
from blackboard.errors import BoardError
from blackboard.event import Event
from blackboard.events.team import KeyCreated
from lessonboard.parts.team.sharing import key_file
from lessonboard.parts.team.sharing.signing import Signer, fingerprint

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_ACTOR = "team"


class KeyLost(BoardError):
    """The board has a key, and its private half is not beside the board."""

    def __init__(self, key: str, path: object) -> None:
        super().__init__(
            f"could not sign: the private key {fingerprint(key)} of this board is not in {path}. "
            "Put that file back, or make a new key with `lessonboard team key --replace`, which "
            "each colleague has to confirm once"
        )


def own_signer(board: Board, name: str) -> Signer:
    """The signer of a person in a team; the key of the board is made the first time.

    Raises:
        KeyLost: it was made before, and is not there.
    """
    path = _path(board)
    made = key_made(board)
    if made is None:
        with board.transaction():  # two of one's own processes must not make two keys
            if (made := key_made(board)) is None:
                return Signer(name, _recorded(board, key_file.load(path) or key_file.make(path)))
    private = key_file.load(path)
    key = (made.payload or {})["key"]
    if private is None:
        raise KeyLost(key, path)
    if Signer(name, private).key != key:  # it was made, and the process killed before it said so
        _recorded(board, private)
    return Signer(name, private)


def replace_key(board: Board, name: str) -> Signer:
    """A new key in the place of the board's; what the old one signed no longer counts."""
    return Signer(name, _recorded(board, key_file.make(_path(board))))


def key_made(board: Board) -> Event | None:
    """The event by which the board has its key; None where it has none yet.

    A log that was restored here may have those of other boards: the file says which is its own.
    """
    made = [each for each in board.read(types=[KeyCreated.type])
            if each.payload and not colleague(each.actor)]  # fmt: skip
    own = key_file.public_key(_path(board)) if made else ""
    here = [each for each in made if each.payload and each.payload["key"] == own]
    return (here or made)[-1] if made else None


def _path(board: Board) -> Path:
    if board.path is None:
        raise BoardError("a board in memory has no key, and shares nothing")
    return key_file.key_path(board.path)


def _recorded(board: Board, private: Ed25519PrivateKey) -> Ed25519PrivateKey:
    board.record(KeyCreated(key=Signer("", private).key), actor=_ACTOR)
    return private
