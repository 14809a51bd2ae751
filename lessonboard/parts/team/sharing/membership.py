"""With which teams a board exchanges, and what its person is called there."""

from __future__ import annotations

from typing import NamedTuple

from blackboard.actors import colleague
from blackboard.board import Board
from blackboard.events.team import TeamDeparted, TeamJoined


class Membership(NamedTuple):
    """A team that a board exchanges with.

    `place` is where: the address of a log, or a folder. `projects` are those that are shared, all
    where there are none; `sessions_of` those whose sessions are shared as well. `joined` is the
    event of joining, which no other board has.
    """

    place: str
    name: str
    projects: tuple[str, ...]
    sessions_of: tuple[str, ...]
    joined: str = ""

    def shares(self, project: str | None) -> bool:
        """Whether what belongs to a project is shared; what belongs to none only with all."""
        return not self.projects or project in self.projects


def memberships(board: Board) -> list[Membership]:
    """The teams that the board exchanges with now, in the order of joining."""
    return [member for member, has_left in _all(board) if not has_left]


def ever(board: Board) -> list[Membership]:
    """The teams that the board has ever exchanged with, also those that it left."""
    return [member for member, _ in _all(board)]


def own_names(board: Board) -> set[str]:
    """What the board's person is or was called in teams."""
    return {member.name for member in ever(board)}


def _all(board: Board) -> list[tuple[Membership, bool]]:
    found: dict[str, tuple[Membership, bool]] = {}
    for event in board.read(types=[TeamJoined.type, TeamDeparted.type]):
        said = event.payload or {}
        if not said or colleague(event.actor):  # whom one shares with is for oneself to say
            continue
        if event.type == TeamJoined.type:
            member = Membership(
                said["place"], said["name"], tuple(said.get("projects", ())),
                tuple(said.get("sessions_of", ())), event.id,
            )  # fmt: skip
            found.pop(said["place"], None)
            found[said["place"]] = (member, False)
        elif said["place"] in found:
            found[said["place"]] = (found[said["place"]][0], True)
    return list(found.values())
