"""The replay: each session is shown only what earlier ones taught, and the outcome is noted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.quality.past import Learning, Past
from bench.quality.timeline import Ended, timeline
from bench.quality.whole_figures import Backtest, Learnt, Repeat
from blackboard import Board
from blackboard.delivery.limits import ITEMS, TOKENS
from blackboard.event import Event
from blackboard.events.upcast import latest
from blackboard.views.rows import LessonRow, SessionRow
from reflect.backtest.failures import Earlier, Failure, failures_in, is_about
from reflect.backtest.figures import Met, Telling
from reflect.backtest.followed import followed
from reflect.backtest.past import empty_board
from reflect.backtest.steps import Step
from reflect.critic.settings import CriticSettings
from reflect.curator.settings import CuratorSettings

_ALWAYS = 1 << 62
"""Later than any time in microseconds."""


@dataclass(frozen=True)
class Options:
    """What is replayed, and as if what were so.

    Times are microseconds since 1970 UTC. Sessions that began before `since` are learnt from and
    not counted; those that began at `learn_until` or later are counted and not learnt from.
    `approve_all` takes everything that is learnt as approved by a person; `items` and `tokens` are
    the most that is shown together.
    """

    projects: tuple[str, ...] | None = None
    since: int = 0
    learn_until: int = _ALWAYS
    approve_all: bool = False
    items: int = ITEMS
    tokens: int = TOKENS
    policy: CuratorSettings = field(default_factory=CuratorSettings)
    critic: CriticSettings | None = None


def backtest(
    board: Board,
    options: Options,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Backtest:
    """Replay a board's sessions in the order in which they happened; the board is only read.

    A session is learnt from when it is over, so that one that begins before that knows nothing
    of it until then. It learns by rules, whatever model is configured.
    """
    sessions = sessions_of(board, options)
    with empty_board() as temporary:
        learning = Learning(options.policy, options.critic, approve_all=options.approve_all)
        replay = _Replay(Past(temporary, learning), options)
        done = 0
        for each in timeline(sessions, lambda session: _events(board, session)):
            if isinstance(each, Ended):
                replay.end(each)
                done += 1
                progress(done, len(sessions))
            elif each.session["started_at"] >= options.since:
                replay.step(each)
            else:
                replay.remember(each)
        return replay.found()


def sessions_of(board: Board, options: Options) -> list[SessionRow]:
    """The sessions that are replayed, by their beginning."""
    where: dict[str, Any] = {"child": 0}
    if options.projects is not None:
        where["project"] = list(options.projects)
    return board.view("sessions", where=where, order="started_at")


class _Replay:
    """What was noted so far."""

    def __init__(self, past: Past, options: Options) -> None:
        self._past = past
        self._options = options
        self._earlier = Earlier()
        self._told: dict[str, list[Telling]] = {}
        self._counted: list[SessionRow] = []
        self._failures = 0
        self._repeats: list[Repeat] = []
        self._tellings: list[Telling] = []
        self._lessons: dict[str, Learnt] = {}
        self._tokens = 0

    def step(self, step: Step) -> None:
        """Ask what would be shown, then check whether a failure had met its lesson."""
        told = self._told.setdefault(step.session["id"], [])
        if step.situation.is_occasion:
            self._tell(step, told)
        failures = _failures(step)
        self._failures += bool(failures)
        for failure in failures:
            before = self._earlier.add(failure)
            if before:
                self._repeats.append(self._repeat(failure, before, told))

    def remember(self, step: Step) -> None:
        """A step that does not count: what failed in it may come back."""
        for failure in _failures(step):
            self._earlier.add(failure)

    def end(self, ended: Ended) -> None:
        """Find what followed on what the session was shown, and learn from it."""
        session = ended.session
        if session["started_at"] >= self._options.since:
            self._counted.append(session)
            self._tellings += followed(self._told.pop(session["id"], ()), ended.events)
        if session["started_at"] < self._options.learn_until:
            self._past.learn(ended.events, session["project"])
            for name, lesson in self._past.lessons.items():
                known = self._lessons.get(name)
                at = known.at if known else session["last_at"]
                self._lessons[name] = Learnt(at, lesson)

    def found(self) -> Backtest:
        """The result so far."""
        return Backtest(
            session_ids=tuple(row["id"] for row in self._counted),
            first_at=min((row["started_at"] for row in self._counted), default=0),
            last_at=max((row["last_at"] for row in self._counted), default=0),
            failures=self._failures,
            repeats=tuple(self._repeats),
            tellings=tuple(self._tellings),
            lessons=tuple(self._lessons.values()),
            tokens=self._tokens,
        )

    def _tell(self, step: Step, told: list[Telling]) -> None:
        """Note what would be shown; what is held back to be measured counts as shown."""
        limits = self._options.items, self._options.tokens
        lessons, tokens = self._past.tell(step.situation, *limits)
        known = {each.lesson["id"] for each in told}
        told += [
            Telling(step.at, step.session["id"], step.situation.step, step.event, lesson)
            for lesson in lessons
            if lesson["id"] not in known
        ]
        self._tokens += tokens

    def _repeat(self, failure: Failure, before: frozenset[str], told: Iterable[Telling]) -> Repeat:
        about = {
            lesson["id"]
            for lesson in self._past.lessons.values()
            if _is_of(lesson, failure.project) and is_about(lesson, failure, before)
        }
        tellings = [each for each in told if each.lesson["id"] in about]
        met = _met(failure, tellings, is_known=bool(about))
        return Repeat(failure.session, failure.event, failure.error, met, tuple(sorted(about)))


def _met(failure: Failure, tellings: Sequence[Telling], *, is_known: bool) -> Met:
    """How a failure met its lesson; what was shown with the call itself came too late."""
    if any(each.is_before(failure.event) for each in tellings):
        return "in time"
    if tellings:
        return "beside"
    return "not shown" if is_known else "not learnt"


def _failures(step: Step) -> list[Failure]:
    if step.situation.step != "failed":
        return []
    return failures_in(step.event, step.situation.project)


def _is_of(lesson: LessonRow, project: str | None) -> bool:
    return lesson["scope"] == "global" or lesson["project"] == project


def _events(board: Board, session: SessionRow) -> list[Event]:
    return list(latest(board.read(stream=session["stream"])))
