"""Looking what became of a pull request: merged, closed, or open and looked at again later."""

from __future__ import annotations

from collections.abc import Callable

from blackboard import Board
from blackboard.events.review import PrClosed
from lessonboard.parts.automation.forge.forge import Cause, Forge, ForgeUnavailable
from scheduler.handler import Hopeless, Later, Outcome
from scheduler.work.item import Item
from scheduler.work.queue import system_clock

ACTOR = "forge"
_MINUTE = 60_000_000
SHORTEST, LONGEST = 5 * _MINUTE, 12 * 60 * _MINUTE
"""Between two looks. They grow by a quarter of the pull request's age: 27 looks in two days."""

MAY_REOPEN = 30 * 24 * 60 * _MINUTE
"""After it was opened; what is closed by then may have been opened again and merged."""

_PASSING: frozenset[Cause] = frozenset(("offline", "rate-limited", "logged-out", "missing"))
"""Why a forge may be asked again: no network, too many requests, no login or no `gh` just now."""


class MergeHandler:
    """Does items of the kind `merge`: `{"project", "number", "since"}`.

    A merge is put on the board with the reviews and the rework that led to it; reflection and
    measurement follow from that event. It asks the forge in the user's name, so the worker that
    hooks start leaves it alone.

    Args:
        forge: the forge of a project.
        clock: microseconds since 1970 UTC.
    """

    kind = "merge"

    def __init__(
        self,
        forge: Callable[[Board, str | None], Forge],
        clock: Callable[[], int] = system_clock,
    ) -> None:
        self._forge = forge
        self._clock = clock

    def handle(self, board: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        """Ask for the state of a pull request once, and record it where it is final.

        Raises:
            Later: it is open, or the forge cannot be asked now.
            Hopeless: the item names no pull request.
            ForgeUnavailable: the forge refused; after several attempts a person must look.
        """
        project, number, since = _named(item)
        later = next_look(since, self._clock())
        try:
            forge = self._forge(board, project)
            state = forge.state_of(number)
            if state == "merged":
                board.append(forge.history_of(number))
        except ForgeUnavailable as error:
            if error.cause in _PASSING:
                raise Later(str(error), later) from error
            raise
        if state == "closed":
            board.record(PrClosed(number=number), actor=ACTOR, project=project, key=item.id)
        if state == "open" or (state == "closed" and self._clock() < since + MAY_REOPEN):
            raise Later(f"pull request #{number} is {state}", later)
        return {"number": number, "state": state}


def next_look(since: int, now: int) -> int:
    """When to look again at a pull request that is open since a time; all in microseconds UTC.

    >>> next_look(0, 0) // 60_000_000, next_look(0, 60 * 60_000_000) // 60_000_000
    (5, 75)
    """
    return now + min(LONGEST, max(SHORTEST, (now - since) // 4))


def _named(item: Item) -> tuple[str, int, int]:
    match item.input:
        case {"project": str(project), "number": int(number), "since": int(since)}:
            return project, number, since
    raise Hopeless(f"{item.id} names no pull request with its project and its time")
