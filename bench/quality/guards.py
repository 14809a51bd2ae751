"""Guards on a labelled repository: which failures that came back they would have prevented."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bench.quality.past_guards import Refused, refusals
from bench.quality.whole_figures import Backtest
from blackboard import Board
from reflect.accounts.intervals import Share
from reflect.guards.uses import uses_of_lessons


@dataclass(frozen=True)
class Guarded:
    """What guards would have refused in a replay, and which failures that came back were theirs."""

    refused: tuple[Refused, ...] = ()
    prevented: int = 0
    came_back: int = 0
    forms: int = 0

    def __add__(self, other: Guarded) -> Guarded:
        """Both together."""
        return Guarded(
            self.refused + other.refused,
            self.prevented + other.prevented,
            self.came_back + other.came_back,
            self.forms + other.forms,
        )

    @property
    def prevents(self) -> Share:
        """The failures that came back and would have been refused."""
        return Share(self.prevented, self.came_back)

    @property
    def wrong(self) -> Share:
        """The refused calls that would have worked."""
        return Share(sum(each.ending == "worked" for each in self.refused), len(self.refused))

    @property
    def unclear(self) -> int:
        """The refused calls of which nobody knows how they ended."""
        return sum(each.ending == "unclear" for each in self.refused)


def guarded(board: Board, found: Backtest) -> Guarded:
    """Guards of what a replay learnt, switched on as soon as they qualified."""
    learnt = {each.lesson["id"]: each for each in found.lessons}
    forms = uses_of_lessons(board, [each.lesson for each in learnt.values()])
    sessions = {row["id"]: row for row in board.view("sessions")}
    refused = [
        each
        for name, some in sorted(forms.items())
        for each in refusals(learnt[name].lesson, learnt[name].at, some, sessions)
        if each.use.session in found.session_ids
    ]
    calls = {each.use.event.id for each in refused if each.ending == "failed"}
    prevented = {repeat.event.id for repeat in found.repeats} & calls
    came_back = {repeat.event.id for repeat in found.repeats}
    return Guarded(tuple(refused), len(prevented), len(came_back), sum(map(bool, forms.values())))


def listed(found: Guarded) -> Iterator[str]:
    """The refusals one by one."""
    for each in found.refused:
        yield f"guard {each.ending} {each.use.session[:8]} {each.lesson}: {each.use.what[:120]}"
