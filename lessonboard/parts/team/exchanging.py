"""Exchanging with the teams of a board: once, with all of them, or at every news."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from blackboard.board import Board
from blackboard.errors import BoardError, LogUnreachable
from blackboard.event import NewEvent
from lessonboard.elsewhere import open_copy
from lessonboard.parts.team import ended
from lessonboard.parts.team.accounts import offers as accounts
from lessonboard.parts.team.joining import was_shown
from lessonboard.parts.team.opposites import IN_BACKGROUND, compare
from lessonboard.parts.team.repositories import sync_repositories
from lessonboard.parts.team.sharing import withdrawing
from lessonboard.parts.team.sharing.board_key import own_signer
from lessonboard.parts.team.sharing.exchange import Exchanged, exchange, pending
from lessonboard.parts.team.sharing.folder import FolderPlace, Known
from lessonboard.parts.team.sharing.log_place import LogPlace
from lessonboard.parts.team.sharing.membership import Membership, ever, memberships
from lessonboard.parts.team.sharing.offers import KINDS, Kind
from lessonboard.parts.team.sharing.place import Place
from lessonboard.places import is_address

log = logging.getLogger(__name__)

SHARED_KINDS: tuple[Kind, ...] = (*KINDS.values(), accounts)
"""What is shared; a new kind is a function and a place here."""

_PAUSE = 0.3
"""Seconds after which a follower looks whether the own board has news for the team."""

_ROUND = 10.0
"""Seconds between two reads of a folder, which sends no notifications."""


class NotTakenBackYet(BoardError):
    """What was withdrawn or forgotten here is not yet so at all places that it was sent to."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__(
            f"it is done here, but not yet at {'; '.join(faults)}. The next `lessonboard team "
            "sync` does it there; of a team that you left, run the same command once more"
        )


def waiting(board: Board, member: Membership) -> list[NewEvent]:
    """What the next exchange would share."""
    return pending(board, member, SHARED_KINDS)


@contextmanager
def place_of(board: Board, member: Membership) -> Iterator[Place]:
    """Where a team exchanges, open.

    Raises:
        LogUnreachable: it is a log that does not answer, and there is no copy of it yet.
        KeyLost: the key of the board is missing.
    """
    place: Place
    signer = own_signer(board, member.name)
    if is_address(member.place):
        place = LogPlace(member.place, open_copy(member.place, (), 10.0), signer)
    else:
        place = FolderPlace(
            Path(member.place), signer, member.joined, _lock_of(board),
            known=lambda name: _known(board, member, name),
            remember=lambda name, known: _remember(board, member, name, known),
        )  # fmt: skip
    try:
        yield place
    finally:
        place.close()


def sync(board: Board, member: Membership) -> Exchanged:
    """Exchange once, and compare what came with what is known; see `exchange`."""
    done = _exchange(board, member)
    compare(board)
    return done


def _exchange(board: Board, member: Membership) -> Exchanged:
    with place_of(board, member) as place:
        return exchange(board, place, member, SHARED_KINDS)


def sync_all(board: Board) -> list[str] | None:
    """Import trusted repositories, and exchange with all teams exchanged with before.

    No fault of one stops others. Returns what went wrong, a line each; None where there is neither.
    """
    known = [each for each in memberships(board) if was_shown(board, each)]
    synced = sync_repositories(board)
    for done in synced:
        if done.ended:
            log.warning("%s is no longer trusted: %s", done.source, done.ended)
            ended.note(board, done.source)
    faults = [*(done.fault for done in synced if done.fault), *ended.faults(board)]
    for member in known:
        try:
            refused = _exchange(board, member).refused
        except LogUnreachable as error:
            log.info("nothing was exchanged with a team: %s", error)  # it is offline, as may be
        except BoardError as error:
            log.warning("nothing was exchanged with the team at %s: %s", member.place, error)
            faults.append(f"nothing was exchanged with the team at {member.place}: {error}")
        else:
            for each in refused:
                log.warning("skipped what cannot be imported, of %s", each)
                faults.append(f"skipped what cannot be imported, of {each}")
    compare(board, IN_BACKGROUND)
    return faults if known or synced or faults else None


def keep_in_step(
    board: Board, member: Membership, until: Callable[[], bool], tell: Callable[[Exchanged], None]
) -> None:
    """Exchange whenever there is news, here or there, until it is to stop."""
    with place_of(board, member) as place:
        while not until():
            seen = board.log.head()  # before, so that what comes meanwhile is not missed
            with suppress(LogUnreachable):
                tell(exchange(board, place, member, SHARED_KINDS))
                compare(board, IN_BACKGROUND)
            _wait(board, place, seen, until)


def _wait(board: Board, place: Place, seen: int, until: Callable[[], bool]) -> None:
    """Return as soon as the own board or the place has news; a folder is looked into again."""
    ends = time.monotonic() + _ROUND
    while not until() and board.log.head() == seen and time.monotonic() < ends:
        if place.wait(_PAUSE):
            return


def withdraw(board: Board, things: Sequence[tuple[str, str]], *, erase: bool = False) -> int:
    """Withdraw things, each a kind and a name: here, and at all places ever exchanged with.

    With `erase` they are forgotten: erased here and there, and from colleagues' boards at their
    next sync. Returns how many revisions were erased here.

    Raises:
        NotTakenBackYet: some places do not answer, or are gone.
    """
    erased = withdrawing.withdraw(board, things, erase=erase)
    faults = []
    for member in ever(board):
        try:
            with place_of(board, member) as place:
                withdrawing.take_back(board, place)
                withdrawing.announce(board, place)
        except BoardError as error:
            faults.append(f"{member.place}: {error}")
    if faults:
        raise NotTakenBackYet(faults)
    return erased


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
