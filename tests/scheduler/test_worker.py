"""The worker: what becomes of items by how their handlers end, and when it sleeps, wakes, stops."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.errors import BoardError, BoardFull
from blackboard.event import NewEvent
from blackboard.views.rows import WorkRow
from scheduler.handler import Handler, Hopeless, Outcome, Stopped
from scheduler.work import decide
from scheduler.work.item import Item
from scheduler.work.queue import Queue
from scheduler.worker import Done, Worker
from tests.conftest import FixedClock
from tests.faults.children import go, start
from tests.inside import connection_of

HOUR = 3_600_000_000
LONGEST = 60
"""Seconds after which a test gives up waiting for another thread."""

Do = Callable[[Board, Item, Callable[[], bool]], Any]
Open = Callable[[], Board]


class Doing:
    """A handler whose behaviour the test defines."""

    kind = "probe"

    def __init__(self, do: Do) -> None:
        self._do = do

    def handle(self, board: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        """See `Handler`."""
        outcome: Outcome = self._do(board, item, stopping)
        return outcome


class HookEvent:
    """What a worker reported."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str, str]] = []

    def __call__(self, what: str, item: Item, said: str) -> None:
        """See `Report`."""
        self.lines.append((what, item.id, said))

    @property
    def what(self) -> list[str]:
        """What happened, in order."""
        return [what for what, _, _ in self.lines]


@pytest.fixture
def open_board(tmp_path: Path, board: Board, clock: FixedClock) -> Open:
    """Opens the board of the test anew, as each thread of a worker does."""
    return lambda: Board.open(tmp_path / "board.db", clock=clock)


@pytest.fixture
def queue(board: Board, clock: FixedClock) -> Queue:
    """The queue as seen by a producer."""
    return Queue(board, "maker", clock=clock)


def handlers(do: Do) -> dict[str, Handler]:
    """One handler, of the kind `probe`."""
    return {"probe": Doing(do)}


def create(queue: Queue, count: int = 1, **input: Any) -> list[str]:
    """Some items of the kind `probe`."""
    return [queue.create("probe", input)[0] for _ in range(count)]


def only(board: Board) -> WorkRow:
    """The row of the only item."""
    [row] = board.view("work")
    return row


def fails(error: BaseException) -> Do:
    """A handler that raises."""

    def do(_board: Board, _item: Item, _stopping: Callable[[], bool]) -> Outcome:
        raise error

    return do


def well(_board: Board, item: Item, _stopping: Callable[[], bool]) -> Outcome:
    """A handler that does its item."""
    return {"did": item.id}


# How handlers end


