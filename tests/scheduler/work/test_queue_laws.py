"""The queue against a model of it, for any actions of several workers in any order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from blackboard.board import Board
from blackboard.claims import Claims
from blackboard.events.work import WorkCreated
from blackboard.storage.sqlite.work_claims import COLUMNS, TABLE, decoded
from blackboard.views.view import fold
from blackboard.views.work import CLAIMS, WORK
from scheduler.work import decide
from scheduler.work.item import Item, LeaseLost, NotPossible, Priority
from scheduler.work.queue import LEASE, Queue
from tests.conftest import FixedClock
from tests.inside import connection_of
from tests.long_runs import rounds

MINUTE = 60_000_000
LASTS = int(LEASE * 1_000_000)
BASE = {"P1": 100, "P2": 40, "P3": 10}


@dataclass
class Modelled:
    """An item as the model sees it; `number` counts creations, `lease` is None when it was lost."""

    id: str
    number: int
    priority: Priority
    created_at: int
    waiting: set[str]
    key: str | None
    state: str = "ready"
    attempts: int = 0
    worker: str = ""
    claimed_until: int = 0
    lease: int | None = None
    not_before: int = 0
    completions: int = field(default=0)

    def urgency(self, now: int) -> tuple[float, int, int]:
        """What sorts first among the ready ones."""
        age = min(50.0, max(0, now - self.created_at) / (60 * MINUTE))
        return -(BASE[self.priority] + age), self.created_at, self.number

    def is_held_as(self, item: Item) -> bool:
        """Whether a worker's word about it counts."""
        claim = (self.worker, self.attempts, self.claimed_until)
        return self.state == "claimed" and claim == (
            item.worker, item.attempt, item.lease_expires_at,
        )  # fmt: skip


