"""Asking a model about sessions as a kind of work: only what was allowed, and nothing is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.errors import BoardError
from blackboard.events.board import ModelCalled
from blackboard.events.consent import ModelAllowed, ModelWithdrawn, ProjectExcluded
from blackboard.events.payload import new
from blackboard.events.session import SessionAttributed, SessionEnded, TurnEnded
from blackboard.events.understanding import ModelAnswered
from blackboard.views.rows import WorkRow
from reflect.curator.settings import CuratorSettings
from reflect.model.account import calls_since, model_for, spent
from reflect.model.consent import Consent
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.model.thread import ModelTimeout, ModelUnavailable, NoQuota, NotSignedIn
from scheduler.handlers.understand import (
    KIND,
    PURPOSES,
    UnderstandHandler,
    ask_to_understand,
    ask_waiting,
    drop_queued,
)
from scheduler.worker import Worker
from tests.conftest import FixedClock
from tests.reflect.model.scripted import Given, ScriptedEndpoint
from tests.reflect.talks import PROJECT, ran, says, session

MINUTE = 60_000_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
LONGEST = 4_000
NOTHING = '{"lessons": []}'
ALLOWED = ModelAllowed(agent="claude-code", account="ada@example.com")


class World:
    """A board, a worker and a model whose answers the test gives."""

    def __init__(self, board: Board, path: Path, clock: FixedClock) -> None:
        self.board = board
        self.clock = clock
        self.path = path
        self.answers: list[Given] = []
        self.endpoint = ScriptedEndpoint(lambda _thread: self._answer())
        self.obstacle: str | BoardError = ""

    @property
    def asked(self) -> int:
        """How many questions were asked."""
        return len(self.endpoint.asked)

    def decide(self, *payloads: ModelAllowed | ModelWithdrawn | ProjectExcluded) -> None:
        """Let the person decide."""
        self.board.record(*payloads, actor="human")

    def ends(self, name: str = "s1", *, ended: bool = True) -> None:
        """A session that is worth a question ends, or waits for its person."""
        steps = [says(f"Never push to main, {name}."), ran("make", "no rule", fails=True),
                 ran("just"), says("Done.", "assistant")]  # fmt: skip
        end = SessionEnded(session=name) if ended else TurnEnded(session=name)
        over = new(end, project=PROJECT)._replace(occurred_at=1_700_000_009_000_000)
        account = new(SessionAttributed(session=name, account="ada@example.com"), project=PROJECT)
        self.board.append([*session(steps, name), account, over])

    def end_again(self, name: str = "s1") -> None:
        """Its end is told, and it is looked at again."""
        self.board.record(SessionEnded(session=name), actor="hook", project=PROJECT)
        ask_to_understand(self.board, self.board.row("sessions", name))

    def work(self) -> None:
        """Do what is due."""
        handler = UnderstandHandler(self._allowed, CuratorSettings(), self.clock)
        Worker(self.open, {KIND: handler}, clock=self.clock).run(until_idle=True)

    def open(self) -> Board:
        """Another connection to the board, as each thread has."""
        return Board.open(self.path, clock=self.clock)

    def waits(self) -> int:
        """Microseconds until the only question is due."""
        return (self.item()["not_before"] or 0) - self.clock.now

    def items(self) -> list[WorkRow]:
        """All questions, the oldest first."""
        return list(self.board.view("work", where={"kind": KIND}, order="created_at"))

    def item(self) -> WorkRow:
        """The only question."""
        [row] = self.items()
        return row

    def _answer(self) -> Given:
        return self.answers.pop(0) if self.answers else NOTHING

    def _allowed(self, board: Board, given: Consent) -> Model | str:
        if isinstance(self.obstacle, BoardError):
            raise self.obstacle
        settings = ModelSettings(
            name="reader", api="chat-object", corrections=1, max_output_tokens=LONGEST,
            tokens_per_day=given.tokens_per_day,
        )  # fmt: skip
        model = model_for(board, settings, self.clock(), self.endpoint, PURPOSES)
        assert model is not None
        return self.obstacle or model


@pytest.fixture
def world(board: Board, tmp_path: Path, clock: FixedClock) -> World:
    """One in which nothing is allowed yet."""
    return World(board, tmp_path / "board.db", clock)


def test_a_session_is_asked_about_once(world: World) -> None:
    """Its end puts the question on the queue; another end of it brings nothing new."""
    world.decide(ALLOWED)
    world.ends()
    world.work()
    assert world.item()["outcome"]["questions"] == 1
    assert [event.payload and event.payload["subject"]
            for event in world.board.read(types=[ModelAnswered.type])] == ["s1"]  # fmt: skip
    world.board.record(SessionEnded(session="s1", reason="again"), actor="test", project=PROJECT)
    world.work()
    assert world.asked == 1


def test_nothing_is_asked_that_was_not_allowed(world: World) -> None:
    """Nothing is even queued; what became forbidden since is left out with its reason."""
    world.ends("unasked")
    world.work()
    assert world.items() == []
    world.clock.advance(HOUR)
    world.decide(ALLOWED)
    world.ends("before")
    world.work()
    assert world.items() == []
    world.decide(ALLOWED.model_copy(update={"backlog": True}))
    world.ends("late")
    world.board.catch_up()
    forbidden: list[tuple[ModelWithdrawn | ProjectExcluded | None, str, str]] = [
        (ModelWithdrawn(), "", "no model may be asked"),
        (ProjectExcluded(name=PROJECT), "", "excluded"),
        (None, "signed in as bob", "signed in as bob"),
    ]
    for decision, obstacle, reason in forbidden:
        name = f"session-{reason.split()[0]}"
        world.decide(ALLOWED.model_copy(update={"backlog": True}),
                     ProjectExcluded(name=PROJECT, excluded=False))  # fmt: skip
        world.ends(name)
        world.board.catch_up()
        Worker(world.open, {}, clock=world.clock).run(until_idle=True)  # which queues it
        world.obstacle = obstacle
        world.decide(*[decision] if decision else [])
        world.work()
        outcomes = [row["outcome"] for row in world.items()]
        assert any(reason in str(each.get("left_out")) for each in outcomes), reason
        world.obstacle = ""
    assert world.asked == 0


def test_withdrawing_drops_what_waits_for_its_time_too(world: World) -> None:
    """Neither what is due nor what waits is asked later, whatever is allowed by then."""
    world.decide(ALLOWED)
    world.answers = [ModelUnavailable("no network")]
    world.ends()
    world.work()
    assert world.waits() == 5 * MINUTE
    world.decide(ModelWithdrawn())
    assert drop_queued(world.board) == 1
    assert world.item()["outcome"] == {"left_out": "the consent was withdrawn"}
    world.decide(ALLOWED)
    world.clock.advance(HOUR)
    world.work()
    assert world.asked == 1


def test_a_model_that_is_out_of_reach_is_asked_with_growing_pauses(world: World) -> None:
    """Five minutes, ten, twenty, at most six hours; then the question is answered after all."""
    world.decide(ALLOWED)
    world.ends()
    pauses = []
    for number in range(9):
        world.answers = [ModelTimeout("slow") if number % 2 else ModelUnavailable("down")]
        world.work()
        pauses.append(world.waits() // MINUTE)
        world.clock.advance(world.waits())
    assert pauses == [5, 10, 20, 40, 80, 160, 320, 360, 360]
    world.work()
    assert (world.item()["state"], world.item()["attempts"]) == ("completed", 1)


def test_only_one_session_tries_whether_a_model_can_be_asked_again(world: World) -> None:
    """The others wait with it, so there is one call a pause however much is queued."""
    world.decide(ALLOWED)
    for name in ("s1", "s2", "s3"):
        world.ends(name)
    world.answers = [ModelUnavailable("down"), ModelUnavailable("down")]
    world.work()
    assert world.asked == 1
    world.clock.advance(5 * MINUTE)
    world.work()
    assert world.asked == 2
    world.clock.advance(10 * MINUTE)
    world.work()
    assert [row["state"] for row in world.items()] == ["completed"] * 3


def test_without_quota_it_is_asked_when_there_is_some_again(world: World) -> None:
    """At the time that was told, if that is still to come; else the next day."""
    world.decide(ALLOWED)
    world.ends()
    told, tomorrow = world.clock.now + HOUR, world.clock.now - world.clock.now % DAY + DAY
    for again, until in ((told, told), (told, tomorrow), (None, tomorrow + DAY)):
        world.answers = [NoQuota("used up", again)]
        world.work()
        assert world.item()["not_before"] == until, again
        world.clock.now = until
    world.work()
    assert world.item()["state"] == "completed"


def test_the_budget_of_a_day_ends_it_until_the_next(world: World) -> None:
    """A question whose longest answer could exceed it is not asked; other purposes do not count."""
    world.decide(ALLOWED)
    world.ends("s1")
    world.work()
    took = spent(calls_since(world.board, 0))
    world.decide(ALLOWED.model_copy(update={"tokens_per_day": took.input_tokens + LONGEST}))
    other = ModelCalled(model="m", purpose="reflect", outcome="ok", input_tokens=10**6)
    world.board.record(other, actor="model")
    world.ends("s2")
    world.work()
    assert world.asked == 1
    waiting = [row for row in world.items() if row["state"] == "ready"]
    tomorrow = world.clock.now - world.clock.now % DAY + DAY
    assert [row["not_before"] for row in waiting] == [tomorrow]
    world.clock.now = tomorrow
    world.work()
    assert world.asked == 2


def test_the_newest_session_is_asked_about_first(world: World) -> None:
    """Of all that wait: what is left of a day's budget goes to what happened last."""
    world.decide(ALLOWED)
    for name in ("s1", "s2", "s3"):
        world.ends(name)
    world.work()
    about = [thread[1].text for thread in world.endpoint.asked if "correct" not in thread[0].text]
    order = [name for text in about for name in ("s1", "s2", "s3") if f"main, {name}." in text]
    assert list(dict.fromkeys(order)) == ["s3", "s2", "s1"]


