"""The keys of a team: showing them, signing that of another board, and new ones after a loss."""

from __future__ import annotations

import re
from typing import Any

from blackboard.board import Board
from blackboard.errors import BoardError
from blackboard.events.team import KeyAdded, KeyPinned
from lessonboard.parts.team.joining import NoTeam
from lessonboard.parts.team.sharing import board_key
from lessonboard.parts.team.sharing.keyring import Keyring, keyring
from lessonboard.parts.team.sharing.membership import memberships, own_names
from lessonboard.parts.team.sharing.refusals import of_key
from lessonboard.parts.team.sharing.signing import fingerprint

_ACTOR = "human"
_KEY = re.compile("[0-9a-f]{64}")


class NoSuchKey(BoardError):
    """What was given is no key, or none that can be decided on."""


def ring_of(board: Board) -> Keyring:
    """The keys that a board knows."""
    return keyring(board, *own_names(board))


def look(board: Board) -> dict[str, Any]:
    """The keys as data: one's own, those of each name by fingerprint, and what is refused."""
    ring = ring_of(board)
    return {
        "key": ring.own,
        "fingerprint": fingerprint(ring.own) if ring.own else "",
        "people": {name: sorted(map(fingerprint, ring.keys(name)))
                   for name in sorted({*ring.pins, *ring.mine}) if ring.keys(name)},
        "refused": [{"name": name, "fingerprint": fingerprint(key), "key": key,
                     "reason": of_key(ring, name, key)} for name, key in ring.unsettled()],
    }  # fmt: skip


def add(board: Board, key: str) -> list[str]:
    """Sign the key of another board of one's own, by all names that one has; returns those.

    Raises:
        NoTeam: one has no name yet.
        NoSuchKey: it is no key, or that of this board.
    """
    names = sorted({member.name for member in memberships(board)})
    if not names:
        raise NoTeam("the board exchanges with no team; `lessonboard team join` joins one")
    if not _KEY.fullmatch(key):
        raise NoSuchKey(
            f"{key[:80]!r} is no key of 64 hexadecimal digits; `lessonboard team key` on the "
            "other machine prints it"
        )
    if key == board_key.own_signer(board, names[0]).key:
        raise NoSuchKey("that is the key of this board; give the one of the other machine")
    for name in names:
        board.record(KeyAdded(name=name, key=key), actor=_ACTOR)
    return names


def confirm(board: Board, name: str, shown: str) -> str:
    """Accept the key with a fingerprint as the first one of a name; returns the key.

    Raises:
        NoSuchKey: no key with it was refused for that name, or the name is one's own.
    """
    ring = ring_of(board)
    if name in ring.mine:
        raise NoSuchKey(
            f"{name} is you: sign the key of another of your boards with "
            "`lessonboard team key --add`"
        )
    keys = {key for whose, key in ring.refused if whose == name} | ring.keys(name)
    wanted = re.sub(r"[\s:-]", "", shown).casefold()
    found = [key for key in keys if fingerprint(key).replace("-", "") == wanted]
    if not found:
        known = ", ".join(sorted(map(fingerprint, keys))) or "none"
        raise NoSuchKey(
            f"no key of {name} with the fingerprint {shown[:80]!r} was met (met: {known}); "
            "`lessonboard team sync` meets what is there"
        )
    board.record(KeyPinned(name=name, key=found[0], confirmed=True), actor=_ACTOR)
    return found[0]


def replace(board: Board) -> str:
    """Make a new key for the board; returns it."""
    return board_key.replace_key(board, "").key


def lines(found: dict[str, Any]) -> list[str]:
    """What is known of keys as lines for a person."""
    people = [f"{name}  key {', '.join(keys)}" for name, keys in found["people"].items()]
    return [*people, *(f"refused: {each['reason']}" for each in found["refused"])]
