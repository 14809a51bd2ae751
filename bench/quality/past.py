"""What a board would have known and shown earlier: a temporary board that learns anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from blackboard import Board
from blackboard.delivery.situation import Situation
from blackboard.delivery.text import tokens
from blackboard.event import Event, NewEvent
from blackboard.events.lesson import LessonApproved
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow
from reflect.backtest.past import ACTOR
from reflect.critic.settings import CriticSettings
from reflect.curator.policy import approvals
from reflect.curator.settings import CuratorSettings
from reflect.miner.mine import mine


@dataclass(frozen=True)
class Learning:
    """How a session is learnt from: what needs no person, and how the critic judges.

    With `approve_all` everything counts as approved by a person.
    """

    policy: CuratorSettings
    critic: CriticSettings | None
    approve_all: bool


class Past:
    """What a board would have known and shown, had it been given only some of its sessions.

    Args:
        board: a new board that nothing else uses.
        learning: how it learns.
    """

    def __init__(self, board: Board, learning: Learning) -> None:
        self._board = board
        self._learning = learning
        self.lessons: dict[str, LessonRow] = {}

    def learn(self, events: Sequence[Event], project: str | None) -> None:
        """Take in a session that ended, learn from it, and decide what needs no person."""
        self._board.append([_again(each, project) for each in events if each.payload is not None])
        mine(self._board, settings=self._learning.critic)
        self._approve()
        rows = self._board.view("lessons", where={"status": ACTIVE_STATUSES})
        self.lessons = {row["id"]: row for row in rows}

    def tell(self, situation: Situation, limit: int, budget: int) -> tuple[list[LessonRow], int]:
        """The lessons that would be shown, which count as shown from now on, and their tokens.

        What is held back from the session, to measure what it is worth, is among them.
        """
        if not self.lessons:
            return [], 0
        delivery = self._board.context(situation, limit=limit, budget=budget)
        if not (delivery.items or delivery.held):
            return [], 0
        self._board.append(
            [NewEvent(each.type, each.stream, each.payload, project=each.project, id=each.id)
             for each in delivery.events]
        )  # fmt: skip
        names = [choice.candidate.id for choice in (*delivery.items, *delivery.held)]
        return [self.lessons[each] for each in names if each in self.lessons], tokens(delivery.text)

    def _approve(self) -> None:
        """The policy's approvals, without its other decisions.

        Those judge how lessons fared, and these were never shown.
        """
        waiting = self._board.view("lessons", where={"status": "candidate"})
        if self._learning.approve_all:
            reason = "as if a person had approved it"
            payloads = [LessonApproved(lesson=row["id"], by="human", reason=reason)
                        for row in waiting]  # fmt: skip
            self._board.record(*payloads, actor=ACTOR)
        elif self._learning.policy.approval == "policy":
            decisions = approvals(waiting, self._learning.policy)
            self._board.record(*(each.payload for each in decisions), actor=ACTOR)


def _again(event: Event, project: str | None) -> NewEvent:
    """An event of the real board, under the name that its project has by now."""
    assert event.payload is not None
    return NewEvent(
        event.type,
        event.stream,
        event.payload,
        event.schema,
        project,
        event.actor,
        event.occurred_at,
        event.id,
        event.causation,
        event.correlation,
    )
