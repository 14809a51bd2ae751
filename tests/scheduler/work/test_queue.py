"""The queue on a real file: ranking, dependencies, leases, retries, many processes, bad input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from blackboard.board import Board
from blackboard.errors import InvalidEvent
from blackboard.event import NewEvent
from blackboard.events.payload import new
from blackboard.events.work import WorkClaimed, WorkCompleted
from blackboard.views.rows import WorkRow
from scheduler.work import decide
from scheduler.work.item import Item, LeaseLost, NoSuchItem, NotPossible, Priority
from scheduler.work.queue import LEASE, Queue
from tests.conftest import FixedClock
from tests.faults.children import go, start
from tests.inside import connection_of
from tests.long_runs import rounds

SECOND = 1_000_000
MINUTE, HOUR = 60 * SECOND, 3600 * SECOND
Open = Callable[..., Queue]


@pytest.fixture
def open_queue(tmp_path: Path, clock: FixedClock) -> Iterator[Open]:
    """Opens the queue anew on one file, as another process would, for a worker of some name."""
    with ExitStack() as opened:

        def open_queue(worker: str, time: FixedClock = clock) -> Queue:
            board = opened.enter_context(Board.open(tmp_path / "board.db", clock=time))
            return Queue(board, worker, clock=time)

        yield open_queue


@pytest.fixture
def queue(board: Board, clock: FixedClock) -> Queue:
    """The queue of the board, as the worker `w` sees it."""
    return Queue(board, "w", clock=clock)


def states(board: Board) -> dict[str, str]:
    """The state of every item."""
    return {row["item"]: row["state"] for row in board.view("work")}


def row(board: Board, item: str) -> WorkRow:
    """One item's row."""
    return board.row("work", item)


def take(queue: Queue, limit: int = 1) -> list[str]:
    """The ids of the items that are claimed now."""
    return [item.id for item in queue.claim(None, limit)]


def finish(queue: Queue, *ids: str) -> None:
    """Claim what is ready and complete it; it must be exactly these, in this order."""
    items = queue.claim(None, len(ids) + 1)
    assert [item.id for item in items] == list(ids)
    queue.complete([(item, {}) for item in items])


def told(board: Board, type_: str) -> Counter[str]:
    """The number of events of a type for each item."""
    return Counter((event.payload or {})["item"] for event in board.read(types=[type_]))


# Ranking


def test_the_most_urgent_is_taken_first(queue: Queue) -> None:
    """By priority, then by order of creation, even if the clock stands still."""
    order: list[Priority] = ["P3", "P2", "P1", "P2", "P1", "P3"]
    made = [queue.create("reflect", priority=each)[0] for each in order]
    assert take(queue, 10) == [made[2], made[4], made[1], made[3], made[0], made[5]]


def test_age_lifts_an_item_over_fresh_ones_of_the_next_priority(
    queue: Queue, clock: FixedClock
) -> None:
    """A P3 of 31 hours has rank 41, a fresh P2 has 40."""
    old = queue.create("reflect", priority="P3")[0]
    clock.advance(31 * HOUR)
    fresh = queue.create("reflect")[0]
    urgent = queue.create("reflect", priority="P1")[0]
    assert take(queue, 3) == [urgent, old, fresh]


def test_those_that_came_while_the_clock_was_put_back_keep_their_order(
    queue: Queue, clock: FixedClock
) -> None:
    """They are as old as the clock says; of one time, their order is that of their events."""
    before = queue.create("reflect")[0]
    clock.advance(-HOUR)
    made = [queue.create("reflect")[0] for _ in range(12)]
    assert take(queue, 20) == [*made, before]


def test_only_the_kinds_asked_for_are_taken(queue: Queue) -> None:
    """Others stay where they are, however urgent."""
    other = queue.create("improve", priority="P1")[0]
    mine = queue.create("reflect", priority="P3")[0]
    assert queue.claim([], 5) == []
    assert [item.id for item in queue.claim(["reflect", "unheard-of"], 5)] == [mine]
    assert queue.claim(["reflect"], 5) == []
    assert take(queue, 5) == [other]


