"""Withdraw what was shared, or forget it: here immediately, at a team's place when it answers.

A withdrawn lesson is one whose newest revision says so: it is shown no longer, its text is kept.
What has no such word, and what is to be forgotten, is erased: whatever of one's own shares lost
its text on this board loses it at all places at the next exchange.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from blackboard.actors import colleague
from blackboard.board import Board
from blackboard.event import Event, NewEvent
from blackboard.events import streams
from blackboard.events.board import PayloadForgotten
from blackboard.events.team import LessonShared, ShareResumed, ShareWithdrawn
from blackboard.views.shared import SHARED_TYPES
from lessonboard.parts.team.sharing.offers import Offer
from lessonboard.parts.team.sharing.place import Place

_ACTOR = "human"
_LESSON, _WITHDRAWN = "lesson", "withdrawn"


def withdraw(board: Board, things: Sequence[tuple[str, str]], *, erase: bool = False) -> int:
    """Stop sharing things: lessons are marked as withdrawn, others erased.

    Args:
        board: one's own.
        things: each a kind and a name.
        erase: lessons too.

    Returns how many revisions were erased.
    """
    shared: list[Event] = []
    for kind, name in things:
        board.record(ShareWithdrawn.model_validate({"kind": kind, "name": name}), actor=_ACTOR)
        if erase or kind != _LESSON:
            shared += _revisions(board, kind, name)
    left = [each.id for each in shared if each.payload is not None]
    if left:
        board.forget(*left, reason=_WITHDRAWN)
    board.catch_up()
    with board.transaction():
        board.append(withdrawals(board))
    return len(left)


def withdrawals(board: Board) -> list[NewEvent]:
    """The revisions to make, by which lessons say that they are withdrawn."""
    gone = set(withdrawn(board))
    rows = board.view("shared", where={"author": "", "kind": _LESSON}, order="id")
    return [
        _withdrawal(row["content"], row["project"]).event(row["revision"] + 1)
        for row in rows
        if (_LESSON, row["name"]) in gone and row["content"].get("says") != _WITHDRAWN
    ]


def _withdrawal(content: dict[str, object], project: str | None) -> Offer:
    said = content | {"says": _WITHDRAWN, "revision": 0}
    return Offer(LessonShared.model_validate(said), project)


def take_back(board: Board, place: Place, after: int = 0) -> int:
    """Erase at a place what was erased here of one's own shares; returns up to where that is done.

    Args:
        board: one's own.
        place: where it was sent.
        after: up to which position of the board that was done before.

    Raises:
        LogUnreachable: the place does not answer.
    """
    erased = board.read(after, types=[PayloadForgotten.type])
    last = max((each.position for each in erased), default=after)
    if last == after:
        return after
    own = (each for each in board.read(types=SHARED_TYPES) if not colleague(each.actor))
    if gone := [each.id for each in own if each.payload is None]:
        place.take_back(gone, "forgotten by its author")
    return last


def announce(board: Board, place: Place) -> int:
    """Send a place that lessons are withdrawn, where it has them; returns how many were new.

    Raises:
        LogUnreachable: the place does not answer.
    """
    kept_back = withheld(board, place)
    return place.send(
        each for each in board.read(types=[LessonShared.type])
        if each.payload and not colleague(each.actor) and each.payload.get("says") == _WITHDRAWN
        and each.payload["lesson"] not in kept_back
    )  # fmt: skip


def withheld(board: Board, place: Place) -> set[str]:
    """The names of withdrawn lessons that a place never had: no revision of them is sent there."""
    gone = [name for kind, name in withdrawn(board) if kind == _LESSON]
    revisions = {name: {each.id for each in _revisions(board, _LESSON, name)} for name in gone}
    there = place.has(set().union(*revisions.values())) if gone else set()
    return {name for name in gone if revisions[name].isdisjoint(there)}


def resume(board: Board, things: Sequence[tuple[str, str]]) -> None:
    """Share again what was withdrawn."""
    for kind, name in things:
        board.record(ShareResumed.model_validate({"kind": kind, "name": name}), actor=_ACTOR)


def withdrawn(board: Board) -> Iterator[tuple[str, str]]:
    """The things that are withdrawn now, each a kind and a name."""
    found: dict[tuple[str, str], bool] = {}
    for event in board.read(types=[ShareWithdrawn.type, ShareResumed.type]):
        if event.payload and not colleague(event.actor):
            thing = (event.payload["kind"], event.payload["name"])
            found[thing] = event.type == ShareWithdrawn.type
    return (thing for thing, is_gone in found.items() if is_gone)


def _revisions(board: Board, kind: str, name: str) -> list[Event]:
    """What one shared of a thing oneself, also what was erased since."""
    own = board.read(stream=streams.shared(kind, name))
    return [each for each in own if not colleague(each.actor)]
