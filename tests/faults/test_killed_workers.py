"""That workers may be killed at any point: what is to be done is done, once, and told once."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from blackboard import ids
from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.importer import import_files
from blackboard.transcript_files import find
from blackboard.views.rows import WorkRow
from lessonboard.part_settings import AutomationSettings
from lessonboard.parts.automation.considering import consider
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.reflecting import ReflectionTools
from scheduler.handler import Handler, Outcome
from scheduler.handlers.reflect import ReflectHandler
from scheduler.work.item import Item
from scheduler.work.queue import Queue, system_clock
from scheduler.worker import Worker
from tests.faults.children import go, killed, let_go, start
from tests.inside import connection_of
from tests.long_runs import rounds

SAMPLES = Path(__file__).parents[2] / "examples" / "sessions"
DAY = 24 * 3_600_000_000
EFFECTS = 3

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")


class Telling:
    """Tells three effects of each item, with ids that follow from it."""

    kind = "reflect"

    def handle(self, board: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        """See `Handler`."""
        for number in range(EFFECTS):
            board.append([effect(item.id, number)])
        return {"told": EFFECTS}


def effect(item: str, number: int) -> NewEvent:
    """One effect of an item."""
    told = {"item": item, "number": number}
    return NewEvent("note.taken", "notes", told, id=ids.derived("notes", f"{item}:{number}"))


def finish(path: Path, handler: Handler) -> None:
    """Do what is left, a week later, after a person has put back what was put aside."""
    with Board.open(path) as board:
        queue = Queue(board, "person", clock=later)
        queue.claim([])  # leases that ran out end here
        for row in board.view("work", where={"state": "quarantined"}):
            queue.retry(row["item"], "its workers were killed")
    worker = Worker(lambda: Board.open(path), {"reflect": handler}, clock=later, concurrency=2)
    done = worker.run(until_idle=True)
    assert (done.failed, done.lost) == (0, 0)


def later() -> int:
    """A week from now: all leases are over, also those of workers whose clocks ran ahead."""
    return system_clock() + 7 * DAY


def check(path: Path, merges: int, made: int) -> list[WorkRow]:
    """Every item is done, and everything about it was told exactly once; returns the items."""
    with Board.open(path) as board:
        rows = board.view("work", order="place")
        assert {row["state"] for row in rows} == {"completed"}
        assert len(rows) == merges + made
        dispatched = [row["input"]["number"] for row in rows if "number" in row["input"]]
        assert sorted(dispatched) == list(range(1, merges + 1))
        completed = Counter((e.payload or {})["item"] for e in board.read(types=["work.completed"]))
        assert completed == {row["item"]: 1 for row in rows}
        assert connection_of(board).execute("SELECT count(*) FROM leases").fetchone() == (0,)
        board.replay("work")
        assert board.view("work", order="place") == rows
        assert board.verify().sound
    return rows


def check_effects(path: Path, rows: list[WorkRow]) -> None:
    """Three effects of each item, each told once."""
    with Board.open(path) as board:
        told = Counter(
            (e.payload or {}).get("item", "") + str((e.payload or {}).get("number"))
            for e in board.read(types=["note.taken"])
        )
    assert told == {f"{row['item']}{n}": 1 for row in rows for n in range(EFFECTS)}


def merges(path: Path, first: int, last: int) -> None:
    """Some pull requests were merged."""
    with Board.open(path) as board:
        board.append([NewEvent("pr.merged", f"pr:{n}", {"number": n}, project="p")
                      for n in range(first, last + 1)])  # fmt: skip


def make(path: Path, count: int) -> None:
    """Some items, each of which waits for the one before it."""
    with Board.open(path) as board:
        queue = Queue(board, "maker")
        before: list[str] = []
        for _ in range(count):
            before = [queue.create("reflect", depends_on=before)[0]]


_DIE_IN = """
import os, signal
from blackboard.board import Board
from blackboard.claims import Claims
from scheduler import dispatch
from scheduler.work.queue import Queue
from scheduler.worker import Worker
from tests.faults.test_killed_workers import Telling, effect

path, phase = sys.argv[1:]

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

def die_the_second_time(act):
    calls = []
    def acting(*given, **named):
        calls.append(1)
        return die() if len(calls) == 2 else act(*given, **named)
    return acting

class Handler(Telling):
    def handle(self, board, item, stopping):
        board.append([effect(item.id, 0)])
        if phase == "in the handler":
            die()
        return super().handle(board, item, stopping)

open_board = lambda: Board.open(path)
if phase == "after the claim":
    open_board = die_the_second_time(open_board)
elif phase == "before completing":
    Queue.complete = die
elif phase == "while completing":
    append = Claims.append
    def appending(self, events):
        append(self, events)
        if events and events[0].type == "work.completed":
            die()
    Claims.append = appending
elif phase == "in the middle of dispatching":
    dispatch._create = die_the_second_time(dispatch._create)