def test_a_claim_carries_what_the_work_needs(queue: Queue, clock: FixedClock) -> None:
    """Kind, project, input, attempt, worker, and until when."""
    item = queue.create("reflect", {"session": "s1"}, project="p")[0]
    [claimed] = queue.claim()
    until = clock.now + int(LEASE * SECOND)
    found = claimed._replace(claim=None)
    assert found == Item(item, "reflect", "p", {"session": "s1"}, 1, "w", until)
    assert queue.held(item) == found
    assert queue.claim() == []


# Dependencies


def test_what_came_to_wait_for_an_item_that_is_claimed_is_unblocked(queue: Queue) -> None:
    """The completion looks for it, though nothing was added to the item itself."""
    queue.create("reflect")
    (first,) = queue.claim()
    waiting = queue.create("reflect", depends_on=[first.id])[0]
    queue.complete([(first, {})])
    assert [item.id for item in queue.claim()] == [waiting]


def test_an_item_waits_until_what_it_needs_is_done(queue: Queue, board: Board) -> None:
    """It is blocked, then ready; one that is done already is not waited for."""
    first = queue.create("reflect")[0]
    second = queue.create("reflect", depends_on=[first])[0]
    assert states(board) == {first: "ready", second: "blocked"}
    finish(queue, first)
    assert states(board) == {first: "completed", second: "ready"}
    third = queue.create("reflect", depends_on=[first])[0]
    assert row(board, third)["depends_on"] == [first]
    assert row(board, third)["waiting_for"] == []
    finish(queue, second, third)


def test_chains_are_done_in_order(queue: Queue) -> None:
    """Each becomes ready when the one before it is done, and no sooner."""
    chain = [queue.create("reflect", priority="P3")[0]]
    for _ in range(4):
        chain.append(queue.create("reflect", priority="P1", depends_on=chain[-1:])[0])
    for item in chain:
        finish(queue, item)
    assert queue.claim() == []


def test_the_bottom_of_a_diamond_waits_for_both_sides(queue: Queue, board: Board) -> None:
    """One side alone is not enough, and both may be completed at once."""
    top = queue.create("reflect")[0]
    sides = [queue.create("reflect", depends_on=[top])[0] for _ in range(2)]
    bottom = queue.create("reflect", depends_on=[*sides, top, *sides])[0]
    finish(queue, top)
    left, right = queue.claim(None, 5)
    queue.complete([(left, {})])
    assert row(board, bottom)["waiting_for"] == [right.id]
    assert states(board)[bottom] == "blocked"
    queue.complete([(right, {})])
    finish(queue, bottom)
    pair = [queue.create("reflect")[0] for _ in range(2)]
    after = queue.create("reflect", depends_on=pair)[0]
    queue.complete([(item, {}) for item in queue.claim(None, 2)])
    finish(queue, after)


def test_what_nobody_knows_cannot_be_waited_for(queue: Queue, board: Board) -> None:
    """The item is refused, and nothing is appended."""
    with pytest.raises(NoSuchItem, match="work-nobody"):
        queue.create("reflect", depends_on=["work-nobody"])
    assert list(board.read()) == []


def test_what_was_put_aside_keeps_others_waiting_until_it_is_retried(
    queue: Queue, board: Board
) -> None:
    """Failure unblocks nothing; success after a retry does."""
    first = queue.create("reflect")[0]
    second = queue.create("reflect", depends_on=[first])[0]
    queue.fail(queue.claim()[0], "cannot work", retry=False)
    third = queue.create("reflect", depends_on=[first])[0]
    assert states(board) == {first: "quarantined", second: "blocked", third: "blocked"}
    assert queue.claim(None, 5) == []
    queue.retry(first, "mended")
    finish(queue, first)
    finish(queue, second, third)


