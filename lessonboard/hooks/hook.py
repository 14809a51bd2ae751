"""`lessonboard hook`: one command for all events of all agents.

It never fails and never lasts: whatever happens, the exit code is 0 and only an answer is
printed; what went wrong is kept for `doctor`. A thread beside it ends the process when its time
is over, wherever it is at that moment; SQLite rolls back what was not committed. It is a process
that an agent started, or one that the board's hook server forked (`server.py`).
"""

from __future__ import annotations

import _thread
import os
import sys
import time

from blackboard.errors import BoardBusy, BoardError, BoardReplaced
from blackboard.events import streams
from blackboard.redaction.added import use_file
from blackboard.sources.exclusion import decision_keys, is_off_here
from blackboard.storage.hook_board import HookBoard
from blackboard.storage.sqlite_json import Json
from lessonboard.hooks.age import age
from lessonboard.hooks.deadline import Deadline
from lessonboard.hooks.exchange_due import start_if_due
from lessonboard.hooks.hook_event import HookEvent
from lessonboard.hooks.off import cache_path, why_off
from lessonboard.hooks.standard_input import told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import NoReturn

    from blackboard.delivery.result import Delivery
    from blackboard.storage.hook_board import PendingEvent
    from lessonboard.hooks.answer import Answer

CAPTURE_SECONDS, ANSWER_SECONDS = 0.4, 1.0
"""CPU time after which there is silence; to look for lessons or guards may take longer than to
write down. A machine that is busy with other things takes nothing of it."""

WALL_SECONDS = 4.0
"""How long an agent waits for a hook in any case, from the start of its process: four fifths of the
time limit of 5 s that hooks are registered with, and less than this where that is shorter."""

END_SECONDS = 1.2
"""The same at a session's end: Claude Code gives the hooks of a plug-in 1.5 s."""

HUMAN = "human"
_PATIENCE = 0.06
_INJECTING = ("start", "prompt", "before", "after", "failed")


class Origin:
    """How an event reached this process.

    `given` is what was read of it already, `pid` the process that the agent started (0 for this
    one), `ending` what is written after the answer, and `serve` the settings with which a hook
    server is to be started; None where there shall be none.
    """

    __slots__ = ("ending", "given", "pid", "serve")

    def __init__(
        self,
        given: bytes = b"",
        pid: int = 0,
        ending: bytes = b"",
        serve: Mapping[str, object] | None = None,
    ) -> None:
        self.given = given
        self.pid = pid
        self.ending = ending
        self.serve = serve


def main(
    board: str, *, background: bool = True, limit: int = 5, budget: int = 1500, config: str = "",
    receipt: bool = True, min_confidence: float = 0.7, holdout: bool = True,
    origin: Origin | None = None,
) -> None:  # fmt: skip
    """Handle one event read from standard input. Does not return.

    Args:
        board: the board's file.
        background: whether a worker may be started for what waits.
        limit: the most lessons per answer.
        budget: the most tokens per answer.
        config: the user's settings, which are looked at each time for what is left out.
        receipt: whether the person sees a line when the session was shown something.
        min_confidence: how sure an insight must be to be shown.
        holdout: whether a lesson may be held back, to measure its effect.
        origin: how the event came here; None for straight from an agent.
    """
    origin = origin or Origin()
    hook = _Hook(board, background, limit, budget, config, origin)
    hook.receipt, hook.min_confidence, hook.holdout = receipt, min_confidence, holdout
    use_file(board)
    if not os.environ.get("LESSONBOARD_CHILD"):
        _thread.start_new_thread(hook.watch, ())
        try:
            hook.run()
        except BaseException as error:  # the agent must continue after any error
            hook.fail(f"{type(error).__name__}: {error}")
    hook.leave()


