"""Asking a model about a session, as far as its person allowed it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Protocol

from blackboard import Board
from blackboard.errors import NotFound
from blackboard.events import streams
from blackboard.events.board import ModelCalled
from blackboard.views.rows import SessionRow
from reflect.curator.settings import CuratorSettings
from reflect.model.consent import Consent, consent, why_not
from reflect.model.model import Model
from reflect.model.thread import (
    BudgetExhausted,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
)
from reflect.proposals.joining import join
from reflect.proposals.understand import to_ask, understand
from scheduler.dispatch import UNDERSTAND
from scheduler.handler import Hopeless, Later, Outcome
from scheduler.work.item import Item
from scheduler.work.queue import Queue, system_clock

KIND = UNDERSTAND
_MINUTE = 60_000_000
_DAY = 24 * 60 * _MINUTE
_FIRST_PAUSE, _LONGEST_PAUSE = 5 * _MINUTE, 6 * 60 * _MINUTE
_LAST_CALLS = 20
_QUIET = 30 * _MINUTE
"""A session in which nothing happened for so long is over, also where nothing says that it is."""


class Allowed(Protocol):
    """What a consent comes to on this machine: the model, or why it may not be asked now."""

    def __call__(self, board: Board, given: Consent) -> Model | str:
        """The model with the rest of its budget, or a reason in words."""
        ...


@dataclass(frozen=True)
class UnderstandHandler:
    """Does items of the kind `understand`: `{"session"}`.

    What keeps the model from being asked (nobody is signed in, no quota, no network) puts the item
    off, at first for five minutes and at most for six hours; without a budget until the next day.
    An answer that cannot be used, even after a correction, fails the attempt.
    """

    allowed: Allowed
    policy: CuratorSettings
    clock: Callable[[], int] = system_clock
    kind: str = KIND
    in_background: bool = True

    def handle(self, board: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        """Ask about what is new in the session, and join it with what is known."""
        session = _session(board, item)
        given = consent(board)
        reason = why_not(given, session, board.names_of(session["project"] or ""))
        if reason:
            return {"left_out": reason}
        if not session["ended"] and self.clock() - session["last_at"] < _QUIET:
            raise Later("the session goes on", session["last_at"] + _QUIET)
        model = self.allowed(board, given)
        if isinstance(model, str):
            return {"left_out": model}
        try:
            done = understand(board, session, model, self.policy)
            joined = 0 if stopping() else join(board, session["project"], model)
        except BudgetExhausted as error:
            now = self.clock()
            tomorrow = now - now % _DAY + _DAY
            raise Later(f"the model is asked again tomorrow: {error}", tomorrow) from error
        except (ModelUnavailable, ModelTimeout, ModelRejected) as error:
            until = self.clock() + pause(failures_in_a_row(board, model.label))
            raise Later(f"the model could not be asked: {error}", until) from error
        return {**asdict(done), "joined": joined}


def ask_to_understand(board: Board, session: SessionRow) -> bool:
    """Put a question about a session on the queue, and say whether it was.

    Only where its person allows a model to be asked about it and there is something to ask.
    """
    names = board.names_of(session["project"] or "")
    if why_not(consent(board), session, names) or to_ask(board, session) is None:
        return False
    _, is_new = Queue(board, "dispatcher").create(
        KIND, {"session": session["id"]}, priority="P3", dedup_key=f"{KIND}:{session['id']}",
        project=session["project"],
    )  # fmt: skip
    return is_new


def drop_queued(board: Board) -> int:
    """Complete what is queued without asking, and return how much that was.

    What waits for its time is dropped when that comes, for no consent stands then.
    """
    queue, dropped = Queue(board, "model withdraw"), 0
    while items := queue.claim([KIND], _LAST_CALLS):
        queue.complete([(item, {"left_out": "the consent was withdrawn"}) for item in items])
        dropped += len(items)
    return dropped


def pause(failures: int) -> int:
    """Microseconds until a model that could not be asked is asked again.

    >>> [pause(each) // 60_000_000 for each in (1, 2, 3, 20)]
    [5, 10, 20, 360]
    """
    doubled = min(max(0, failures - 1), 20)
    return min(_LONGEST_PAUSE, _FIRST_PAUSE << doubled)


def failures_in_a_row(board: Board, label: str) -> int:
    """How many of the last calls of a model failed before it was reached, newest first."""
    calls = list(board.read(stream=streams.model(label), types=[ModelCalled.type]))
    count = 0
    for event in reversed(calls[-_LAST_CALLS:]):
        if (event.payload or {}).get("outcome") not in ("error", "timeout"):
            return count
        count += 1
    return count


def _session(board: Board, item: Item) -> SessionRow:
    with suppress(NotFound):
        return board.row("sessions", str(item.input.get("session")))
    raise Hopeless(f"{item.id}: there is no session {item.input.get('session')!r} on the board")
