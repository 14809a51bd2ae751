"""Made-up sessions of the sample board, written as hooks write them: each event when it happens.

What is learnt, followed and refused in them is found by the product's own miner and judge.
"""

from __future__ import annotations

from typing import NamedTuple

from blackboard import Board, Situation
from blackboard.agents.tools import describe
from blackboard.delivery.text import tokens
from blackboard.events.guard import GuardRefused
from blackboard.events.payload import PayloadModel
from blackboard.events.session import (
    MessageRecorded,
    ModelUsage,
    SessionEnded,
    SessionStarted,
    ToolCalled,
    UsageRecorded,
)
from blackboard.events.use import ContextInjected, LessonWithheld
from blackboard.guards.active import ActiveGuard
from blackboard.guards.refusal import reason
from blackboard.views.rows import GuardRow
from reflect.accounts.judge import judge
from reflect.guards.follow_up import follow_up
from reflect.guards.switching import guard_of
from reflect.miner.mine import mine

PROJECT = "github.com/example/parcel-api"
NUMBER = 48
AGENT = "claude-code"
_FOLDER = "/tmp/samples/parcel-api"
_WRONG, _RIGHT = "npm test", "npm run test:unit"
_MISSING = """\
Exit code 1
npm error Missing script: "test"
npm error
npm error To see a list of scripts, run:
npm error   npm run"""
_PASSED = "> parcel-api@1.4.0 test:unit\n> node --test tests/*.test.js\n\n# pass 2\n# fail 0"
_TASKS = (
    "Round prices to whole cents.",
    "parcelPrice should take the weight in grams, too.",
    "The label of an express parcel lacks the postcode.",
    "Release build {number}.",
    "Letters over 500 g are parcels; price them so.",
    "Rename `zone` to `region` in the price table.",
)
_HELD_EVERY = 3
_WRONG_IN = frozenset((0, 3, 6, 12, 15, 21, 24, 27, 1, 13, 26))
"""The sessions that fail: eight in which the lesson is held back, and three that are told it."""

_REFUSED_IN = frozenset((33, 40))
"""Where the guard speaks, which is switched on after the 29th."""

_SHELLS = {AGENT: ("Bash", "command"), "codex": ("exec_command", "cmd")}
"""What agents call their shell, and the argument that is the command."""


class Clock:
    """The time of the board, in microseconds since 1970; it never goes back."""

    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> int:
        """The time now."""
        return self.now

    def move(self, to: int) -> None:
        """Let it be a later moment."""
        self.now = max(self.now, to)

    def wait(self, seconds: int) -> None:
        """Let some time pass."""
        self.now += seconds * 1_000_000


class Session(NamedTuple):
    """A session that is under way, and what its events are written to."""

    board: Board
    clock: Clock
    id: str
    agent: str = AGENT

    def record(self, payload: PayloadModel, after: int = 2) -> None:
        """Write down what happens some seconds after the last event."""
        self.clock.wait(after)
        self.board.record(payload, actor=self.agent, project=PROJECT)

    def says(self, text: str, *, human: bool = False) -> None:
        """A message of the person, or of the agent."""
        self.record(MessageRecorded(
            session=self.id, role="user" if human else "assistant", text=text,
            said_by="human" if human else "agent",
        ))  # fmt: skip

    def runs(
        self, line: str, output: str, *, code: int = 0, denied: bool = False, decided: int = 0
    ) -> None:
        """A shell line with what it printed; it was decided upon a second before, or earlier."""
        name, argument = _SHELLS[self.agent]
        decided = decided or self.clock.now + 1_000_000
        self.record(ToolCalled(
            session=self.id, call=f"{name}-{decided}", name=name, input={argument: line},
            **describe(name, {argument: line}, self.agent), output=output, said_by="tool",
            output_chars=len(output), failed=bool(code), exit_code=code or None, denied=denied,
            called_at=decided,
        ))  # fmt: skip


def resume(board: Board, clock: Clock, name: str) -> None:
    """A recorded session goes on; a hook tells it what was learnt as its agent errs once more."""
    session = Session(board, clock, name, "codex")
    session.says("Prices were changed on main; do the tests still pass?", human=True)
    decided = clock.now + 1_000_000
    told = board.context(Situation(project=PROJECT, command=_WRONG, step="before"))
    session.record(ContextInjected(session=name, text=told.text, items=list(told.ids),
                                   tokens=tokens(told.text), moment="before"))  # fmt: skip
    session.runs(_WRONG, _MISSING, code=1, decided=decided)
    session.runs(_RIGHT, _PASSED)
    session.says("They do, all of them.")
    _learn(board)


def play(board: Board, clock: Clock, lesson: str, number: int, rule: str) -> None:
    """A session from its beginning to its end, and what is learnt of it.

    Args:
        board: where it is written.
        clock: the board's.
        lesson: the one that is told, or held back.
        number: which of the sessions it is.
        rule: what the person says in it, if anything.
    """
    session = Session(board, clock, f"5ca1ab1e-0000-4000-8000-{number:012d}")
    started = SessionStarted(session=session.id, agent=AGENT, cwd=_FOLDER, branch="main")
    session.record(started, 0)
    session.says(_TASKS[number % len(_TASKS)].format(number=number), human=True)
    session.record(_told(session.id, lesson, is_held=number % _HELD_EVERY == 0), 0)
    _test(session, lesson, number)
    if rule:
        session.says(rule, human=True)
        session.says("I will do so from now on.")
    session.record(_usage(session.id, number))
    session.record(SessionEnded(session=session.id, reason="prompt_input_exit"))
    _learn(board)


def _told(session: str, lesson: str, *, is_held: bool) -> PayloadModel:
    """That the lesson is told, or that chance held it back."""
    if is_held:
        return LessonWithheld(lesson=lesson, session=session, one_in=_HELD_EVERY)
    text = f"From earlier sessions (lessonboard):\n- Here: use `{_RIGHT}`."
    return ContextInjected(session=session, text=text, items=[lesson], tokens=tokens(text),
                           moment="before", one_in={lesson: _HELD_EVERY})  # fmt: skip


def _test(session: Session, lesson: str, number: int) -> None:
    """The agent runs the tests: by the wrong command, by the right one, or kept from the wrong."""
    if number in _WRONG_IN:
        session.runs(_WRONG, _MISSING, code=1)
        session.says("There is no such script, so I left the tests out.")
        return
    guard = guard_of(session.board, lesson)
    if guard and number in _REFUSED_IN:
        _refuse(session, guard)
    session.runs(_RIGHT, _PASSED)
    session.says("It is done, and the tests pass.")


def _refuse(session: Session, guard: GuardRow) -> None:
    """What its hook writes and answers when the guard speaks."""
    active = ActiveGuard(
        guard["id"], guard["rule"], guard["wrong"], guard["right"], guard["paths"],
        guard["places"], guard["failed"], guard["uses"],
    )  # fmt: skip
    said = reason(active, _WRONG, _RIGHT)
    refused = GuardRefused(lesson=guard["id"], session=session.id, refused=_WRONG, reason=said)
    session.record(refused)
    session.runs(_WRONG, said, denied=True)


def _usage(session: str, number: int) -> UsageRecorded:
    used = ModelUsage(model="claude-opus-4-8", calls=3, input_tokens=900 + number,
                      output_tokens=400 + 7 * number, cache_read_tokens=21_000)  # fmt: skip
    return UsageRecorded(session=session, models=[used])


def _learn(board: Board) -> None:
    """What the worker does after each session."""
    mine(board)
    judge(board)
    follow_up(board)
