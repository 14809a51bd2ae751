"""Withdraw what was shared: here immediately, at a team's place as soon as it answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from blackboard.actors import colleague
from blackboard.board import Board
from blackboard.event import Event
from blackboard.events import streams
from blackboard.events.team import ShareResumed, ShareWithdrawn
from lessonboard.parts.team.sharing.place import Place

_ACTOR = "human"


def withdraw(board: Board, things: Sequence[tuple[str, str]]) -> int:
    """Stop sharing things, and erase here what was shared of them.

    Args:
        board: one's own.
        things: each a kind and a name.

    Returns how many revisions were erased.
    """
    shared: list[Event] = []
    for kind, name in things:
        board.record(ShareWithdrawn.model_validate({"kind": kind, "name": name}), actor=_ACTOR)
        shared += _revisions(board, kind, name)
    left = [each.id for each in shared if each.payload is not None]
    if left:
        board.forget(*left, reason="withdrawn")
    return len(left)


def take_back(board: Board, place: Place, after: int = 0) -> int:
    """Erase at a place what was withdrawn since a position; returns up to where that is done.

    What was shared again later stays.

    Raises:
        LogUnreachable: the place does not answer.
    """
    gone = []
    for each in board.read(after, types=[ShareWithdrawn.type]):
        said = each.payload
        if said and not colleague(each.actor):
            revisions = _revisions(board, said["kind"], said["name"])
            gone += [one.id for one in revisions if one.position < each.position]
        after = each.position
    if gone:
        place.take_back(gone, "withdrawn by its author")
    return after


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
