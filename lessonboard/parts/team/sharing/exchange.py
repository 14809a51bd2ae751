"""One exchange with a team: what is new here goes there, and what is new there comes here."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from blackboard import chain, ids
from blackboard.actors import colleague
from blackboard.board import Board
from blackboard.errors import InvalidEvent, NotFound
from blackboard.event import Event, NewEvent
from blackboard.events.payload import PayloadModel, new
from blackboard.events.team import (
    PERSON,
    AccountShared,
    DecisionShared,
    KeyAdded,
    LessonShared,
    ThingShared,
)
from blackboard.events.upcast import current
from blackboard.views.shared import SHARED_TYPES, content_of, key_of, subject
from lessonboard.parts.team.sharing import forgotten
from lessonboard.parts.team.sharing.authority import Authority
from lessonboard.parts.team.sharing.board_key import key_made
from lessonboard.parts.team.sharing.keyring import is_current
from lessonboard.parts.team.sharing.membership import Membership
from lessonboard.parts.team.sharing.offers import KINDS, Kind, offers, sent_unsigned
from lessonboard.parts.team.sharing.place import SENT_TYPES, Place, Received
from lessonboard.parts.team.sharing.withdrawing import take_back, withdrawals, withdrawn, withheld

EVERY_KIND: tuple[Kind, ...] = tuple(KINDS.values())
_DEEPEST = 60
_MODELS: dict[str, type[PayloadModel]] = {
    each.type: each for each in (LessonShared, DecisionShared, AccountShared, ThingShared, KeyAdded)
}
_LESSONS = {"kind": "lesson"}


class Exchanged(NamedTuple):
    """How many events were sent and received, how many were forgotten since, and refused."""

    sent: int = 0
    received: int = 0
    forgotten: int = 0
    refused: tuple[str, ...] = ()


def pending(board: Board, member: Membership, kinds: Sequence[Kind] = EVERY_KIND) -> list[NewEvent]:
    """The events that would share what is new or has changed."""
    known = {row["id"]: row for row in board.view("shared", where={"author": ""})}
    held_back = set(withdrawn(board))
    again = sent_unsigned(board)
    found = withdrawals(board)
    for offer in offers(board, member, kinds):
        event = offer.event(0)
        if subject(event.type, event.payload) in held_back:
            continue
        row = known.get(key_of(event.type, event.payload, ""))
        if row is None:
            found.append(event)
        elif row["event"] in again or row["content"] != content_of(event.type, event.payload):
            found.append(offer.event(row["revision"] + 1))
    return found


def exchange(
    board: Board, place: Place, member: Membership, kinds: Sequence[Kind] = EVERY_KIND
) -> Exchanged:
    """Share and send what is new, erase there what was forgotten, and import what others shared.

    Interrupted anywhere, it goes on the next time; done twice, it changes nothing.

    Raises:
        LogUnreachable: the place does not answer; what is to be sent waits on the board.
        AlteredLog: what a colleague shared was changed after the fact.
    """
    board.catch_up()
    if pending(board, member, kinds):
        with board.transaction():  # two of one's own processes must not make one revision twice
            board.append(pending(board, member, kinds))
    sent = _send(board, place, member)
    _take_back(board, place)
    return _receive(board, place, member)._replace(sent=sent)


def unsent(board: Board, place: str) -> int:
    """How many revisions were made that a place was not sent yet."""
    after = board.log.reader_position(f"team:sent:{place}")
    own = (event for event in board.read(after, types=SHARED_TYPES) if not colleague(event.actor))
    return sum(event.payload is not None for event in own)


def _send(board: Board, place: Place, member: Membership) -> int:
    """Send what the place lacks: from where one left off, or all where that may have been lost."""
    name = f"team:sent:{place.name}"
    before, head = board.log.reader_position(name), board.log.head()
    is_after = place.keeps_all and _joined_at(board, member) <= before
    shared = board.read(before if is_after else 0, types=SENT_TYPES)
    made, kept_back = key_made(board), withheld(board, place)
    sent = place.send(
        event for event in shared
        if _is_to_be_sent(event, member, made) and not _is_kept_back(event, kept_back)
    )  # fmt: skip
    if head > before:
        board.remember_reader(name, head)
    return sent


def _joined_at(board: Board, member: Membership) -> int:
    """The position at which one joined, last with other projects; 0 where no event says so."""
    joined = _known(board, member.joined) if member.joined else None
    return joined.position if joined else 0


def _is_to_be_sent(event: Event, member: Membership, made: Event | None) -> bool:
    """Whether an event is one's own and of a project that is shared with that team.

    A key is signed for the name that one has there.
    """
    said = event.payload
    if said is None or colleague(event.actor):
        return False
    if event.type == KeyAdded.type:
        return said["name"] == member.name and is_current(event, made)
    if said.get("kind") == "session":
        return event.project in member.sessions_of
    return said.get("says") == "withdrawn" or member.shares(event.project)


def _is_kept_back(event: Event, lessons: Collection[str]) -> bool:
    return event.type == LessonShared.type and (event.payload or {})["lesson"] in lessons


def _take_back(board: Board, place: Place) -> None:
    """Erase there what was erased here since the last time, also what was on its way then."""
    name = f"team:forgotten:{place.name}"
    before = board.log.reader_position(name)
    after = take_back(board, place, before)
    if after > before:
        board.remember_reader(name, after)


def _receive(board: Board, place: Place, member: Membership) -> Exchanged:
    """Take in what others shared; where keys became known since the last time, all of it again.

    What was refused then, because its key was not known, may be imported now.
    """
    authority = Authority(board, member)
    news = f"team:keys:{place.name}"
    name = f"team:received:{place.name}"
    is_again = board.log.reader_position(news) != authority.position
    reached = 0 if is_again else board.log.reader_position(name)
    found = list(authority.noting(place.received(reached)))
    if authority.has_learnt and reached:
        found = list(authority.noting(place.received(0)))
    authority.settle()
    done = _take_in_from(found, board, member, authority)
    board.remember_reader(name, max(reached, authority.reached))
    board.remember_reader(news, authority.position)
    return done._replace(refused=(*done.refused, *authority.problems(), *place.problems))


def _take_in_from(
    found: Sequence[Received], board: Board, member: Membership, authority: Authority
) -> Exchanged:
    fresh: list[NewEvent] = []
    gone: list[Event] = []
    refused: list[str] = []
    for each in found:
        try:
            event_id = _id_here(board, each, member)
            known = _known(board, event_id) if event_id else None
            is_erasure = each.event.payload is None
            if not event_id or is_erasure == (known is None or known.payload is None):
                continue
            if is_erasure and known is not None and authority.may_erase(each, known):
                gone.append(known)
            elif not is_erasure and known is None and authority.takes(each):
                fresh.append(_copy(each, event_id, board.log.now()))
        except (InvalidEvent, ValidationError) as error:
            refused.append(f"{each.author}: {str(error).splitlines()[0]}")
    received = _take_in(board, fresh, member)
    forgotten.erase(board, gone)
    return Exchanged(0, received, len(gone), tuple(refused))


def _id_here(board: Board, each: Received, member: Membership) -> str:
    """By which id an event is kept here; empty for one's own.

    It is made of its author's name and the author's own id, so that no one can take another's.
    """
    if not re.fullmatch(PERSON, each.author):
        raise InvalidEvent(f"{each.author[:80]!r} is not the name of a person")
    own = _known(board, each.event.id) if each.author == member.name else None
    if own is not None and not colleague(own.actor):
        return ""
    return ids.derived(f"shared by {each.author}", each.event.id)


def _take_in(board: Board, fresh: Sequence[NewEvent], member: Membership) -> int:
    """Append lessons first, then what is said of lessons that are known; returns how many.

    What is said of a lesson that has not come yet is left for the time when it has.
    """
    received = len(board.append([each for each in fresh if each.type == LessonShared.type]))
    rows = board.view("shared", where=_LESSONS)
    known = {(row["author"] or member.name, row["name"]) for row in rows}
    others = [
        each for each in fresh
        if each.type != LessonShared.type
        and (each.type != DecisionShared.type
             or (each.payload["author"], each.payload["lesson"]) in known)
    ]  # fmt: skip
    return received + len(board.append(others))


def _copy(each: Received, event_id: str, now: int) -> NewEvent:
    """A colleague's event as it is kept here: read by its model, with their name and key.

    Raises:
        InvalidEvent: it shares nothing.
        ValidationError: it is not what its type says.
    """
    event = each.event
    model, said = _MODELS.get(event.type), current(event)
    if model is None or said is None:
        raise InvalidEvent(f"{event.type[:80]!r} shares nothing that is known here")
    payload = model.model_validate(said | {"signed_by": each.signed_by or None, "signature": None})
    happened = min(max(0, event.occurred_at), now)
    copy = new(payload, project=event.project, actor=f"{each.author}/human", occurred_at=happened,
               id=event_id)  # fmt: skip
    chain.encode(copy.type, copy.payload)
    chain.link(chain.GENESIS, (0, copy.id, copy.stream, 0, copy.type, copy.schema, copy.project,
                               copy.actor, happened, now, None, None), b"")  # fmt: skip
    if _depth(copy.payload) > _DEEPEST:
        raise InvalidEvent(f"a payload is no deeper than {_DEEPEST} levels")
    return copy


def _depth(value: object) -> int:
    """How many levels a value from JSON has, counted without calling itself."""
    levels, here = 0, [value]
    while here and levels <= _DEEPEST:
        levels += 1
        here = [
            inner
            for each in here if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]  # fmt: skip
    return levels


def _known(board: Board, event_id: str) -> Event | None:
    try:
        return board.log.get(event_id)
    except NotFound:
        return None
