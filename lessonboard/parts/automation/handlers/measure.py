"""Measuring merged improvements once enough sessions followed, and report it in their issues."""

from __future__ import annotations

from collections.abc import Callable

from blackboard import Board
from lessonboard.parts.automation.forge.forge import Forge, ForgeUnavailable
from lessonboard.parts.automation.improvements.measure import measure
from scheduler.handler import OFF, UNTIL_ON, Hopeless, Later, Outcome, Permit, always
from scheduler.work.item import Item
from scheduler.work.queue import system_clock

_AGAIN = 30 * 60_000_000
"""Microseconds until a forge that could not be reached is asked again."""


class MeasureHandler:
    """Does items of the kind `measure`: `{"project"}`.

    It comments in the user's name, so the worker that hooks start leaves it alone.

    Args:
        forge: the forge of a project.
        enough: the sessions that must have been examined since a merge.
        clock: microseconds since 1970 UTC.
        may_act: whether the automation of a project is on, and meant; until then items wait.
    """

    kind = "measure"

    def __init__(
        self,
        forge: Callable[[Board, str | None], Forge],
        enough: int,
        clock: Callable[[], int] = system_clock,
        may_act: Permit = always,
    ) -> None:
        self._forge = forge
        self._enough = enough
        self._clock = clock
        self._may_act = may_act

    def handle(self, board: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        """Measure what is due in a project; what was reported is not reported again.

        Raises:
            Later: the forge cannot be reached now, or automation is off.
            Hopeless: the item names no project.
        """
        project = item.input.get("project")
        if not isinstance(project, str):
            raise Hopeless(f"{item.id} names no project")
        if not self._may_act(board, project):
            raise Later(OFF, self._clock() + UNTIL_ON)
        try:
            found = measure(board, self._forge(board, project), project, self._enough)
        except ForgeUnavailable as error:
            if error.cause == "refused":
                raise
            raise Later(str(error), self._clock() + _AGAIN) from error
        return {"outcomes": {each.improvement.request: each.outcome for each in found}}
