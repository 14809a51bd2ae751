"""With which team a board exchanges, and what its person took back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from blackboard.actors import colleague
from blackboard.board import Board
from blackboard.events.team import TeamJoined, TeamLeft


class Membership(NamedTuple):
    """A team that a board exchanges with.

    `place` is where: the address of a log, or a folder. `projects` are those that are shared, all
    where there are none; `sessions_of` those whose sessions are shared as well.
    """

    place: str
    name: str
    projects: tuple[str, ...]
    sessions_of: tuple[str, ...]

    def shares(self, project: str | None) -> bool:
        """Whether what belongs to a project is shared; what belongs to none only with all."""
        return not self.projects or project in self.projects


def memberships(board: Board) -> list[Membership]:
    """The teams that the board exchanges with now, in the order of joining."""
    found: dict[str, Membership] = {}
    for event in board.read(types=[TeamJoined.type, TeamLeft.type]):
        said = event.payload or {}
        if not said or colleague(event.actor):  # whom one shares with is for oneself to say
            continue
        found.pop(said["place"], None)
        if event.type == TeamJoined.type:
            found[said["place"]] = Membership(
                said["place"], said["name"], tuple(said.get("projects", ())),
                tuple(said.get("sessions_of", ())),
            )  # fmt: skip
    return list(found.values())


def withdrawn(board: Board) -> Iterator[str]:
    """The things that were taken back and are not shared again, as `KIND:NAME`."""
    found: dict[str, bool] = {}
    for event in board.read(types=["share.withdrawn", "share.resumed"]):
        if event.payload and not colleague(event.actor):
            found[f"{event.payload['kind']}:{event.payload['name']}"] = event.type.endswith("drawn")
    return (name for name, is_gone in found.items() if is_gone)
