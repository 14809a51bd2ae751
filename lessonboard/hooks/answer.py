"""What a hook is about to answer: the text for the agent, and the line that its person sees.

A line is shown the first time a session is shown a lesson, and whenever it contains a sentence of
its person's that they have not seen yet. Light to import, because hooks load it.
"""

from __future__ import annotations

import os
import time

from blackboard.delivery.proof import is_said_once
from blackboard.events.streams import announcement
from blackboard.ids import derived
from blackboard.storage.hook_board import PendingEvent
from lessonboard.hooks.deliver import pending_events
from lessonboard.hooks.reply import receipt, reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.delivery.result import Delivery
    from blackboard.storage.hook_board import HookBoard
    from blackboard.storage.sqlite_json import Json
    from lessonboard.hooks.hook_event import HookEvent

ANNOUNCED = "lesson.announced"

SAME_START = 1_000_000
"""Two starts after a compaction within so many microseconds are one, seen by two hooks. A summary
takes a model longer."""


class Answer:
    """A delivery on its way: of two hooks that would say the same, the second one keeps silent.

    `is_overtaken` is whether another hook said some of it meanwhile, but not all.
    """

    def __init__(
        self, board: HookBoard, json: Json, hook_event: HookEvent, delivery: Delivery
    ) -> None:
        self._board = board
        self._json = json
        self._hook_event = hook_event
        self._delivery = delivery
        self._announced: dict[str, PendingEvent] = {}
        self._is_first = self._is_new = False
        self.is_overtaken = False

    def announce(self) -> None:
        """Note which sentences its person is shown for the first time, if they see a line.

        The processes above are looked at only where there is such a sentence. A headless run or a
        subagent shows a person nothing, so that a later session announces it.
        """
        hook_event = self._hook_event
        if not hook_event.shows_line or hook_event.session != hook_event.main_session:
            return
        rows = [each.candidate.row for each in self._delivery.items]
        said = {row["id"]: self._announcement(row["id"]) for row in rows if is_said_once(row)}
        found = {lesson: event for lesson, event in said.items() if not self._board.knows(event.id)}
        if found:
            from lessonboard.hooks.attended import is_attended

            self._announced = found if is_attended(self._json, hook_event, os.environ) else {}

    def events(self) -> list[PendingEvent]:
        """Return the events to append, computed again under the write lock."""
        board, hook_event = self._board, self._hook_event
        before = board.delivered(hook_event.session)
        self._is_first = not board.delivered(hook_event.session, ever=True)
        now = time.time_ns() // 1000
        if hook_event.is_cleared and now - board.cleared_at(hook_event.session) > SAME_START:
            before = set()  # what is left of it is what a hook of this very start showed
        self._is_new = before.isdisjoint(self._delivery.ids)
        if not self._is_new:
            self.is_overtaken = not before.issuperset(self._delivery.ids)
            return []
        self._announced = {lesson: event for lesson, event in self._announced.items()
                           if not board.knows(event.id)}  # fmt: skip
        return [*pending_events(self._json, self._delivery), *self._announced.values()]

    def text(self, *, with_receipt: bool) -> str:
        """Return the reply once its events are on record; empty where another hook was first."""
        if not self._is_new or not self._delivery.text:
            return ""
        hook_event, line = self._hook_event, ""
        if with_receipt and hook_event.shows_line and (self._is_first or self._announced):
            line = receipt(self._delivery.items, hook_event.agent, self._announced)
        return reply(self._json, hook_event, self._delivery.text, line)

    def _announcement(self, lesson: str) -> PendingEvent:
        stream = announcement(lesson)
        payload = self._json.object(lesson=lesson, place="session")
        id = derived(stream, f"{ANNOUNCED}:remember")
        return PendingEvent(ANNOUNCED, stream, payload, self._hook_event.project, id)
