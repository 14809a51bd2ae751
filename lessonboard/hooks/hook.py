"""`lessonboard hook`: one command for all events of all agents.

It never fails and never lasts: whatever happens the exit code is 0 and nothing but an answer is
printed; what went wrong is kept for `doctor`. A thread beside it ends the process when its time
is over, wherever it is at that moment; SQLite takes back what was not committed.
"""

from __future__ import annotations

import _thread
import os
import sys
import time

from blackboard.errors import BoardBusy
from blackboard.storage.sqlite.quick import Fact, Json, QuickBoard, Raw
from lessonboard.hooks.told import CURSOR, Told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lessonboard.hooks.answer import Answer

CAPTURE_SECONDS, INJECTION_SECONDS = 0.15, 0.4
"""After so long there is silence; reading a prompt's lessons may take longer than writing down."""

_PATIENCE = 0.06
_MOST_BYTES = 64 << 20
_LONGEST_READ = 8 << 20
_INJECTING = ("start", "prompt", "before", "after", "failed")
_CHUNK = 1 << 20


def main(board: str, *, background: bool = True, limit: int = 5, budget: int = 1500) -> None:
    """Answer one event that is told on standard input; returns to nobody.

    Args:
        board: the board's file.
        background: whether a worker may be started for what waits.
        limit: the most lessons at once.
        budget: the most tokens at once.
    """
    if os.environ.get("LESSONBOARD_CHILD"):
        _leave()
    hook = _Hook(board, background, limit, budget)
    _thread.start_new_thread(hook.watch, ())
    try:
        hook.run()
    except BaseException as error:  # the agent must go on, whatever this was
        hook.fail(f"{type(error).__name__}: {error}")
    _leave()


class _Hook:
    """One call: what was told, and what becomes of it."""

    def __init__(self, board: str, background: bool, limit: int, budget: int) -> None:
        self._path = board
        self._background = background
        self._limit = limit
        self._budget = budget
        self._began = time.monotonic()
        self._deadline = INJECTION_SECONDS
        self._json = Json()
        self._told: Told | None = None

    def run(self) -> None:
        """Read, write down, answer."""
        told = self._told = Told(self._json, _read())
        if not told.step or not told.session:
            return
        if told.step not in _INJECTING:
            self._deadline = CAPTURE_SECONDS
        if not os.path.exists(self._path):
            raise FileNotFoundError(f"there is no board at {self._path}; run `lessonboard init`")
        text = self._act(told)
        if text:
            os.write(1, _reply(self._json, told, text).encode())

    def watch(self) -> None:
        """End the process when its time is over."""
        while (left := self._began + self._deadline - time.monotonic()) > 0:
            time.sleep(min(left, 0.05))
        self.fail(f"took longer than {self._deadline * 1000:.0f} ms")
        os._exit(0)

    def fail(self, error: str) -> None:
        """Keep what went wrong for `doctor`."""
        from lessonboard.hooks.failures import note

        agent, event = (self._told.agent, self._told.event) if self._told else ("", "")
        note(self._path, agent, event, error, int((time.monotonic() - self._began) * 1000))

    def _act(self, told: Told) -> str:
        """Write down what is worth it, and look for what is worth saying."""
        board = QuickBoard(self._path, _PATIENCE)
        facts, said = self._captured(told), None
        if told.step in _INJECTING:
            from lessonboard.hooks.answer import answer

            said = answer(board, self._json, told, self._limit, self._budget)
        text = self._write(board, told, facts, said) if facts or (said and said.facts) else ""
        self._start_worker(board, told)
        return text

    def _captured(self, told: Told) -> list[Fact]:
        if told.transcript and told.step in ("prompt", "before", "after", "failed"):
            return []  # the transcript is the record
        from lessonboard.hooks.capture import facts

        return facts(self._json, told)

    def _write(self, board: QuickBoard, told: Told, facts: list[Fact], said: Answer | None) -> str:
        """Write down what happened and what is about to be said, and return the latter.

        Of two hooks of a session that would say the same, the second one keeps silent.
        """
        spoken = said.facts if said else []
        try:
            with board.alone():
                if said and said.items and not board.told(told.session).isdisjoint(said.items):
                    spoken = []
                board.say([*facts, *spoken], told.agent)
        except BoardBusy:
            from blackboard.storage.sqlite.spill import spill

            lines = [_line(self._json, fact, told.agent) for fact in (*facts, *spoken)]
            spill(self._path, lines)
        return said.text if said and spoken else ""

    def _start_worker(self, board: QuickBoard, told: Told) -> None:
        if not self._background or told.step not in ("start", "end"):
            return
        from lessonboard.hooks.background import is_waiting, start_worker

        if told.step == "end" or is_waiting(board):
            start_worker(self._path)


def _read() -> str:
    """What was told; all of it is taken from the pipe, for the agent waits to be rid of it."""
    chunks: list[bytes] = []
    size = 0
    while chunk := os.read(0, _CHUNK):
        size += len(chunk)
        if size > _MOST_BYTES:
            break
        chunks.append(chunk)
    if size > _LONGEST_READ:
        raise ValueError(f"an event of {size} bytes is too long to be looked at")
    return b"".join(chunks).decode("utf-8", "replace").removeprefix("\ufeff")


def _reply(json: Json, told: Told, text: str) -> str:
    """The text in the form that the agent takes context in."""
    if told.agent == CURSOR:
        return json.object(additional_context=text)
    inner = json.object(hookEventName=told.event, additionalContext=text)
    return json.object(hookSpecificOutput=Raw(inner))


def _line(json: Json, fact: Fact, actor: str) -> str:
    """A fact as it waits in the spill file; its id is given now, so that it is taken in once."""
    from blackboard.ids import fresh

    return json.object(
        type=fact.type,
        stream=fact.stream,
        payload=Raw(fact.payload),
        project=fact.project,
        actor=actor,
        occurred_at=fact.occurred_at,
        id=fact.id or fresh(fact.occurred_at),
    )


def _leave() -> None:
    """End without the interpreter's tidying up, and without SQLite's: neither has news."""
    sys.stdout.flush()
    os._exit(0)