def test_what_is_done_is_completed_with_its_outcome(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """The handler gets the board and the item, and each result is reported."""
    seen: list[Item] = []

    def do(given: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        assert given.row("work", item.id)["state"] == "claimed"
        assert not stopping()
        seen.append(item)
        return {"n": item.input["n"] + 1}

    created, reports = create(queue, 2, n=1), HookEvent()
    done = Worker(open_board, handlers(do), clock=clock, report=reports).run(until_idle=True)
    assert done == Done(completed=2)
    assert [item.id for item in seen] == created
    assert reports.lines == [("completed", item, "") for item in created]
    rows = board.view("work")
    assert [(row["state"], row["outcome"]) for row in rows] == [("completed", {"n": 2})] * 2
    assert {row["worker"] for row in rows} == {seen[0].worker}


def test_what_raises_is_tried_three_times_and_then_put_aside(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """Each attempt is recorded with its error, and the worker continues."""
    [item] = create(queue)
    reports = HookEvent()
    worker = Worker(open_board, handlers(fails(KeyError("tile"))), clock=clock, report=reports)
    for attempt in (1, 2):
        worker.run(until_idle=True)
        assert only(board)["state"] == "ready"
        assert only(board)["reason"] == "KeyError: 'tile'"
        clock.advance(decide.backoff(item, attempt))
    assert worker.run(until_idle=True) == Done(failed=3)
    assert only(board)["state"] == "quarantined"
    assert reports.lines == [("failed", item, "KeyError: 'tile'")] * 3


def test_what_is_hopeless_is_put_aside_at_once(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """No second attempt, even if some are left."""
    create(queue)
    worker = Worker(open_board, handlers(fails(Hopeless("there is no such session"))), clock=clock)
    assert worker.run(until_idle=True) == Done(failed=1)
    assert only(board)["state"] == "quarantined"
    assert only(board)["reason"] == "cannot succeed: there is no such session"


def test_what_stops_early_is_given_back(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """A handler that is asked to stop may; the item is ready for the next worker."""
    [item] = create(queue)
    reports = HookEvent()

    def do(_board: Board, _item: Item, stopping: Callable[[], bool]) -> Outcome:
        worker.stop()
        assert stopping()
        raise Stopped

    worker = Worker(open_board, handlers(do), clock=clock, report=reports)
    assert worker.run() == Done(released=1)
    assert (only(board)["state"], only(board)["reason"]) == ("ready", "the worker stops")
    assert reports.lines == [("released", item, "the worker stops")]


def test_what_stops_although_nobody_asked_has_failed(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """It would be claimed and given back for ever."""
    create(queue)
    worker = Worker(open_board, handlers(fails(Stopped("I do not feel like it"))), clock=clock)
    assert worker.run(until_idle=True) == Done(failed=1)
    assert (only(board)["not_before"] or 0) > clock.now
    assert only(board)["reason"] == "I do not feel like it"


@pytest.mark.parametrize(
    "outcome",
    [None, "done", [1], 7, {"x": len}, {1: 2}, {"x": 2**64}, {"x": "\ud800"}, {"x": b"\xff"}],
    ids=repr,
)
def test_nonsense_is_a_failed_attempt(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock, outcome: Any
) -> None:
    """An outcome that is not a JSON object; other items still complete."""
    create(queue, 1, odd=True)
    create(queue, 1, odd=False)

    def do(_board: Board, item: Item, _stopping: Callable[[], bool]) -> Any:
        return outcome if item.input["odd"] else {}

    worker = Worker(open_board, handlers(do), clock=clock)
    assert worker.run(until_idle=True) == Done(completed=1, failed=1)
    rows = {row["input"]["odd"]: row for row in board.view("work")}
    assert (rows[True]["state"], rows[False]["state"]) == ("ready", "completed")
    assert "\n" not in str(rows[True]["reason"])


@pytest.mark.parametrize("error", [SystemExit(3), RecursionError("deep"), MemoryError()], ids=repr)
def test_no_handler_ends_the_worker(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock, error: BaseException
) -> None:
    """Not even one that calls `sys.exit`."""
    create(queue)
    worker = Worker(open_board, handlers(fails(error)), clock=clock)
    assert worker.run(until_idle=True) == Done(failed=1)
    assert type(error).__name__ in str(only(board)["reason"])


def test_what_is_kept_of_an_error_is_short_readable_and_without_secrets(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """An undecodable file name, a token, and a long server answer."""
    file, token = os.fsdecode(b"\xff"), "ghp_" + "0123456789abcdefghijAB"
    error = OSError(f"{file} refused {token}: " + "x" * 10_000)
    create(queue)
    Worker(open_board, handlers(fails(error)), clock=clock).run(until_idle=True)
    reason = str(only(board)["reason"])
    assert reason.startswith("OSError: ? refused [redacted github-token]")
    assert len(reason) <= 2000


# Leases


def test_the_lease_is_kept_while_the_handler_works(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """As long as it takes, no other worker gets the item."""
    create(queue)

    def do(given: Board, item: Item, _stopping: Callable[[], bool]) -> Outcome:
        for _ in range(3):
            clock.advance(29_999)
            until(lambda: lease(given) == clock.now + 30_000)
            assert queue.claim() == []
        return {"claimed_until": item.lease_expires_at}

    worker = Worker(open_board, handlers(do), clock=clock, lease=0.03)
    assert worker.run(until_idle=True) == Done(completed=1)
    assert only(board)["outcome"]["claimed_until"] < clock.now
    assert lease(board) is None


def lease(board: Board) -> int | None:
    """Until when the only item is kept, if it is."""
    row = connection_of(board).execute("SELECT expires_at FROM leases").fetchone()
    return row[0] if row else None


def until(is_so: Callable[[], bool]) -> None:
    """Wait for another thread to do something."""
    deadline = time.monotonic() + LONGEST
    pause = threading.Event()
    while not is_so():
        assert time.monotonic() < deadline
        pause.wait(0.002)


def test_what_hangs_is_another_workers_in_the_end(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """Its heartbeats end after the limit; a late result is dropped."""
    create(queue)
    hangs, wakes, reports = threading.Event(), threading.Event(), HookEvent()

    def hang(_board: Board, _item: Item, _stopping: Callable[[], bool]) -> Outcome:
        hangs.set()
        assert wakes.wait(LONGEST)
        return {"by": "the one that hung"}

    hung = Worker(open_board, handlers(hang), clock=clock, lease=0.003, longest=0, report=reports)
    thread = threading.Thread(target=hung.run, kwargs={"most": 1})
    thread.start()
    assert hangs.wait(LONGEST)
    until(lambda: not any("beat" in each.name for each in threading.enumerate()))
    clock.advance(HOUR)
    other = Worker(open_board, handlers(well), clock=clock)
    assert other.run(until_idle=True) == Done(completed=1)
    wakes.set()
    thread.join(LONGEST)
    assert (hung.done, reports.what) == (Done(lost=1), ["lost"])
    assert only(board)["outcome"] == {"did": only(board)["item"]}


def test_a_heartbeat_that_fails_is_tried_again(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """A disk that was full for a moment costs neither the item nor the worker."""
    create(queue)
    opened: list[int] = []
    main = threading.current_thread()

    def opening() -> Board:
        if threading.current_thread() is not main and "beat" in threading.current_thread().name:
            opened.append(1)
            if len(opened) < 3:
                raise BoardFull("board.db")
        return open_board()

    def do(given: Board, _item: Item, _stopping: Callable[[], bool]) -> Outcome:
        clock.advance(1000)
        until(lambda: lease(given) == clock.now + 30_000)
        return {}

    worker = Worker(opening, handlers(do), clock=clock, lease=0.03)
    assert worker.run(until_idle=True) == Done(completed=1)
    assert len(opened) >= 3


# How many, and which


def test_so_many_run_at_once_and_no_more(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """Three meet at a barrier, again and again; a fourth is never among them."""
    create(queue, 9)
    barrier, running, most = threading.Barrier(3), [0], [0]
    counting = threading.Lock()

    def do(_board: Board, _item: Item, _stopping: Callable[[], bool]) -> Outcome:
        with counting:
            running[0] += 1
            most[0] = max(most[0], running[0])
        barrier.wait(LONGEST)
        with counting:
            running[0] -= 1
        return {}

    worker = Worker(open_board, handlers(do), clock=clock, concurrency=3)
    assert worker.run(until_idle=True) == Done(completed=9)
    assert most == [3]


def test_all_are_counted_however_many_end_at_once(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """Eight threads, forty items, each completed once."""
    create(queue, 40)
    worker = Worker(open_board, handlers(well), clock=clock, concurrency=8)
    assert worker.run(until_idle=True) == Done(completed=40)
    assert len(list(board.read(types=["work.completed"]))) == 40
    assert len(list(board.read(types=["work.claimed"]))) == 40


def test_it_stops_after_so_many_items(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """What is beyond is not even claimed."""
    create(queue, 5)
    worker = Worker(open_board, handlers(well), clock=clock, concurrency=4)
    assert worker.run(most=2) == Done(completed=2)
    assert sorted(row["state"] for row in board.view("work")) == ["completed"] * 2 + ["ready"] * 3
    none_left = Worker(open_board, {}, clock=clock)
    assert none_left.run(most=1, until_idle=True) == Done()


def test_kinds_that_nobody_does_are_left_alone(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """They wait for a person, or for a worker that knows them."""
    queue.create("improve", priority="P1")
    create(queue)
    assert Worker(open_board, handlers(well), clock=clock).run(until_idle=True).completed == 1
    states = {row["kind"]: row["state"] for row in board.view("work")}
    assert states == {"improve": "ready", "probe": "completed"}


def test_idle_is_when_nothing_is_ready(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """What becomes ready meanwhile is done; what is put off is left for another time."""
    [first] = create(queue)
    for _ in range(3):
        first = queue.create("probe", depends_on=[first])[0]
    [put_off] = create(queue)
    queue.fail(next(item for item in queue.claim(None, 2) if item.id == put_off), "later")
    queue.release([queue.held(only_claimed(board))], "yours")
    assert Worker(open_board, handlers(well), clock=clock).run(until_idle=True).completed == 4
    assert board.row("work", put_off)["state"] == "ready"


def only_claimed(board: Board) -> str:
    """The only item that is held."""
    [row] = board.view("work", where={"state": "claimed"})
    return str(row["item"])


# Sleeping, waking, stopping


_CREATE = """
from blackboard.board import Board
from scheduler.work.queue import Queue
ready()
with Board.open(sys.argv[1]) as board:
    Queue(board, "elsewhere").create("probe")
"""


def test_it_sleeps_until_another_process_has_work_for_it(
    open_board: Open, board: Board, clock: FixedClock, tmp_path: Path
) -> None:
    """It asks the queue a few times in all, and does not look while nothing happens."""
    waits: list[float] = []

    def watched() -> Board:
        opened = open_board()
        wait = opened.log.wait

        def waiting(after: int, timeout: float) -> int:
            waits.append(timeout)
            if len(waits) == 1:
                assert go(start(_CREATE, tmp_path / "board.db")) == [("", "")]
            return wait(after, timeout)

        opened.log.wait = waiting  # type: ignore[method-assign]  # the clock of this test
        return opened

    def do(_board: Board, _item: Item, _stopping: Callable[[], bool]) -> Outcome:
        worker.stop()
        return {}

    worker = Worker(watched, handlers(do), clock=clock)
    assert worker.run() == Done(completed=1)
    assert len(waits) <= 2


def test_a_lost_item_wakes_it_too(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """Nothing is written when an item was lost, and still it notices that it is idle."""
    create(queue)
    asleep, begun = threading.Event(), time.monotonic()

    def watched() -> Board:
        opened = open_board()
        wait = opened.log.wait

        def waiting(after: int, timeout: float) -> int:
            head = wait(after, min(timeout, 0.02))
            if head <= after:
                asleep.set()
            return head

        opened.log.wait = waiting  # type: ignore[method-assign]
        return opened

    def do(_board: Board, _item: Item, _stopping: Callable[[], bool]) -> Outcome:
        assert asleep.wait(LONGEST)  # until then the worker itself could take what is free
        clock.advance(HOUR)
        [taken] = queue.claim()
        queue.complete([(taken, {})])
        asleep.clear()
        assert asleep.wait(LONGEST)
        return {}

    worker = Worker(watched, handlers(do), clock=clock, concurrency=2)
    assert worker.run(until_idle=True) == Done(lost=1)
    assert time.monotonic() - begun < 15


def test_asked_to_stop_it_finishes_what_it_does_and_takes_no_more(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """Both items in hand are completed; the third waits for the next worker."""
    create(queue, 3)
    both = threading.Barrier(2)

    def do(_board: Board, item: Item, _stopping: Callable[[], bool]) -> Outcome:
        both.wait(LONGEST)
        worker.stop()
        return {"did": item.id}

    worker = Worker(open_board, handlers(do), clock=clock, concurrency=2)
    assert worker.run() == Done(completed=2)
    assert sorted(row["state"] for row in board.view("work")) == ["completed", "completed", "ready"]


def test_an_error_of_the_board_ends_it_and_asks_the_rest_to_stop(
    open_board: Open, queue: Queue, board: Board, clock: FixedClock
) -> None:
    """An append error is no handler failure; other handlers release their items."""
    create(queue, 1, full=True)
    create(queue, 1, full=False)
    both = threading.Barrier(2)

    def do(given: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        both.wait(LONGEST)
        if item.input["full"]:
            given.close()  # from here on nothing can be said of this item
            return {}
        until(stopping)
        raise Stopped

    worker = Worker(open_board, handlers(do), clock=clock, concurrency=2)
    with pytest.raises(BoardError):
        worker.run()
    left = {row["input"]["full"]: (row["state"], row["reason"]) for row in board.view("work")}
    assert left == {True: ("claimed", ""), False: ("ready", "the worker stops")}
    clock.advance(HOUR)
    assert Worker(open_board, handlers(well), clock=clock).run(until_idle=True).completed == 2


def test_a_board_that_cannot_be_opened_ends_it(board: Board, clock: FixedClock) -> None:
    """There is nothing to work on."""

    def full() -> Board:
        raise BoardFull("board.db")

    with pytest.raises(BoardFull):
        Worker(full, handlers(well), clock=clock).run(until_idle=True)


def test_what_happened_becomes_work_before_anything_is_claimed(
    open_board: Open, board: Board, clock: FixedClock
) -> None:
    """A merged pull request is on the queue and done in one go."""
    board.append([NewEvent("pr.merged", "pr", {"number": 12}, project="p")])

    class Reflect(Doing):
        kind = "reflect"

    done: dict[str, Handler] = {"reflect": Reflect(lambda _b, item, _s: dict(item.input))}
    assert Worker(open_board, done, clock=clock).run(until_idle=True) == Done(completed=1)
    assert only(board)["outcome"] == {"project": "p", "number": 12}


def test_its_name_tells_machine_and_process(open_board: Open) -> None:
    """No two processes on one board have the same."""
    assert Worker(open_board, {}).name.endswith(f":{os.getpid()}")
    assert sys.platform == "win32" or Worker(open_board, {}).name.startswith(os.uname().nodename)
