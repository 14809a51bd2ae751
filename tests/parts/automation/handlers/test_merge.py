"""What becomes of a pull request is asked for until it is final, ever more rarely."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board
from blackboard.events.automation import PrCreated
from lessonboard.parts.automation.forge.forge import Cause
from lessonboard.parts.automation.handlers.merge import (
    LONGEST,
    MAY_REOPEN,
    SHORTEST,
    MergeHandler,
    next_look,
)
from scheduler.dispatch import dispatch
from scheduler.work.queue import Queue
from scheduler.worker import Worker
from tests.conftest import FixedClock
from tests.parts.automation.forge.memory_forge import MemoryForge

PROJECT = "forge.example/acme/web"


class Watch:
    """A board with a pull request of the automation, and a worker that looks at it when told."""

    def __init__(self, path: Path, clock: FixedClock) -> None:
        self.path, self.clock, self.forge = path, clock, MemoryForge()
        draft = self.forge.create_draft("Mend it", "It fails.", "fix", "main")
        self.number = draft.number
        with Board.open(path) as board:
            created = PrCreated(run="run1", number=draft.number, url=draft.url, branch="fix")
            board.record(created, actor="orchestrator", project=PROJECT, occurred_at=clock())

    def look(self) -> list[str]:
        """Let a worker do what is ready now; returns the kinds of what was left to others."""
        handler = MergeHandler(lambda _board, _project: self.forge, self.clock)
        worker = Worker(lambda: Board.open(self.path), {"merge": handler}, clock=self.clock)
        worker.run(most=1, until_idle=True)
        with Board.open(self.path) as board:
            dispatch(board, Queue(board, "test", clock=self.clock))
            return [row["kind"] or "" for row in board.view("work", where={"state": "ready"})]

    def types(self) -> list[str]:
        """The types of events about pull requests."""
        with Board.open(self.path) as board:
            return [event.type for event in board.read() if event.type.startswith("pr.")]


@pytest.fixture
def watched(tmp_path: Path, clock: FixedClock) -> Watch:
    """A pull request that is open."""
    return Watch(tmp_path / "board.db", clock)


def test_a_merge_is_recorded_and_reflected_on_once(watched: Watch) -> None:
    """Nobody types anything: the event of the merge makes the work that follows."""
    assert watched.look() == ["merge"]
    assert watched.types() == ["pr.created"]
    watched.forge.merge(watched.number, watched.clock())
    watched.clock.advance(LONGEST)
    assert watched.look() == ["reflect"]
    assert sorted(watched.types()) == ["pr.created", "pr.merged", "pr.opened"]
    watched.clock.advance(LONGEST)
    assert watched.look() == ["reflect"]
    assert watched.types().count("pr.merged") == 1


def test_what_is_opened_again_and_merged_is_seen(watched: Watch) -> None:
    """A month long; until then it counts as closed."""
    watched.forge.close(watched.number)
    watched.look()
    watched.forge.merge(watched.number, watched.clock())
    watched.clock.advance(LONGEST)
    assert watched.look() == ["reflect"]


def test_what_was_closed_is_final_and_no_merge(watched: Watch) -> None:
    """Nothing is reflected on, and after a month nobody asks again."""
    watched.forge.close(watched.number)
    assert watched.look() == ["merge"]
    assert watched.types() == ["pr.created", "pr.closed"]
    watched.clock.advance(MAY_REOPEN)
    assert watched.look() == []
    assert watched.types() == ["pr.created", "pr.closed"]
    with Board.open(watched.path) as board:
        assert board.row("reviews", f"{PROJECT}#{watched.number}")["state"] == "closed"


@pytest.mark.parametrize("cause", ["offline", "rate-limited", "logged-out", "missing"])
def test_without_a_network_it_waits(watched: Watch, cause: Cause) -> None:
    """However long: no attempt is counted, and the merge is found when the forge answers."""
    watched.forge.fails["state_of"] = cause
    for _ in range(9):
        assert watched.look() == ["merge"]
        watched.clock.advance(LONGEST)
    watched.forge.fails.clear()
    watched.forge.merge(watched.number, watched.clock())
    assert watched.look() == ["reflect"]


def test_what_the_forge_refuses_is_put_before_a_person(watched: Watch) -> None:
    """A pull request that is not there will not come back by waiting."""
    watched.forge.fails["state_of"] = "refused"
    for _ in range(3):
        watched.look()
        watched.clock.advance(LONGEST)
    with Board.open(watched.path) as board:
        (row,) = board.view("work", where={"kind": "merge"})
    assert row["state"] == "quarantined"


def test_an_open_one_is_looked_at_ever_more_rarely(watched: Watch) -> None:
    """By a quarter of its age: two days cost 27 looks."""
    begin, looks = watched.clock(), 0
    at = begin
    while at < begin + 2 * 86_400_000_000:
        at, looks = next_look(begin, at), looks + 1
    assert looks == 27


@given(since=st.integers(0, 10**16), age=st.integers(-(10**12), 10**14))
def test_the_next_look_is_within_its_bounds(since: int, age: int) -> None:
    """Also where a clock went back."""
    wait = next_look(since, since + age) - (since + age)
    assert SHORTEST <= wait <= LONGEST
