"""Reflecting on a session or a merged pull request, and then the policy."""

from __future__ import annotations

from collections.abc import Callable

from blackboard import Board
from blackboard.errors import NotFound
from reflect.curator.curate import curate
from reflect.merge.history import history
from reflect.miner.mine import mine
from reflect.reflecting import Looked, Means, reflect_on_merge, reflect_on_sessions
from scheduler.automation.automation import Automation
from scheduler.automation.settings import AutomationSettings
from scheduler.handler import Hopeless, Outcome
from scheduler.work.item import Item


class ReflectHandler:
    """Does items of the kind `reflect`: `{"session"}` or `{"project", "number"}`.

    Args:
        means: gives the settings, critic and model for a board.
        automation: when what was found leads to an improvement.
    """

    kind = "reflect"

    def __init__(self, means: Callable[[Board], Means], automation: AutomationSettings) -> None:
        self._means = means
        self._automation = automation

    def handle(self, board: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        """Look back, keep what is learnt, let the policy decide, and consider an improvement."""
        means = self._means(board)
        if "number" in item.input:
            past = history(board, item.input["project"], item.input["number"])
            looked = [reflect_on_merge(board, past, means)]
        elif "session" in item.input:
            mine(board, settings=means.critic.settings)
            looked = list(reflect_on_sessions(board, [_session(board, item)], means))
        else:
            raise Hopeless(f"{item.id} names neither a session nor a pull request")
        decided = curate(board, means.curator)
        for each in looked:
            if each.result is not None:
                Automation(board, item.project, self._automation).consider(each.result)
        return {"looked_at": [_told(each) for each in looked], "decided": dict(decided)}


def _session(board: Board, item: Item) -> dict[str, object]:
    try:
        return board.row("sessions", item.input["session"])
    except NotFound as error:
        raise Hopeless(f"{item.id}: {error}") from error


def _told(looked: Looked) -> dict[str, object]:
    return {"subject": looked.subject, "kept": looked.kept, "failure": looked.failure}