def test_who_is_not_signed_in_is_looked_for_in_an_hour(world: World) -> None:
    """No call is made, and nothing is lost."""
    world.decide(ALLOWED)
    world.ends()
    world.obstacle = NotSignedIn("nobody is signed in")
    world.work()
    assert (world.asked, world.waits()) == (0, HOUR)
    world.obstacle = ""
    world.clock.advance(HOUR)
    world.work()
    assert world.item()["state"] == "completed"


def test_what_is_allowed_again_is_asked_at_once(world: World) -> None:
    """However long the pause was that it waited for."""
    world.decide(ALLOWED)
    world.answers = [NoQuota("used up", world.clock.now + 7 * DAY)]
    world.ends()
    world.work()
    world.decide(ALLOWED)
    ask_waiting(world.board)
    world.work()
    assert (world.asked, world.item()["state"]) == (2, "completed")


def test_junk_is_corrected_once_and_then_a_failure(world: World) -> None:
    """It is never taken for nothing to learn."""
    world.decide(ALLOWED)
    world.ends()
    world.answers = ["I would say so.", '{"lessons": "none"}']
    world.work()
    assert (world.asked, world.item()["state"], world.item()["attempts"]) == (2, "ready", 1)
    assert "no usable answer" in (world.item()["reason"] or "")
    assert list(world.board.read(types=[ModelAnswered.type])) == []


