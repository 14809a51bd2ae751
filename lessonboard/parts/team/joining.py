"""Joining a team and leaving it."""

from __future__ import annotations

import getpass
import re
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from blackboard.board import Board
from blackboard.errors import BoardError
from blackboard.events.team import PERSON, TeamDeparted, TeamJoined
from lessonboard.elsewhere import open_log
from lessonboard.parts.team.sharing.board_key import own_signer
from lessonboard.parts.team.sharing.membership import Membership, memberships
from lessonboard.places import is_address, without_password

_ACTOR = "human"


class NoTeam(BoardError):
    """The board exchanges with no team, or not with the one that was named."""


def join(
    board: Board, place: str, name: str | None, projects: Sequence[str], sessions_of: Sequence[str]
) -> Membership:
    """Let the board exchange with a team; nothing is sent yet.

    Args:
        board: a person's own board.
        place: the address of a log, or a folder.
        name: what colleagues see; of a log it is the user of its database.
        projects: what is shared; none for all.
        sessions_of: projects whose sessions are shared as well.

    Raises:
        BoardError: the name cannot be one, the folder cannot be used, or the board's key is lost.
        LogUnreachable: the log does not answer.
    """
    wanted, name = name, name or getpass.getuser()
    if is_address(place):
        with closing(open_log(place, 10.0)) as log:
            name = log.user
            log.head()  # raises where one may not even read
        place = without_password(place)
        if wanted and wanted != name:
            raise BoardError(f"there you are {name!r}, the user of the database, not {wanted!r}")
    else:
        place = _folder(place)
    if not re.fullmatch(PERSON, name):
        raise BoardError(
            f"{name!r} cannot be a name in a team: it has letters, digits and . _ + - alone"
        )
    joined = TeamJoined(place=place, name=name, projects=list(projects),
                        sessions_of=list(sessions_of))  # fmt: skip
    own_signer(board, name)  # which makes the key of the board
    board.record(joined, actor=_ACTOR)
    return the_team(board, place)


def leave(board: Board, member: Membership) -> None:
    """Stop the exchange; what was shared stays with colleagues unless it is withdrawn."""
    board.record(TeamDeparted(place=member.place), actor=_ACTOR)


def the_team(board: Board, place: str | None = None) -> Membership:
    """The team at a place, or the only one.

    Raises:
        NoTeam: there is none, or there are several and none was named.
    """
    found = memberships(board)
    asked = [each for each in found if place in (None, each.place, each.name)]
    if len(asked) == 1:
        return asked[0]
    if not found:
        raise NoTeam("the board exchanges with no team; `lessonboard team join` joins one")
    names = ", ".join(each.place for each in found)
    raise NoTeam(f"name one of the teams with --team: {names}")


def was_shown(board: Board, member: Membership) -> bool:
    """Whether the user has seen what leaves the machine, and agreed."""
    return board.log.reader_position(f"team:agreed:{member.place}") > 0


def agree(board: Board, member: Membership) -> None:
    """Remember that the user has agreed."""
    board.remember_reader(f"team:agreed:{member.place}", 1)


def _folder(place: str) -> str:
    """The folder of a team, made if its parent is there.

    Raises:
        BoardError: it is no folder, and cannot be one.
    """
    folder = Path(place).expanduser().resolve()
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise BoardError(f"could not use {folder} as a team's folder: {error.strerror}") from error
    return str(folder)
