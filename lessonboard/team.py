"""The teams of a board: joining, exchanging, following, and taking back."""

from __future__ import annotations

import getpass
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from blackboard.actors import colleague
from blackboard.board import Board
from blackboard.errors import BoardError, LogUnreachable
from blackboard.event import NewEvent
from blackboard.events import streams
from blackboard.events.team import PERSON, ShareResumed, ShareWithdrawn, TeamDeparted, TeamJoined
from blackboard.sharing.exchange import Exchanged, exchange, pending
from blackboard.sharing.folder import FolderPlace, Known
from blackboard.sharing.log_place import LogPlace
from blackboard.sharing.membership import Membership, ever, memberships
from blackboard.sharing.offers import KINDS, Kind
from blackboard.sharing.place import Place
from lessonboard.elsewhere import open_copy, open_log
from lessonboard.places import is_address, without_password
from reflect.accounts.shared import offers as accounts

_ACTOR = "human"
SHARED_KINDS: tuple[Kind, ...] = (*KINDS.values(), accounts)
"""What is shared; a new kind is a function and a place here."""

_PAUSE = 0.3
"""Seconds after which a follower looks whether the own board has news for the team."""

_ROUND = 10.0
"""Seconds between two looks into a folder, which tells nobody of its news."""


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
        BoardError: the board is a team's log itself, or the name cannot be one.
        LogUnreachable: the log does not answer.
    """
    wanted, name = name, name or getpass.getuser()
    if is_address(place):
        with closing(open_log(place, 10.0)) as log:
            name = log.user
            log.head()  # which tells where one may not even read
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
    board.record(joined, actor=_ACTOR)
    return the_team(board, place)


def leave(board: Board, member: Membership) -> None:
    """Exchange nothing more; what was shared stays with colleagues unless it is taken back."""
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


def opinions(board: Board, lesson: str) -> list[str]:
    """What colleagues decided about a lesson of one's own, one in a line."""
    found = []
    for me in sorted({each.name for each in ever(board)}):
        for row in board.view("shared", where={"kind": "decision", "name": f"{lesson}@{me}"}):
            says = row["content"].get("says")
            if row["author"] and says:
                reason = row["content"].get("reason", "")
                found.append(f"{row['author']} {says} it{': ' if reason else ''}{reason}")
    return found


def was_shown(board: Board, member: Membership) -> bool:
    """Whether its person has seen what leaves his machine, and agreed."""
    return board.log.reader_position(f"team:agreed:{member.place}") > 0


def agree(board: Board, member: Membership) -> None:
    """Remember that he has."""
    board.remember_reader(f"team:agreed:{member.place}", 1)


def waiting(board: Board, member: Membership) -> list[NewEvent]:
    """What the next exchange would share."""
    return pending(board, member, SHARED_KINDS)


@contextmanager
def place_of(board: Board, member: Membership) -> Iterator[Place]:
    """Where a team exchanges, open.

    Raises:
        LogUnreachable: it is a log that does not answer, and there is no copy of it yet.
    """
    place: Place
    if is_address(member.place):
        place = LogPlace(member.place, open_copy(member.place, (), 10.0))
    else:
        place = FolderPlace(
            Path(member.place), member.name, member.joined, _lock_of(board),
            known=lambda name: _known(board, member, name),
            remember=lambda name, known: _remember(board, member, name, known),
        )  # fmt: skip
    try:
        yield place
    finally:
        place.close()


def sync(board: Board, member: Membership) -> Exchanged:
    """Exchange once; see `exchange`."""
    with place_of(board, member) as place:
        return exchange(board, place, member, SHARED_KINDS)


def sync_all(board: Board) -> None:
    """Exchange with all teams with which one has exchanged before; none is waited for."""
    for member in memberships(board):
        if was_shown(board, member):
            with suppress(LogUnreachable):
                sync(board, member)


def keep_in_step(
    board: Board, member: Membership, until: Callable[[], bool], tell: Callable[[Exchanged], None]
) -> None:
    """Exchange whenever there is news, here or there, until it is to stop."""
    with place_of(board, member) as place:
        while not until():
            seen = board.log.head()  # before, so that what comes meanwhile is not missed
            with suppress(LogUnreachable):
                tell(exchange(board, place, member, SHARED_KINDS))
            _wait(board, place, seen, until)


def _wait(board: Board, place: Place, seen: int, until: Callable[[], bool]) -> None:
    """Return as soon as the own board or the place has news; a folder is looked into again."""
    ends = time.monotonic() + _ROUND
    there = place.head() if isinstance(place, LogPlace) else 0
    while not until() and board.log.head() == seen and time.monotonic() < ends:
        if not isinstance(place, LogPlace):
            board.log.wait(seen, _PAUSE)
        elif place.wait(there, _PAUSE) > there:
            return


def withdraw(board: Board, kinds_and_names: Sequence[tuple[str, str]]) -> int:
    """Take things back: erased where they were sent, here, and with colleagues at their next sync.

    Returns how many revisions were erased here; what other teams were sent is erased there, too.

    Raises:
        LogUnreachable: a team's log does not answer; what was taken back is not sent again.
    """
    revisions: list[str] = []
    for kind, name in kinds_and_names:
        board.record(ShareWithdrawn.model_validate({"kind": kind, "name": name}), actor=_ACTOR)
        stream = streams.shared(kind, name)
        revisions += [each.id for each in board.read(stream=stream) if not colleague(each.actor)]
    for member in ever(board) if revisions else ():
        with place_of(board, member) as place:
            place.take_back(revisions, "taken back by who shared it")
    left = [each for each in revisions if board.log.get(each).payload is not None]
    if left:
        board.forget(*left, reason="taken back")
    return len(left)


def resume(board: Board, kinds_and_names: Sequence[tuple[str, str]]) -> None:
    """Share again what was taken back."""
    for kind, name in kinds_and_names:
        board.record(ShareResumed.model_validate({"kind": kind, "name": name}), actor=_ACTOR)


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


def _lock_of(board: Board) -> Path:
    return Path(f"{board.path}.team.lock")


def _known(board: Board, member: Membership, name: str) -> Known:
    """What the board remembers of a file in a team's folder."""
    where = f"{member.place}:{name}"
    return Known(board.log.reader_position(f"team:lines:{where}"),
                 board.log.reader_position(f"team:mark:{where}"))  # fmt: skip


def _remember(board: Board, member: Membership, name: str, known: Known) -> None:
    if known == _known(board, member, name):
        return
    where = f"{member.place}:{name}"
    with board.transaction():
        board.remember_reader(f"team:lines:{where}", known.lines)
        board.remember_reader(f"team:mark:{where}", known.mark)
