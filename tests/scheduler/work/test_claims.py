"""The table of claims: what a claim costs in statements, and that it is never out of step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.events.payload import new
from blackboard.events.repository import ProjectMerged
from blackboard.events.work import WorkCreated
from scheduler.work.queue import LEASE, Queue
from tests.conftest import FixedClock
from tests.inside import connection_of


@pytest.fixture
def queue(board: Board, clock: FixedClock) -> Queue:
    """The queue of the board, whose views and claims are in step."""
    queue = Queue(board, "w", clock=clock)
    queue.create("warm")
    queue.complete([(item, {}) for item in queue.claim()])
    return queue


@contextmanager
def traced(board: Board) -> Iterator[list[str]]:
    """The first word of every statement, but those of triggers and the rows of one INSERT."""
    words: list[str] = []

    def take(statement: str) -> None:
        word = statement.split(maxsplit=1)[0]
        if not word.startswith("--") and (word, words[-1:]) != ("INSERT", ["INSERT"]):
            words.append(word)

    connection_of(board).set_trace_callback(take)
    yield words
    connection_of(board).set_trace_callback(None)


_CLAIM = ["BEGIN", "SELECT", "SELECT", "SELECT", "SELECT", "INSERT", "COMMIT", "SELECT"]
"""What is folded, what is not, the items, the log's tail; afterwards what the item was given."""

_COMPLETE = ["BEGIN", "SELECT", "SELECT", "INSERT", "DELETE", "COMMIT"]
"""Whether others came to wait, and the log's tail; `DELETE` is that of the lease."""


def test_a_claim_and_a_completion_take_fourteen_statements(board: Board, queue: Queue) -> None:
    """Both transactions, whatever else is on the board, and write nothing but their events."""
    for _ in range(2):
        queue.create("reflect", {"session": "s1"}, project="p")
    queue.complete([(item, {}) for item in queue.claim()])
    with traced(board) as words:
        (item,) = queue.claim()
        assert words == _CLAIM
        queue.complete([(item, {"kept": 1})])
    assert words == [*_CLAIM, *_COMPLETE]


def test_ten_at_a_time_take_six_more(board: Board, queue: Queue) -> None:
    """The claim's savepoint, and one look at all of their streams each: versions, closings."""
    for _ in range(10):
        queue.create("reflect")
    with traced(board) as words:
        items = queue.claim(limit=10)
        queue.complete([(item, {}) for item in items])
    assert len(items) == 10
    assert len(words) <= len(_CLAIM) + len(_COMPLETE) + 6


def test_claims_are_folded_together_by_a_later_one(board: Board, queue: Queue) -> None:
    """One claim in eight writes the table, for all that came before."""
    for _ in range(40):
        queue.create("reflect")
    with traced(board) as words:
        for _ in range(32):
            queue.complete([(item, {}) for item in queue.claim()])
    assert words.count("UPDATE") <= 2 * 4 * 9
    assert board.verify_views() == []


def test_a_lease_that_ran_out_is_seen_whatever_is_not_folded(
    board: Board, clock: FixedClock, queue: Queue
) -> None:
    """The oldest item comes first again, though its claim was the last event before."""
    first, second = (queue.create("reflect")[0] for _ in range(2))
    assert [item.id for item in queue.claim()] == [first]
    clock.advance(int(LEASE * 1_000_000) + 1)
    assert [item.id for item in queue.claim()] == [first]
    assert [item.id for item in queue.claim()] == [second]


def test_what_is_more_urgent_comes_first_whatever_is_not_folded(queue: Queue) -> None:
    """An event after which something else is due is folded by the next claim."""
    made = [queue.create("reflect")[0] for _ in range(3)]
    assert [item.id for item in queue.claim()] == made[:1]
    urgent = queue.create("reflect", priority="P1")[0]
    assert [item.id for item in queue.claim()] == [urgent]
    assert [item.id for item in queue.claim(limit=5)] == made[1:]


def test_a_claim_folds_no_view(board: Board, queue: Queue) -> None:
    """Views wait for who reads them."""
    board.catch_up()
    before = board.lag()
    queue.create("reflect")
    queue.claim()
    assert (before, board.lag()) == (0, 2)


@pytest.mark.parametrize("others", [1, 1_001])
def test_items_of_other_writers_are_claimed_too(board: Board, queue: Queue, others: int) -> None:
    """Few events are folded in the transaction of the claim, more than a thousand before it."""
    made = [f"item-{number:04d}" for number in range(others)]
    board.append([new(WorkCreated(item=each, kind="reflect")) for each in made])
    claimed = queue.claim(limit=others + 1)
    assert [item.id for item in claimed] == made


def test_events_of_others_in_between_cost_no_claim_its_place(board: Board, queue: Queue) -> None:
    """Whatever is appended between two claims, the second goes on where the first ended."""
    made = [queue.create("reflect")[0] for _ in range(3)]
    claimed = []
    for _ in made:
        claimed += queue.claim()
        board.append([NewEvent("note.taken", "notes", {"text": "hello"})])
    assert [item.id for item in claimed] == made


def test_an_item_has_the_name_that_its_project_has_now(board: Board, queue: Queue) -> None:
    """A worker asks views by it, which know the project by that name."""
    queue.create("reflect", project="example.org/old")
    merged = ProjectMerged(project="example.org/old", into="example.org/new")
    board.record(merged, actor="human")
    board.catch_up()
    (item,) = queue.claim()
    assert item.project == "example.org/new"


def test_what_is_forgotten_of_an_item_is_in_no_byte_of_the_file(tmp_path: Path) -> None:
    """Its claim is gone with it, and others are claimed as before."""
    with Board.open(tmp_path / "board.db") as board:
        queue = Queue(board, "w")
        secret = queue.create("reflect", dedup_key="xylophonequux")[0]
        other = queue.create("reflect", {"n": 1})[0]
        (created,) = board.read(stream=f"work:{secret}")
        board.forget(created.id, reason="private")
        assert [(item.id, item.input) for item in queue.claim(limit=5)] == [(other, {"n": 1})]
    left = [each.name for each in tmp_path.iterdir() if b"xylophonequux" in each.read_bytes()]
    assert left == []


def test_a_replay_makes_good_what_was_edited(tmp_path: Path) -> None:
    """Which `verify --views` finds."""
    with Board.open(tmp_path / "board.db") as board:
        queue = Queue(board, "w")
        item = queue.create("reflect")[0]
        connection_of(board).execute("UPDATE work_claims SET due = NULL")
        assert board.verify_views() == [
            f"the claims of work items: that of {item!r} is not what the log says"
        ]
        assert queue.claim() == []
        board.replay()
        assert board.verify_views() == []
        assert [each.id for each in queue.claim()] == [item]