# Keys


def test_an_open_item_stands_for_all_of_its_key(queue: Queue, board: Board) -> None:
    """Ready, claimed, put off or blocked: it is there. Finished, it is not."""
    item, is_new = queue.create("reflect", {"n": 1}, dedup_key="k")
    assert is_new
    assert queue.create("reflect", {"n": 2}, dedup_key="k") == (item, False)
    [claimed] = queue.claim()
    assert queue.create("reflect", dedup_key="k") == (item, False)
    queue.fail(claimed, "later")
    assert queue.create("reflect", dedup_key="k") == (item, False)
    blocked = queue.create("reflect", depends_on=[item], dedup_key="b")[0]
    assert queue.create("reflect", dedup_key="b") == (blocked, False)
    assert len(states(board)) == 2
    assert row(board, item)["input"] == {"n": 1}


@pytest.mark.parametrize("retry", [True, False])
def test_a_finished_item_stands_for_nothing(queue: Queue, retry: bool) -> None:
    """Done or put aside, the key is free; without a key nothing is ever the same."""
    item = queue.create("reflect", dedup_key="k")[0]
    [claimed] = queue.claim()
    queue.complete([(claimed, {})]) if retry else queue.fail(claimed, "no", retry=False)
    again, is_new = queue.create("reflect", dedup_key="k")
    assert is_new
    assert again != item
    assert queue.create("reflect")[1]
    assert queue.create("reflect")[1]


_CREATE = """
from blackboard.board import Board
from scheduler.work.queue import Queue
with Board.open(sys.argv[1]) as board:
    queue = Queue(board, sys.argv[2])
    ready()
    for number in range(30):
        queue.create("reflect", dedup_key=f"k{number}")
"""


def test_of_several_who_create_at_once_one_is_first(tmp_path: Path) -> None:
    """Four processes put the same thirty keys on the queue: thirty items."""
    path = tmp_path / "board.db"
    outcomes = go(*(start(_CREATE, path, number) for number in range(4)))
    assert [errors for _, errors in outcomes] == [""] * 4
    with Board.open(path) as board:
        assert Counter(row["dedup_key"] for row in board.view("work")) == {
            f"k{number}": 1 for number in range(30)
        }


# Claims


_CLAIM = """
from blackboard.board import Board
from scheduler.work.queue import Queue
with Board.open(sys.argv[1]) as board:
    queue = Queue(board, sys.argv[2])
    ready()
    while items := queue.claim(None, 1 + int(sys.argv[2]) % 3):
        for item in items:
            print(item.id)
        queue.complete([(item, {"by": sys.argv[2]}) for item in items])
"""