class Work(RuleBasedStateMachine):
    """Three workers on one queue, a clock that jumps, and leases that get lost."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = FixedClock()
        self.board = Board.open(":memory:", clock=self.clock)
        self.queues = {
            name: Queue(self.board, name, clock=self.clock) for name in ("ada", "bob", "cy")
        }
        self.items: dict[str, Modelled] = {}
        self.claims: list[Item] = []

    def teardown(self) -> None:
        """At the end a replay of everything gives the same rows, and so does one of the claims."""
        claims = stored_claims(self.board)
        assert claims == folded_claims(self.board)
        before = self.board.view("work", order="item")
        self.board.replay()
        assert self.board.view("work", order="item") == before
        assert sorted(fold(WORK, self.board.read()).values(), key=lambda r: r["item"]) == before
        assert self.board.verify().sound
        self.board.close()

    @rule(
        priority=st.sampled_from(["P1", "P2", "P3"]),
        needs=st.lists(st.integers(0, 30), max_size=3),
        key=st.sampled_from([None, None, "k", "l"]),
    )
    def create(self, priority: Priority, needs: list[int], key: str | None) -> None:
        """A new item, or the open one of its key."""
        known = list(self.items)
        needed = [known[need % len(known)] for need in needs] if known else []
        open_ones = [
            each.id for each in self.items.values()
            if key and each.key == key and each.state in ("ready", "blocked", "claimed")
        ]  # fmt: skip
        item, is_new = self.queues["ada"].create(
            "reflect", priority=priority, depends_on=needed, dedup_key=key
        )
        assert is_new is not bool(open_ones)
        if not is_new:
            assert item in open_ones
            return
        waiting = {each for each in needed if self.items[each].state != "completed"}
        at = self.board.row("work", item)["created_at"] or 0
        made = Modelled(item, len(self.items), priority, at, waiting, key)
        made.state = "blocked" if waiting else "ready"
        self.items[item] = made

    @rule(worker=st.sampled_from(["ada", "bob", "cy"]), limit=st.integers(1, 3))
    def claim(self, worker: str, limit: int) -> None:
        """The most urgent ones that are ready, and those whose worker was silent too long."""
        now = self.clock.now
        self._expire(now)
        ready = [
            each for each in self.items.values() if each.state == "ready" and each.not_before <= now
        ]
        expected = sorted(ready, key=lambda each: each.urgency(now))[:limit]
        claimed = self.queues[worker].claim(None, limit)
        assert [item.id for item in claimed] == [each.id for each in expected]
        for each, item in zip(expected, claimed, strict=True):
            each.state, each.worker = "claimed", worker
            each.attempts += 1
            each.claimed_until = each.lease = now + LASTS
            assert (item.attempt, item.lease_expires_at) == (each.attempts, now + LASTS)
        self.claims += claimed

    def _expire(self, now: int) -> None:
        for item in self.items.values():
            if item.state == "claimed" and max(item.claimed_until, item.lease or 0) <= now:
                item.state = "quarantined" if item.attempts >= 3 else "ready"
                item.not_before = 0

    @precondition(lambda self: self.claims)
    @rule(
        which=st.integers(0, 1000),
        what=st.sampled_from(["complete", "complete", "fail", "give up", "release", "heartbeat"]),
    )
    def speak(self, which: int, what: str) -> None:
        """A worker reports on an item it claimed once; it counts if the item is still held."""
        item = self.claims[-1 - which % min(len(self.claims), 8)]
        queue, modelled = self.queues[item.worker], self.items[item.id]
        says: dict[str, Any] = {
            "complete": lambda: queue.complete([(item, {"by": item.worker})]),
            "fail": lambda: queue.fail(item, "no"),
            "give up": lambda: queue.fail(item, "never", retry=False),
            "release": lambda: queue.release([item], "not now"),
            "heartbeat": lambda: queue.heartbeat([item]),
        }
        head = self.board.log.head()
        try:
            says[what]()
        except LeaseLost:
            assert not modelled.is_held_as(item)
            assert self.board.log.head() == head
        else:
            assert modelled.is_held_as(item)
            self._hear(modelled, what)

    def _hear(self, item: Modelled, what: str) -> None:
        match what:
            case "complete":
                item.state, item.completions = "completed", item.completions + 1
                self._unblock(item.id)
            case "heartbeat":
                item.lease = self.clock.now + LASTS
            case "release":
                item.state, item.not_before = "ready", 0
            case "fail" if item.attempts < 3:
                item.state = "ready"
                item.not_before = self.clock.now + decide.backoff(item.id, item.attempts)
            case _:
                item.state = "quarantined"

    def _unblock(self, done: str) -> None:
        for item in self.items.values():
            item.waiting.discard(done)
            if item.state == "blocked" and not item.waiting:
                item.state = "ready"

    @precondition(lambda self: self.items)
    @rule(which=st.integers(0, 30))
    def retry(self, which: int) -> None:
        """A person puts back what was put aside, and nothing else."""
        item = list(self.items.values())[which % len(self.items)]
        try:
            self.queues["bob"].retry(item.id, "again")
        except NotPossible:
            assert item.state != "quarantined"
        else:
            assert item.state == "quarantined"
            item.state, item.attempts, item.not_before = "ready", 0, 0

    @rule(minutes=st.sampled_from([-90, -1, 0, 1, 2, 5, 6, 60, 60 * 30]))
    def let_time_pass(self, minutes: int) -> None:
        """Leases run out, waits are over, items grow old; or the clock is put back."""
        self.clock.advance(minutes * MINUTE)

    @rule()
    def lose_leases(self) -> None:
        """Delete the leases, the only state outside the log."""
        connection_of(self.board).execute("DELETE FROM leases")
        for item in self.items.values():
            item.lease = None

    @rule()
    def lose_claims(self) -> None:
        """Delete the table of claims, as forgetting does; it is folded from the log again."""
        self.board.local.work.drop()

    @rule(priority=st.sampled_from(["P1", "P2", "P3"]))
    def create_elsewhere(self, priority: Priority) -> None:
        """An item comes by an event that no queue appended."""
        name = f"item-{len(self.items)}"
        made = WorkCreated(item=name, kind="reflect", priority=priority)
        self.board.record(made, actor="a person")
        at = self.board.row("work", name)["created_at"] or 0
        self.items[name] = Modelled(name, len(self.items), priority, at, set(), None)

    @invariant()
    def the_view_agrees_with_the_model(self) -> None:
        """State, attempts and what is waited for are the same; nothing is completed twice."""
        rows = {row["item"]: row for row in self.board.view("work")}
        assert set(rows) == set(self.items)
        for item in self.items.values():
            row = rows[item.id]
            assert (row["state"], row["attempts"]) == (item.state, item.attempts)
            assert set(row["waiting_for"]) == item.waiting
            assert (row["queue"] is not None) == (item.state == "ready")
            assert item.completions == (item.state == "completed")


def stored_claims(board: Board) -> dict[str, dict[str, Any]]:
    """The table of claims, brought in step."""
    with Claims(board).deciding():
        rows = connection_of(board).execute(f"SELECT {', '.join(COLUMNS)} FROM {TABLE}").fetchall()
    return {row[0]: decoded(row) for row in rows}


def folded_claims(board: Board) -> dict[str, dict[str, Any]]:
    """The same, folded from all events in memory."""
    rows = fold(CLAIMS, board.read())
    return {item: {name: row[name] for name in COLUMNS} for item, row in rows.items()}


TestWork = Work.TestCase
TestWork.settings = settings(max_examples=rounds(10, 25), stateful_step_count=40, deadline=None)
