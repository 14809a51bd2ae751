"""Whose approved lessons the user lets through to their agents: by name, on their own board."""

from __future__ import annotations

import re
from typing import NamedTuple

from blackboard.actors import colleague
from blackboard.board import Board
from blackboard.errors import BoardError
from blackboard.events.team import PERSON, TeamDistrusted, TeamTrusted

_ACTOR = "human"


class NotTrusted(BoardError):
    """The colleague is not trusted, so there is no trust to remove."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name[:80]!r} is not trusted on this board; `lessonboard team --shared` shows who is"
        )


class Checkout(NamedTuple):
    """Where a person said that a repository is trusted: in which folder, of which git folder.

    `made` distinguishes that from another one that is put in its place.
    """

    folder: str
    git: str
    made: str


class Trusted(NamedTuple):
    """Who is trusted, since when in microseconds since 1970, and why.

    Of a repository with the checkouts in which that was said.
    """

    name: str
    since: int
    reason: str = ""
    checkouts: tuple[Checkout, ...] = ()


def trust(board: Board, name: str, reason: str = "") -> bool:
    """Show a colleague's approved lessons where they fit, quoted; returns whether that is new.

    Raises:
        BoardError: it is not the name of a person.
    """
    if not re.fullmatch(PERSON, name):
        raise BoardError(
            f"could not trust {name[:80]!r}: a name in a team has letters, digits and . _ + - "
            "alone; `lessonboard team --shared` shows who shares what"
        )
    is_new = all(each.name != name for each in trusted(board))
    if is_new:
        board.record(TeamTrusted(name=name, reason=reason), actor=_ACTOR)
    return is_new


def trust_checkout(board: Board, source: str, checkout: Checkout, reason: str = "") -> bool:
    """Trust a repository in one of its checkouts; returns whether that is new."""
    known = next((each for each in trusted(board) if each.name == source), None)
    if known and checkout in known.checkouts:
        return False
    said = TeamTrusted(name=source, reason=reason, **checkout._asdict())
    board.record(said, actor=_ACTOR)
    return True


def folders_of(source: Trusted) -> list[str]:
    """The folders in which a person said that a repository is trusted."""
    return list(dict.fromkeys(each.folder for each in source.checkouts))


def distrust(board: Board, name: str, reason: str = "", *, by: str = _ACTOR) -> None:
    """Leave a colleague's lessons to searches again; `by` is who ends the trust.

    Raises:
        NotTrusted: the colleague was not trusted.
    """
    if all(each.name != name for each in trusted(board)):
        raise NotTrusted(name)
    board.record(TeamDistrusted(name=name, reason=reason), actor=by)


def trusted(board: Board) -> list[Trusted]:
    """The colleagues whom this board's person trusts, by name; what others say counts for nothing.

    `storage.sqlite.trusted` has the same for hooks.
    """
    found: dict[str, Trusted] = {}
    for event in board.read(types=[TeamTrusted.type, TeamDistrusted.type]):
        said = event.payload
        if not said or colleague(event.actor) != board.person:
            continue
        before = found.pop(said["name"], None)
        if event.type == TeamTrusted.type:
            here = Checkout(*(said.get(name, "") for name in Checkout._fields))
            known = [*(before.checkouts if before else ()), *([here] if here.git else [])]
            found[said["name"]] = Trusted(said["name"], event.occurred_at, said.get("reason", ""),
                                          tuple(dict.fromkeys(known)))  # fmt: skip
    return [found[name] for name in sorted(found)]