elif phase == "after dispatching":
    Queue.claim = die
elif phase == "in a heartbeat":
    Queue.heartbeat = die
    handle = Handler.handle
    def slowly(self, *given):
        import threading
        threading.Event().wait(60)
    Handler.handle = slowly
lease = 0.03 if phase == "in a heartbeat" else 300
report = die if phase == "after completing" else lambda *_: None
ready()
Worker(open_board, {"reflect": Handler()}, lease=lease, report=report).run(until_idle=True)
"""


@pytest.mark.parametrize(
    "phase",
    [
        "in the middle of dispatching",
        "after dispatching",
        "after the claim",
        "in a heartbeat",
        "in the handler",
        "before completing",
        "while completing",
        "after completing",
    ],
)
def test_a_worker_killed_in_any_phase_is_followed_by_the_next(tmp_path: Path, phase: str) -> None:
    """The next one does what is left; no item, effect or completion is lost or doubled."""
    path = tmp_path / "board.db"
    merges(path, 1, 3)
    make(path, 2)
    child = start(_DIE_IN, path, phase)
    let_go(child)
    killed(child)
    finish(path, Telling())
    check_effects(path, check(path, 3, 2))


_DIE_AT_RANDOM = """
import os, signal
from functools import partial
from pathlib import Path
from random import Random
from blackboard.board import Board
from blackboard.storage.sqlite.log import SqliteLog
from scheduler.work.queue import system_clock
from scheduler.worker import Worker
from tests.faults import test_killed_workers as told

path, seed, rounds, handler = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
random = Random(seed)
handlers = {"reflect": getattr(told, handler)()}
append = SqliteLog.append

def work(number, left, before):
    def appending(self, events, **named):
        nonlocal left
        left -= 1
        if left == 0 and before:
            os.kill(os.getpid(), signal.SIGKILL)
        appended = append(self, events, **named)
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return appended
    SqliteLog.append = appending
    clock = lambda: system_clock() + number * 600_000_000
    Worker(lambda: Board.open(path), handlers, clock=clock, concurrency=2).run(until_idle=True)

ready()
deaths = 0
for number in range(rounds):
    if handler == "Telling":
        told.merges(path, 1 + 2 * number, 2 + 2 * number)
        told.make(path, 1)
    left, before = random.randint(1, 30), random.random() < 0.5
    child = os.fork()  # a process of its own, without starting Python again
    if child == 0:
        try:
            work(number, left, before)
        finally:
            os._exit(0)
    deaths += os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
print(deaths)
"""


@needs_fork
@pytest.mark.parametrize("seed", [1])
def test_many_random_kills_lose_and_double_nothing(tmp_path: Path, seed: int) -> None:
    """More than 200 workers in a full run, a few in a plain one; all is done, each item once."""
    path = tmp_path / "board.db"
    lives = rounds(20, 260)
    [(written, errors)] = go(start(_DIE_AT_RANDOM, path, seed, lives, "Telling"))
    assert errors == ""
    assert int(written) >= rounds(8, 200)
    finish(path, Telling())
    check_effects(path, check(path, 2 * lives, lives))


def Reflecting() -> ReflectHandler:  # noqa: N802  # found by its name, as the class above
    """The real handler, by rules."""
    settings = AutomationSettings(automation_enabled=True)
    return ReflectHandler(
        lambda _: ReflectionTools(Critic(CriticSettings().in_force())), partial(consider, settings)
    )


@pytest.mark.full
@needs_fork
def test_what_is_learnt_under_kills_is_what_is_learnt_without(tmp_path: Path) -> None:
    """Real sessions, the real handler, killed a dozen times: the same lessons, each once."""
    disturbed, quiet = tmp_path / "disturbed.db", tmp_path / "quiet.db"
    for path in (disturbed, quiet):
        with Board.open(path) as board:
            import_files(board, find([SAMPLES]))
            queue = Queue(board, "maker")
            for row in board.view("sessions", order="id"):
                queue.create("reflect", {"session": row["id"]}, project=row["project"])
    [(written, errors)] = go(start(_DIE_AT_RANDOM, disturbed, 3, 14, "Reflecting"))
    assert errors == ""
    assert int(written) >= 5
    for path in (disturbed, quiet):
        finish(path, Reflecting())
        check(path, 0, 10)
    assert learnt(disturbed) == learnt(quiet)


def learnt(path: Path) -> dict[str, Any]:
    """What was learnt, without the times at which it was written down."""
    times = ("created_at", "learnt_at", "updated_at", "decisions")
    with Board.open(path) as board:
        found: dict[str, Any] = {
            name: [{key: value for key, value in row.items() if key not in times}
                   for row in board.view(name, order="id")]
            for name in ("lessons", "insights")
        }  # fmt: skip
        completed = Counter((e.payload or {})["subject"]
                            for e in board.read(types=["reflection.completed"]))  # fmt: skip
        return {**found, "looked at": completed}