def test_a_session_that_goes_on_is_asked_about_when_it_is_quiet(world: World) -> None:
    """Half an hour after the last that happened in it."""
    world.decide(ALLOWED)
    world.ends(ended=False)
    world.board.catch_up()
    over = world.board.row("sessions", "s1")["last_at"] + 30 * MINUTE
    world.clock.now = over - 1
    world.work()
    assert (world.asked, world.item()["not_before"]) == (0, over)
    world.clock.now = over
    world.work()
    assert world.asked == 1


def test_a_session_that_ends_is_asked_about_at_once(world: World) -> None:
    """Though it was put off while it went on; one that waits for its model waits on."""
    world.decide(ALLOWED)
    world.ends(ended=False)
    world.work()
    assert (world.asked, world.waits() > 0) == (0, True)
    world.end_again()
    world.work()
    assert world.asked == 1
    assert world.item()["state"] == "completed"


def test_the_end_of_a_session_ends_no_pause_of_its_model(world: World) -> None:
    """What could not be asked waits as long as before."""
    world.decide(ALLOWED)
    world.obstacle = NotSignedIn("nobody is signed in")
    world.ends()
    world.work()
    waits = world.waits()
    world.end_again()
    world.work()
    assert (world.asked, world.waits()) == (0, waits)


def test_two_workers_ask_once(world: World) -> None:
    """Whoever claims the item asks; both see that the session ended."""
    world.decide(ALLOWED)
    world.ends()
    both: list[Callable[[], None]] = [world.work, world.work]
    threads = [threading.Thread(target=each) for each in both]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (world.asked, world.item()["state"]) == (1, "completed")