class _Hook:
    """One call: its event, and what becomes of it."""

    def __init__(
        self, board: str, background: bool, limit: int, budget: int, config: str, origin: Origin
    ) -> None:
        self._path = board
        self._background = background
        self._limit = limit
        self._budget = budget
        self._config = config
        self._origin = origin
        self._deadline = Deadline(age(origin.pid), ANSWER_SECONDS, WALL_SECONDS)
        self.receipt = self._is_guarding = self._is_unanswered = False
        self.min_confidence, self.holdout = 0.7, True
        self._json = Json()
        self._hook_event: HookEvent | None = None
        self._unwritten: list[PendingEvent] = []

    def run(self) -> None:
        """Read the event, and do nothing further where lessonboard is off."""
        text = told(self._origin.given)
        hook_event = self._hook_event = HookEvent(self._json, text, sys.argv[-1])
        hook_event.process = self._origin.pid
        if not hook_event.step or not hook_event.session:
            return None
        if hook_event.step not in _INJECTING:
            self._deadline.cpu = CAPTURE_SECONDS
        if hook_event.step == "end":
            self._deadline.shorten(END_SECONDS)
        if is_off_here():
            return self._leave_out(hook_event)
        if why_off(
            self._config, hook_event.project, hook_event.cwd or None, cache_path(self._path)
        ):
            return None
        if not os.path.exists(self._path):
            self._make_board(hook_event)
        board = HookBoard(self._path, _PATIENCE)
        if board.is_closed(streams.session(hook_event.session)):
            return None  # it was forgotten: nothing more is kept of it, and nothing said to it
        if board.is_off(decision_keys(hook_event.project, hook_event.session), hook_event.project):
            return None
        return self._remember(board, hook_event)

    def _remember(self, board: HookBoard, hook_event: HookEvent) -> None:
        """Write down, answer; a call that is refused needs no other answer."""
        if hook_event.step == "before" and hook_event.refuses:
            refusal = self._refusal(board, hook_event)
            if refusal:
                os.write(1, refusal.encode())
                board.tidy()
                return
        pending = self._unwritten = self._captured(board, hook_event)
        answer = self._answer(board, hook_event)
        text = ""
        if pending or answer:
            text = self._write(board, hook_event, pending, answer)
        self._unwritten = []
        # Copilot CLI sends its start and its first prompt together.
        if answer and answer.is_overtaken:
            answer = self._answer(board, hook_event)
            text = self._write(board, hook_event, [], answer) if answer else ""
        if text:
            os.write(1, text.encode())
        if pending:
            self._start_worker(board, hook_event)
        if self._background:
            start_if_due(self._path)
        self._start_server(hook_event)
        board.tidy()

    def watch(self) -> None:
        """End the process when its time is over, by the clock or by what it took of the machine."""
        limit = self._deadline.wait()
        try:
            self._save()
            passed = "; a guard was not checked, and the call passed" if self._is_guarding else ""
            self.fail(f"took longer than {limit}{passed}")
        finally:
            self.leave()

    def leave(self) -> NoReturn:
        """End without the interpreter's tidying up, and without SQLite's: neither has news."""
        try:
            if self._origin.ending:
                os.write(1, self._origin.ending)
        finally:
            os._exit(0)

    def fail(self, error: str) -> None:
        """Keep what went wrong for `doctor`."""
        from lessonboard.hooks.failures import note

        agent, event = (
            (self._hook_event.agent, self._hook_event.event) if self._hook_event else ("", "")
        )
        note(self._path, agent, event, error, self._deadline.milliseconds)

    def _save(self) -> None:
        """Keep beside the board what would be lost; ids see to it that nothing is there twice."""
        if self._unwritten and self._hook_event:
            self._to_outbox(Json(), self._hook_event.agent, lambda: self._unwritten)

    def _delivery(self, board: HookBoard, hook_event: HookEvent) -> Delivery | None:
        """Return what to say.

        If that fails, what happened is written down anyway.
        """
        if hook_event.step not in _INJECTING or not hook_event.hears:
            return None
        from lessonboard.hooks.deliver import delivery_of

        try:
            limits = self._limit, self._budget, self.min_confidence, self.holdout
            return delivery_of(board, self._json, hook_event, *limits)
        except Exception as error:  # such as views of an older version, which a worker rebuilds
            self._is_unanswered = True
            self.fail(f"no answer: {type(error).__name__}: {error}")
            return None

    def _refusal(self, board: HookBoard, hook_event: HookEvent) -> str:
        """Return the reply that refuses a call, if a guard means it.

        If that fails, the call passes.
        """
        try:
            line, edits = hook_event.command, bool(hook_event.paths)
            guards = [
                guard
                for guard in board.active_guards(hook_event.project or "")
                if guard.may_mean(line, edits=edits)
            ]
            if not guards:
                return ""
            self._is_guarding = True
            muted = board.muted(hook_event.session, hook_event.project)
            guards = [guard for guard in guards if guard.lesson not in muted]
            from lessonboard.hooks.guard import refuse

            return refuse(board, self._json, hook_event, guards, self._config)
        except Exception as error:  # such as views that were never folded
            self.fail(f"no guard: {type(error).__name__}: {error}")
            return ""
        finally:
            self._is_guarding = False

    def _captured(self, board: HookBoard, hook_event: HookEvent) -> list[PendingEvent]:
        if hook_event.transcript and hook_event.step in ("prompt", "before", "after", "failed"):
            return []  # the transcript is the record
        from lessonboard.hooks.capture import is_unknown, pending

        return [] if is_unknown(board, hook_event) else pending(self._json, hook_event)

    def _answer(self, board: HookBoard, hook_event: HookEvent) -> Answer | None:
        """Return what to say, and note which sentences the person is shown for the first time."""
        delivery = self._delivery(board, hook_event)
        if delivery is None or not delivery.events:
            return None
        from lessonboard.hooks.answer import Answer

        answer = Answer(board, self._json, hook_event, delivery)
        try:
            if self.receipt:
                answer.announce()
        except Exception as error:  # the agent gets its answer anyway
            self.fail(f"nothing announced: {type(error).__name__}: {error}")
        return answer

    def _write(
        self, board: HookBoard, hook_event: HookEvent, pending: list[PendingEvent],
        answer: Answer | None,
    ) -> str:  # fmt: skip
        """Write down what happened and what is about to be said, and return the reply."""

        def all_events() -> list[PendingEvent]:
            return [*pending, *(answer.events() if answer else ())]

        try:
            with board.writing():
                board.append(all_events(), hook_event.agent)
        except BoardError as error:
            # A line may find room where a page of SQLite's does not.
            self._to_outbox(self._json, hook_event.agent, all_events)
            if not isinstance(error, BoardBusy):
                self.fail(f"it waits beside the board: {error}")
        return answer.text(with_receipt=self.receipt) if answer else ""

    def _to_outbox(self, json: Json, actor: str, pending: Callable[[], list[PendingEvent]]) -> None:
        from blackboard.storage import outbox

        outbox.add(self._path, lambda: [event.line(json, actor) for event in pending()])

    def _leave_out(self, hook_event: HookEvent) -> None:
        """Note that the session is off and nothing else of it, so that imports leave it out too."""
        from lessonboard.hooks.capture import left_out

        pending = [left_out(self._json, hook_event)]
        if not os.path.exists(self._path):
            if hook_event.step == "start":
                os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
                self._to_outbox(self._json, HUMAN, lambda: pending)
            return
        board = HookBoard(self._path, _PATIENCE)
        if board.is_off(decision_keys(None, hook_event.main_session)):
            return
        try:
            with board.writing():
                board.append(pending, HUMAN)
        except (BoardBusy, BoardReplaced):
            self._to_outbox(self._json, HUMAN, lambda: pending)

    def _make_board(self, hook_event: HookEvent) -> NoReturn:
        """Let a worker make the board, which takes longer than there is time."""
        if self._background and hook_event.step == "start":
            from lessonboard.hooks.background import start_worker

            start_worker(self._path)
        raise FileNotFoundError(f"there is no board at {self._path} yet; a session makes one")

    def _start_worker(self, board: HookBoard, hook_event: HookEvent) -> None:
        if not self._background or hook_event.step not in ("start", "end"):
            return
        from lessonboard.hooks.background import is_sweep_due, is_waiting, start_worker

        is_needed = hook_event.step == "end" or self._is_unanswered or is_waiting(board)
        if is_needed or is_sweep_due(board, hook_event.transcript, _now()):
            start_worker(self._path)

    def _start_server(self, hook_event: HookEvent) -> None:
        """Let the next events be handled by a hook server; this one found none that would."""
        if self._background and self._origin.serve and hook_event.step in ("start", "prompt"):
            from lessonboard.hooks.start_server import start_server

            start_server(self._path, self._origin.serve)


def _now() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1000
