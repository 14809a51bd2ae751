"""Asking a model about a session, as far as its person allowed it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import takewhile
from typing import Any, Protocol

from blackboard import Board
from blackboard.errors import NotFound
from blackboard.views.rows import SessionRow
from reflect.curator.settings import CuratorSettings
from reflect.model.account import calls_since
from reflect.model.consent import Consent, consent, why_left_out
from reflect.model.model import Model
from reflect.model.thread import (
    BudgetExhausted,
    ModelError,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
    NoQuota,
)
from reflect.proposals.joining import join
from reflect.proposals.question import CORRECT, JOIN, PROPOSE
from reflect.proposals.understand import to_ask, understand
from scheduler.dispatch import UNDERSTAND
from scheduler.handler import Hopeless, Later, Outcome
from scheduler.work.item import Item
from scheduler.work.queue import Queue, system_clock

KIND = UNDERSTAND
PURPOSES = (PROPOSE, CORRECT, JOIN)
"""How the purposes of calls begin that digests and lists of lessons are sent for."""

_MINUTE = 60_000_000
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR
_FIRST_PAUSE, _LONGEST_PAUSE = 5 * _MINUTE, 6 * _HOUR
_QUIET = 30 * _MINUTE
"""A session in which nothing happened for so long is over, also where nothing says that it is."""

_GOES_ON = "the session goes on"
_NOT_NOW = "the model could not be asked"
_AT_ONCE, _ALL = 100, 10_000


class Allowed(Protocol):
    """What a consent comes to on this machine: the model, or why it may not be asked."""

    def __call__(self, board: Board, given: Consent) -> Model | str:
        """The model with the rest of its budget, or a reason in words.

        Raises:
            ModelRejected: it may be asked, once its person has signed in.
        """
        ...


@dataclass(frozen=True)
class UnderstandHandler:
    """Does items of the kind `understand`: `{"session"}`.

    What keeps the model from being asked (no one is signed in, no network) defers the item, at
    first for five minutes and at most for six hours, and the others with it: one of them tries
    again. Without quota they wait until there is some, without a budget until the next day. An
    answer that cannot be used, even after a correction, fails the attempt.
    """

    allowed: Allowed
    policy: CuratorSettings
    clock: Callable[[], int] = system_clock
    kind: str = KIND
    in_background: bool = True
    newest_first: bool = True

    def handle(self, board: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        """Ask about what is new in the session, and join it with what is known."""
        session, now = _session(board, item), self.clock()
        if reason := why_left_out(board, session):
            return {"left_out": reason}
        if not session["ended"] and now - session["last_at"] < _QUIET:
            raise Later(_GOES_ON, session["last_at"] + _QUIET)
        if (until := put_off_until(board)) > now:
            raise Later(f"{_NOT_NOW} before", until)
        try:
            model = self.allowed(board, consent(board))
            if isinstance(model, str):
                return {"left_out": model}
            done = understand(board, session, model, self.policy)
            joined = 0 if stopping() else join(board, session["project"], model)
        except BudgetExhausted as error:
            raise Later(f"the model is asked again tomorrow: {error}", next_day(now)) from error
        except (ModelUnavailable, ModelTimeout, ModelRejected) as error:
            failed = failures_in_a_row(calls_since(board, now - _DAY, PURPOSES))
            raise Later(f"{_NOT_NOW}: {error}", again(error, failed, now)) from error
        return {**asdict(done), "joined": joined}


def ask_to_understand(board: Board, session: SessionRow) -> bool:
    """Put a question about a session on the queue, and say whether it was.

    Only where its person allows a model to be asked about it and there is something to ask. One
    that waited for the end of the session is due then, for the next one may begin in a moment.
    """
    if why_left_out(board, session) or to_ask(board, session) is None:
        return False
    queue, key = Queue(board, "dispatcher"), f"{KIND}:{session['id']}"
    item, is_new = queue.create(
        KIND, {"session": session["id"]}, priority="P3", dedup_key=key, project=session["project"]
    )
    if not is_new and session["ended"] and board.row("work", item)["reason"] == _GOES_ON:
        queue.hasten(item, "the session ended")
    return is_new


def drop_queued(board: Board) -> int:
    """Complete what is queued without asking, also what waits for its time; returns its number."""
    queue, dropped = Queue(board, "model withdraw"), 0
    while items := queue.claim([KIND], _AT_ONCE, early=True):
        queue.complete([(item, {"left_out": "the consent was withdrawn"}) for item in items])
        dropped += len(items)
    return dropped


def ask_waiting(board: Board) -> None:
    """Make due what waits for its time, as after a person signed in and allowed the model again."""
    queue = Queue(board, "model allow")
    for item in queue.claim([KIND], _ALL, early=True):
        queue.postpone(item, queue.now(), "the model was allowed again")


def again(error: ModelError, failures: int, now: int) -> int:
    """When a model that could not be asked is asked again, in microseconds since 1970 UTC.

    Args:
        error: why it could not be asked.
        failures: how many of the last calls got no answer; 0 where none was made.
        now: the time.
    """
    if isinstance(error, NoQuota):
        told = error.again or 0
        return told if told > now else next_day(now)
    return now + (pause(failures) if failures else _HOUR)


def next_day(now: int) -> int:
    """The next midnight UTC, at which the budget of a day begins anew."""
    return now - now % _DAY + _DAY


def pause(failures: int) -> int:
    """Microseconds until a model is asked again after so many calls without an answer.

    >>> [pause(each) // 60_000_000 for each in (1, 2, 3, 20)]
    [5, 10, 20, 360]
    """
    return min(_LONGEST_PAUSE, _FIRST_PAUSE << min(failures - 1, 20))


def failures_in_a_row(calls: Sequence[Mapping[str, Any]]) -> int:
    """How many of the last calls got no answer at all.

    >>> failures_in_a_row([{"outcome": "error"}, {"outcome": "ok"}, {"outcome": "timeout"}])
    1
    """
    unanswered = takewhile(lambda call: call["outcome"] in ("error", "timeout"), reversed(calls))
    return sum(1 for _ in unanswered)


def put_off_until(board: Board) -> int:
    """When the model is asked again that could not be asked for another session; 0 if it could."""
    waiting = board.view("work", where={"kind": KIND, "state": "ready"})
    return max((row["not_before"] or 0 for row in waiting
                if (row["reason"] or "").startswith(_NOT_NOW)), default=0)  # fmt: skip


def _session(board: Board, item: Item) -> SessionRow:
    with suppress(NotFound):
        return board.row("sessions", str(item.input.get("session")))
    raise Hopeless(f"{item.id}: there is no session {item.input.get('session')!r} on the board")