def test_eight_processes_do_every_item_exactly_once(tmp_path: Path) -> None:
    """What one has claimed no other gets; at the end all are done."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        queue = Queue(board, "maker")
        made = [queue.create("reflect")[0] for _ in range(rounds(80, 300))]
        for item in made[:20]:
            made.append(queue.create("reflect", depends_on=[item])[0])
        outcomes = go(*(start(_CLAIM, path, number) for number in range(8)))
        assert [errors for _, errors in outcomes] == [""] * 8
        assert Counter(
            line for written, _ in outcomes for line in written.split()
        ) == dict.fromkeys(made, 1)
        assert (
            told(board, "work.claimed") == told(board, "work.completed") == dict.fromkeys(made, 1)
        )
        assert set(states(board).values()) == {"completed"}
        assert board.verify().sound


def test_an_item_is_done_once_however_often_it_is_named(queue: Queue, board: Board) -> None:
    """A worker that names it twice completes, or gives back, one item."""
    queue.create("reflect")
    [item] = queue.claim()
    queue.release([item, item], "not now")
    [item] = queue.claim()
    queue.complete([(item, {"n": 1}), (item, {"n": 2})])
    assert told(board, "work.released") == told(board, "work.completed") == {item.id: 1}
    assert row(board, item.id)["outcome"] == {"n": 2}


def test_all_are_completed_or_none(open_queue: Open, clock: FixedClock) -> None:
    """If one of three is not held any more, the other two are not completed either."""
    queue, other = open_queue("a"), open_queue("b")
    for _ in range(3):
        queue.create("reflect")
    items = queue.claim(None, 3)
    queue.release([items[1]], "given back")
    assert take(other) == [items[1].id]
    for refused in (
        lambda: queue.complete([(item, {}) for item in items]),
        lambda: queue.release(items, "all"),
        lambda: queue.heartbeat(items),
    ):
        with pytest.raises(LeaseLost):
            refused()
    queue.complete([(items[0], {}), (items[2], {})])


# Leases


def late(queue: Queue, item: Item) -> dict[str, Callable[[], Any]]:
    """Everything that a worker could still say of an item."""
    return {
        "complete": lambda: queue.complete([(item, {"late": True})]),
        "fail": lambda: queue.fail(item, "late"),
        "give up": lambda: queue.fail(item, "late", retry=False),
        "release": lambda: queue.release([item], "late"),
        "heartbeat": lambda: queue.heartbeat([item]),
    }


@pytest.mark.parametrize("what", ["complete", "fail", "give up", "release", "heartbeat"])
def test_what_ran_out_is_anothers_and_the_late_word_changes_nothing(
    open_queue: Open, board: Board, clock: FixedClock, what: str
) -> None:
    """The first worker is refused while the second works, and after it has finished."""
    first, second = open_queue("first"), open_queue("second")
    first.create("reflect")
    [item] = first.claim()
    clock.advance(int(LEASE * SECOND) - 1)
    assert second.claim() == []
    clock.advance(1)
    [taken] = second.claim()
    assert (taken.id, taken.attempt, taken.worker) == (item.id, 2, "second")
    for _ in range(2):
        before, head = row(board, item.id), board.log.head()
        with pytest.raises(LeaseLost, match="no longer held by first"):
            late(first, item)[what]()
        assert (row(board, item.id), board.log.head()) == (before, head)
        if before["state"] == "claimed":
            second.complete([(taken, {"by": "second"})])
    assert row(board, item.id)["outcome"] == {"by": "second"}


def test_what_nobody_else_took_may_still_be_completed_late(
    open_queue: Open, board: Board, clock: FixedClock
) -> None:
    """A lease that ran out takes nothing away by itself."""
    queue = open_queue("w")
    queue.create("reflect")
    [item] = queue.claim()
    clock.advance(10 * HOUR)
    queue.complete([(item, {})])
    assert states(board)[item.id] == "completed"


def test_a_heartbeat_keeps_an_item(open_queue: Open, clock: FixedClock) -> None:
    """Each one renews the lease; without them the next worker claims the item."""
    first, second = open_queue("first"), open_queue("second")
    first.create("reflect")
    [item] = first.claim()
    for _ in range(5):
        clock.advance(int(LEASE * SECOND) - 1)
        assert first.heartbeat([item]) == clock.now + int(LEASE * SECOND)
        assert second.claim() == []
    clock.advance(int(LEASE * SECOND))
    assert take(second) == [item.id]


def test_losing_all_leases_costs_no_more_than_a_second_attempt(
    open_queue: Open, board: Board, clock: FixedClock
) -> None:
    """What was claimed is known from the log; only prolonged leases end sooner."""
    first, second = open_queue("first"), open_queue("second")
    for _ in range(2):
        first.create("reflect")
    items = first.claim(None, 2)
    connection_of(board).execute("DELETE FROM leases")
    assert second.claim() == []
    first.complete([(items[0], {})])
    clock.advance(int(LEASE * SECOND) - 1)
    first.heartbeat([items[1]])
    connection_of(board).execute("DELETE FROM leases")
    clock.advance(1)
    [again] = second.claim(None, 2)
    assert (again.id, again.attempt) == (items[1].id, 2)
    second.complete([(again, {})])
    assert set(states(board).values()) == {"completed"}


def test_more_leases_than_are_looked_at_at_once_all_end(
    open_queue: Open, clock: FixedClock
) -> None:
    """A machine that died with 250 items: all of them are claimed again."""
    first, second = open_queue("first"), open_queue("second")
    made = {first.create("reflect")[0] for _ in range(250)}
    assert set(take(first, 300)) == made
    clock.advance(HOUR)
    again: set[str] = set()
    while items := take(second, 300):
        again.update(items)
    assert again == made


def test_the_third_worker_that_dies_of_an_item_is_the_last(
    open_queue: Open, board: Board, clock: FixedClock
) -> None:
    """A lease that ran out is an attempt; after three the item waits for a person."""
    queue = open_queue("w")
    item = queue.create("reflect")[0]
    for attempt in (1, 2, 3):
        assert [each.attempt for each in queue.claim()] == [attempt]
        clock.advance(HOUR)
    assert queue.claim() == []
    assert states(board)[item] == "quarantined"
    assert "died or hung" in str(row(board, item)["reason"])


# Failures


def test_three_failures_put_it_aside_and_each_waits_twice_as_long(
    queue: Queue, board: Board, clock: FixedClock
) -> None:
    """Between attempts it cannot be claimed; the queue says when it is ready."""
    item = queue.create("reflect")[0]
    waits = []
    for attempt in (1, 2):
        [claimed] = queue.claim()
        assert claimed.attempt == attempt
        queue.fail(claimed, f"reason {attempt}")
        at = queue.next_at()
        assert at == clock.now + decide.backoff(item, attempt)
        waits.append(at - clock.now)
        clock.now = at - 1
        assert queue.claim() == []
        clock.now = at
        assert queue.next_at() is None
    assert 1.3 < waits[1] / waits[0] < 3
    queue.fail(queue.claim()[0], "reason 3")
    assert states(board) == {item: "quarantined"}
    assert "reason 3" in str(row(board, item)["reason"])
    clock.advance(1000 * HOUR)
    assert queue.claim() == []


def test_a_retry_by_hand_begins_anew(queue: Queue, board: Board, clock: FixedClock) -> None:
    """At once, with attempts counted from one, and the reason kept."""
    item = queue.create("reflect")[0]
    for _ in range(3):
        queue.fail(queue.claim()[0], "no")
        clock.advance(HOUR)
    queue.retry(item, "the server is back")
    assert row(board, item)["reason"] == "the server is back"
    [claimed] = queue.claim()
    assert claimed.attempt == 1
    queue.fail(claimed, "no")
    assert states(board)[item] == "ready"


def test_a_worker_from_before_a_retry_is_refused_after_it(
    open_queue: Open, board: Board, clock: FixedClock
) -> None:
    """Its attempt has the same number and name as the new one, and is still another one."""
    queue = open_queue("w")
    item = queue.create("reflect")[0]
    [hung] = queue.claim()
    for _ in range(3):
        clock.advance(HOUR)
        queue.claim()
    queue.retry(item, "try once more")
    [fresh] = queue.claim()
    assert (fresh.attempt, fresh.worker) == (hung.attempt, hung.worker)
    with pytest.raises(LeaseLost):
        queue.complete([(hung, {"by": "the one that hung"})])
    queue.complete([(fresh, {})])
    assert told(board, "work.completed") == {item: 1}


@pytest.mark.parametrize("state", ["ready", "claimed", "completed", "blocked"])
def test_only_what_failed_can_be_retried(queue: Queue, state: str) -> None:
    """Anything else is refused with its state."""
    item = queue.create("reflect")[0]
    if state == "blocked":
        item = queue.create("reflect", depends_on=[item])[0]
    elif state != "ready":
        [claimed] = queue.claim()
        if state == "completed":
            queue.complete([(claimed, {})])
    with pytest.raises(NotPossible, match=f"is {state}"):
        queue.retry(item, "please")
    with pytest.raises(NoSuchItem, match="work-nobody"):
        queue.retry("work-nobody", "please")


def test_what_is_given_back_keeps_its_place(queue: Queue, board: Board) -> None:
    """The next worker gets it first; it is not put off."""
    made = [queue.create("reflect")[0] for _ in range(3)]
    [item] = queue.claim()
    queue.release([item], "the worker stops")
    assert row(board, item.id)["reason"] == "the worker stops"
    assert take(queue, 3) == made


def test_looking_again_later_uses_up_no_attempt(
    queue: Queue, board: Board, clock: FixedClock
) -> None:
    """However often: an error that comes after it is the first, and is tried again."""
    item = queue.create("reflect")[0]
    for _ in range(5):
        [claimed] = queue.claim()
        assert claimed.attempt == 1
        queue.postpone(claimed, clock.now + HOUR, "not reviewed yet")
        assert queue.claim() == []
        clock.advance(HOUR)
    queue.fail(queue.claim()[0], "a passing error")
    assert states(board) == {item: "ready"}


# Clocks


def test_a_clock_that_goes_back_loses_and_doubles_nothing(
    open_queue: Open, board: Board, clock: FixedClock
) -> None:
    """An hour back: claimed items stay claimed, others continue."""
    queue, other = open_queue("w"), open_queue("other")
    made = [queue.create("reflect")[0] for _ in range(3)]
    [held] = queue.claim()
    clock.advance(-HOUR)
    [second] = queue.claim()
    queue.complete([(held, {}), (second, {})])
    [third] = queue.claim()
    clock.advance(int(LEASE * SECOND))
    [again] = other.claim()
    assert (again.id, again.attempt) == (third.id, 2)
    other.complete([(again, {})])
    assert told(board, "work.completed") == dict.fromkeys(made, 1)


def test_workers_whose_clocks_are_an_hour_apart_complete_each_item_once(
    open_queue: Open, board: Board, clock: FixedClock
) -> None:
    """The one ahead takes what the one behind still holds, whose late word is refused."""
    ahead_clock = FixedClock(clock.now + HOUR)
    behind, ahead = open_queue("behind"), open_queue("ahead", ahead_clock)
    made = [behind.create("reflect")[0] for _ in range(6)]
    done: list[str] = []
    for _ in range(3):
        [held] = behind.claim()
        [taken] = ahead.claim()
        assert taken.id == held.id
        with pytest.raises(LeaseLost):
            behind.complete([(held, {})])
        ahead.complete([(taken, {})])
        [quick] = behind.claim()
        behind.complete([(quick, {})])
        done += [taken.id, quick.id]
        for each in (clock, ahead_clock):
            each.advance(SECOND)
    assert done == made
    assert told(board, "work.completed") == dict.fromkeys(made, 1)


def test_what_one_ahead_left_behind_comes_free_when_time_has_passed_there(
    open_queue: Open, clock: FixedClock
) -> None:
    """A worker an hour ahead that dies costs an hour and a lease, not the item."""
    ahead = open_queue("ahead", FixedClock(clock.now + HOUR))
    behind = open_queue("behind")
    item = behind.create("reflect")[0]
    ahead.claim()
    assert behind.claim() == []
    clock.advance(HOUR + int(LEASE * SECOND))
    assert take(behind) == [item]


# What cannot be said


@pytest.mark.parametrize(
    "outcome",
    [
        {"x": len},
        {1: 2},
        {"x": 2**64},
        {"x": "\ud800"},
        {"x": b"\xff"},
        [1],
        None,
        "done",
    ],
    ids=repr,
)
def test_an_outcome_that_is_no_json_is_refused_and_changes_nothing(
    queue: Queue, board: Board, outcome: Any
) -> None:
    """The worker still holds the item and may say something else."""
    queue.create("reflect")
    [item] = queue.claim()
    head = board.log.head()
    with pytest.raises(InvalidEvent) as refused:
        queue.complete([(item, outcome)])
    assert "\n" not in str(refused.value)
    assert board.log.head() == head
    queue.complete([(item, {"said": "properly"})])


def test_an_input_that_is_no_json_is_refused(queue: Queue, board: Board) -> None:
    """Nothing is put on the queue."""
    for bad in ({"x": len}, {1: 2}, {"x": "\ud800"}):
        with pytest.raises(InvalidEvent):
            queue.create("reflect", bad)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(InvalidEvent):
        queue.create("\ud800")
    assert list(board.read()) == []


def test_a_megabyte_goes_in_and_out_unchanged(queue: Queue, board: Board) -> None:
    """Input and outcome may be large."""
    large = {"text": "x" * 1_000_000, "more": ["ü", None, 1.5]}
    queue.create("reflect", large)
    [item] = queue.claim()
    assert item.input == large
    queue.complete([(item, large)])
    assert row(board, item.id)["outcome"] == large


def test_what_nobody_holds_cannot_be_finished_by_hand(queue: Queue) -> None:
    """`held` refuses with the state that it found."""
    item = queue.create("reflect")[0]
    with pytest.raises(NotPossible, match="is ready: claim it first"):
        queue.held(item)
    with pytest.raises(NoSuchItem):
        queue.held("work-nobody")


# Many items, and the past


def steps(board: Board, act: Callable[[], Any]) -> int:
    """How much SQLite had to do for something, in tens of its instructions."""
    count = 0

    def tick() -> int:
        nonlocal count
        count += 1
        return 0

    connection_of(board).set_progress_handler(tick, 10)
    try:
        act()
    finally:
        connection_of(board).set_progress_handler(None, 10)
    return count


def fill(board: Board, begin: int, end: int, *, done: bool = False) -> None:
    """Put many items on the queue, by their events alone."""
    events = []
    for number in range(begin, end):
        item = f"i{number}"
        made = {"item": item, "kind": "reflect", "priority": f"P{1 + number % 3}"}
        events.append(NewEvent("work.created", f"work:{item}", made))
        if done:
            claim = WorkClaimed(item=item, worker="w", attempt=1, lease_expires_at=1)
            events.append(new(claim, stream=f"work:{item}"))
            events.append(new(WorkCompleted(item=item, worker="w"), stream=f"work:{item}"))
    board.log.append(events)


MANY = rounds(10_000, 100_000)


def test_a_claim_costs_the_same_among_many(queue: Queue, board: Board) -> None:
    """Neither those that wait nor those that are done are looked at one by one."""

    def turn() -> int:
        [item] = queue.claim(["reflect"])
        return steps(board, lambda: queue.complete([(item, {})])) + steps(
            board, lambda: queue.create("reflect", dedup_key="k")
        )

    fill(board, 0, 500)
    queue.claim(["reflect"])
    few = steps(board, lambda: queue.claim(["reflect"])) + turn()
    fill(board, 500, MANY * 9 // 10)
    fill(board, MANY * 9 // 10, MANY, done=True)
    queue.claim(["reflect"])
    many = steps(board, lambda: queue.claim(["reflect"])) + turn()
    assert many < few * 1.5


def test_replaying_the_view_gives_the_same_rows(
    queue: Queue, board: Board, clock: FixedClock
) -> None:
    """Every kind of event was among them, and the next claim is the same before and after."""
    first = queue.create("reflect", dedup_key="k")[0]
    for _ in range(3):
        queue.create("reflect", depends_on=[first])
    queue.complete([(queue.claim()[0], {"n": 1})])
    queue.fail(queue.claim()[0], "later")
    queue.fail(queue.claim()[0], "never", retry=False)
    queue.release(queue.claim(), "not now")
    before = board.view("work", order="created_at")
    board.replay("work")
    assert board.view("work", order="created_at") == before
    board.replay()
    assert board.view("work", order="created_at") == before
    assert len(queue.claim(None, 5)) == 1


def test_the_past_shows_the_queue_as_it_was(queue: Queue, board: Board) -> None:
    """As of each position an item has the state that it had then."""
    item = queue.create("reflect")[0]
    queue.release(queue.claim(), "not now")
    queue.complete([(queue.claim()[0], {"n": 1})])
    seen = []
    for position in range(1, board.log.head() + 1):
        with board.as_of(position) as past:
            seen.append(past.row("work", item)["state"])
    assert seen == ["ready", "claimed", "ready", "claimed", "completed"]


def test_forgetting_what_an_item_was_takes_it_off_the_queue(
    queue: Queue, board: Board, clock: FixedClock
) -> None:
    """Whatever happened to it since, views can be folded, and its worker is refused."""
    lost, kept = queue.create("reflect", {"private": "words"})[0], queue.create("reflect")[0]
    queue.fail(queue.claim()[0], "later")
    clock.advance(HOUR)
    [item] = queue.claim()
    assert item.id == lost
    created = next(e for e in board.read() if (e.payload or {}).get("item") == lost)
    board.forget(created.id, reason="private")
    assert states(board) == {kept: "ready"}
    with pytest.raises(LeaseLost):
        queue.complete([(item, {})])
    board.replay()
    assert take(queue, 5) == [kept]


def test_of_some_kinds_the_newest_is_claimed_where_one_is_due(
    board: Board, clock: FixedClock
) -> None:
    """Among those of its priority that may be claimed now; other kinds keep their order."""
    queue = Queue(board, "w", clock=clock, newest_first=["ask"])
    names = {}
    for number, (kind, priority) in enumerate(
        [("ask", "P3"), ("do", "P3"), ("ask", "P3"), ("ask", "P2"), ("do", "P3"), ("ask", "P3")]
    ):
        names[queue.create(kind, {"n": number}, priority=cast(Priority, priority))[0]] = number
        clock.now += SECOND
    urgent, last = (*queue.claim(["ask"]), *queue.claim(["ask"]))
    assert [names[urgent.id], names[last.id]] == [3, 5]
    queue.complete([(urgent, {})])
    queue.postpone(last, clock.now + 2 * SECOND, "later")
    assert [names[each] for each in take(queue, 2)] == [2, 1]
    clock.now += 2 * SECOND
    assert [names[each] for each in take(queue, 9)] == [5, 4, 0]


def test_no_secret_is_written_with_an_item(queue: Queue, board: Board) -> None:
    """Neither of what it is given nor of what came of it."""
    secret = {"text": "DB_PASSWORD=Tr0ub4dor&3zz"}
    queue.create("note", secret)
    queue.complete([(item, secret) for item in queue.claim()])
    written = {event.type: event.payload or {} for event in board.read()}
    kept = {"text": "DB_PASSWORD=[redacted secret]"}
    assert written["work.created"]["input"] == written["work.completed"]["outcome"] == kept


def test_a_lease_counts_from_when_the_log_was_held(board: Board, clock: FixedClock) -> None:
    """However long it was waited for: an item is not claimed by two."""
    first, second = (Queue(board, name, clock=clock) for name in ("one", "two"))
    item, _ = first.create("note")
    deciding = first._deciding

    @contextmanager
    def waited(claiming_at: int | None = None) -> Iterator[None]:
        clock.advance(3_600_000_000)
        with deciding(claiming_at):
            yield

    first._deciding = waited  # type: ignore[method-assign]
    assert [each.id for each in first.claim()] == [item]
    assert second.claim() == []
