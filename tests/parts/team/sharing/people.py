"""People with boards of their own, who exchange through a folder or a log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from blackboard.board import Board
from blackboard.errors import NotFound
from blackboard.events.lesson import LessonApproved, LessonRejected, LessonRestored, LessonRevised
from blackboard.log import Log
from lessonboard.parts.team.sharing import trusting
from lessonboard.parts.team.sharing.board_key import own_signer
from lessonboard.parts.team.sharing.exchange import Exchanged, exchange
from lessonboard.parts.team.sharing.folder import FolderPlace, Known
from lessonboard.parts.team.sharing.log_place import LogPlace
from lessonboard.parts.team.sharing.membership import Membership
from lessonboard.parts.team.sharing.place import Place
from tests.blackboard.lessons import lesson
from tests.conftest import FixedClock

PROJECT = "github.com/acme/kite"


class Person:
    """Somebody with a board, a clock of his own, and a place where his team exchanges."""

    def __init__(self, name: str, folder: Path, late: int = 0, board: str = "") -> None:
        self.name = name
        self._folder = folder
        self._board = board or name
        self.clock = FixedClock()
        self.clock.advance(late)
        self.board = Board.open(folder / f"{name}.db", clock=self.clock)
        (folder / "team").mkdir(exist_ok=True)
        self.seen: dict[str, Known] = {}
        self.renew()
        self.member = Membership(self.place.name, name, (PROJECT,), ())

    def renew(self) -> None:
        """Open the team's folder with the key that the board has now."""
        folder = self._folder
        self.place: Place = FolderPlace(
            folder / "team", own_signer(self.board, self.name), self._board,
            folder / f"{self.name}.lock", known=lambda file: self.seen.get(file, Known()),
            remember=lambda file, known: self.seen.update({file: known}),
        )  # fmt: skip

    def meet_at(self, log: Log) -> Person:
        """Exchange over a log elsewhere instead of the folder."""
        copy = Board.follow(log, self._folder / f"{self.name}-copy.db")
        self.place = LogPlace("team", copy, own_signer(self.board, self.name))
        self.member = self.member._replace(place="team")
        return self

    def learn(self, name: str, rule: str, **fields: Any) -> None:
        """Have a lesson of one's own."""
        self.clock.advance(1_000_000)
        self.board.append([lesson(name, rule, project=PROJECT, **fields)])

    def approve(self, name: str) -> None:
        """Approve a lesson, one's own or a colleague's."""
        self._decide(LessonApproved(lesson=name, by="human", reason="right"))

    def reject(self, name: str) -> None:
        """Reject it."""
        self._decide(LessonRejected(lesson=name, reason="wrong"))

    def revise(self, name: str, rule: str) -> None:
        """Put one's own lesson into other words."""
        self._decide(LessonRevised(lesson=name, constraint=rule))

    def undo(self, name: str) -> None:
        """Take one's last decision back."""
        decisions = self.row(name)["decisions"]
        if decisions:
            self._decide(LessonRestored(lesson=name, undone=decisions[-1]["event"]))

    def _decide(self, payload: Any) -> None:
        self.clock.advance(1_000_000)
        self.board.record(payload, actor="human", project=PROJECT)

    def trust(self, name: str) -> None:
        """Have a colleague's approved lessons told where they fit."""
        trusting.trust(self.board, name)

    def distrust(self, name: str) -> None:
        """Have them told no more."""
        trusting.distrust(self.board, name)

    def sync(self) -> Exchanged:
        """Exchange once."""
        self.clock.advance(1_000_000)
        return exchange(self.board, self.place, self.member)

    def row(self, name: str) -> Mapping[str, Any]:
        """A lesson's row."""
        row: Mapping[str, Any] = self.board.row("lessons", name)
        return row

    def knows(self, name: str) -> bool:
        """Whether a lesson is on the board."""
        try:
            self.row(name)
        except NotFound:
            return False
        return True

    def close(self) -> None:
        """Close the board."""
        self.board.close()


@contextmanager
def exchanging(folder: Path, *names: str) -> Iterator[tuple[Person, ...]]:
    """People who exchange through a folder; their boards are closed at the end."""
    found = tuple(Person(name, folder) for name in names)
    try:
        yield found
    finally:
        for each in found:
            each.close()
