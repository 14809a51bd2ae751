"""The view of work: given events, this row."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import ids
from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.events import work
from blackboard.events.payload import PayloadModel, new
from blackboard.views.rows import WorkRow
from blackboard.views.view import fold
from blackboard.views.work import WORK, queue_place
from tests.conftest import FixedClock
from tests.long_runs import rounds

START = 1_700_000_000_000_000


def tell(board: Board, *payloads: PayloadModel) -> dict[str, WorkRow]:
    """The view after some events of project p, told at the board's time."""
    board.append([new(each, stream="s", project="p", actor="w") for each in payloads])
    return {row["item"]: row for row in board.view("work")}


def made(item: str, *waiting: str, **fields: object) -> work.WorkCreated:
    """An item of the kind `reflect` that waits for others."""
    given = {"depends_on": waiting, "waiting_for": waiting, "input": {"n": 1}, **fields}
    return work.WorkCreated.model_validate({"item": item, "kind": "reflect", **given})


def claimed(item: str, attempt: int = 1) -> work.WorkClaimed:
    """A claim by w."""
    return work.WorkClaimed(item=item, worker="w", attempt=attempt, lease_expires_at=START + 300)


def test_a_whole_life_is_one_row(board: Board, clock: FixedClock) -> None:
    """Created, claimed, failed, claimed again and completed."""
    tell(board, made("a", priority="P1", dedup_key="k"), claimed("a"))
    tell(board, work.WorkFailed(item="a", worker="w", attempt=1, reason="no", retry_at=START + 9))
    clock.advance(10)
    rows = tell(board, claimed("a", 2), work.WorkCompleted(item="a", worker="w", outcome={"n": 2}))
    assert rows["a"] == {
        "item": "a",
        "kind": "reflect",
        "project": "p",
        "priority": "P1",
        "state": "completed",
        "place": queue_place("P1", START, 1),
        "queue": None,
        "depends_on": [],
        "waiting_for": [],
        "dependents": [],
        "needs": [],
        "input": {"n": 1},
        "dedup_key": "k",
        "attempts": 2,
        "worker": "w",
        "not_before": START + 9,
        "lease_expires_at": None,
        "outcome": {"n": 2},
        "reason": "",
        "created_at": START,
        "last_at": START + 10,
    }


def test_only_what_is_ready_has_a_place_in_the_queue(board: Board) -> None:
    """Blocked, claimed and finished items are in no queue; given back, it stands where it stood."""
    place = queue_place("P2", START, 1)
    assert tell(board, made("a"))["a"]["queue"] == place
    assert tell(board, claimed("a"))["a"]["queue"] is None
    released = work.WorkReleased(item="a", worker="w", reason="the worker stops")
    assert tell(board, released)["a"]["queue"] == place
    assert tell(board, made("b", "a"))["b"]["queue"] is None
    last = work.WorkFailed(item="a", worker="w", attempt=1, reason="no")
    assert tell(board, claimed("a"), last)["a"]["queue"] is None
    assert tell(board, work.WorkQuarantined(item="a", reason="no"))["a"]["state"] == "quarantined"


def test_being_given_back_forgets_attempts_only_if_it_says_so(board: Board) -> None:
    """A worker that stops leaves the count as it is, a person begins anew."""
    tell(board, made("a"), claimed("a"), claimed("a", 2))
    kept = work.WorkReleased(item="a", worker="w")
    assert tell(board, kept)["a"]["attempts"] == 2
    assert tell(board, kept.model_copy(update={"fresh": True}))["a"]["attempts"] == 0


def test_completing_sets_free_those_that_waited_for_nothing_else(board: Board) -> None:
    """They are named in the event, and each knows whom else it waits for."""
    rows = tell(board, made("a"), made("b"), made("c", "a"), made("d", "a", "b"))
    assert rows["a"]["dependents"] == ["c", "d"]
    rows = tell(board, work.WorkCompleted(item="a", worker="w", unblocks=["c", "d"]))
    assert (rows["c"]["state"], rows["d"]["state"]) == ("ready", "blocked")
    assert rows["d"]["waiting_for"] == ["b"]
    assert rows["d"]["depends_on"] == ["a", "b"]
    rows = tell(board, work.WorkCompleted(item="b", worker="w", unblocks=["d"]))
    assert rows["d"]["state"] == "ready"


def test_what_is_told_of_an_item_that_nobody_created_is_passed_over(board: Board) -> None:
    """Its creation may have been forgotten; what waits for it is remembered and set free."""
    told = [
        claimed("x"),
        work.WorkReleased(item="x", worker="w"),
        work.WorkFailed(item="x", worker="w", attempt=1, reason="no", retry_at=START),
        work.WorkQuarantined(item="x", reason="no"),
    ]
    assert tell(board, *told) == {}
    tell(board, made("b", "x"))
    rows = tell(board, *told)
    assert rows["x"]["state"] == "unknown"
    assert rows["x"]["dependents"] == ["b"]
    assert rows["b"]["state"] == "blocked"
    rows = tell(board, work.WorkCompleted(item="x", worker="w", unblocks=["b"]))
    assert (rows["x"]["state"], rows["b"]["state"]) == ("unknown", "ready")
    tell(board, made("c", "y"))
    rows = tell(board, claimed("y"), made("y"))
    assert (rows["y"]["state"], rows["y"]["dependents"]) == ("ready", ["c"])


def test_an_item_is_created_once(board: Board) -> None:
    """Told again, whatever was told since, nothing changes."""
    before = tell(board, made("a"), claimed("a"))
    assert tell(board, made("a", priority="P1", input={"n": 2})) == before


names = st.sampled_from(["a", "b", "c"])
some = st.lists(names, max_size=3)
texts = st.sampled_from(["", "日本語", "a 'quoted' \0 thing"])
numbers = st.integers(0, 2**53 - 1)
payloads: st.SearchStrategy[PayloadModel] = st.one_of(
    st.builds(
        work.WorkCreated,
        item=names,
        kind=texts,
        priority=st.sampled_from(["P1", "P2", "P3"]),
        depends_on=some,
        waiting_for=some,
        input=st.dictionaries(texts, numbers, max_size=2),
        dedup_key=st.none() | texts,
    ),
    st.builds(
        work.WorkClaimed, item=names, worker=texts, attempt=numbers, lease_expires_at=numbers
    ),
    st.builds(work.WorkReleased, item=names, worker=texts, reason=texts, fresh=st.booleans()),
    st.builds(work.WorkCompleted, item=names, worker=texts, unblocks=some),
    st.builds(
        work.WorkFailed,
        item=names,
        worker=texts,
        attempt=numbers,
        reason=texts,
        retry_at=st.none() | numbers,
    ),
    st.builds(work.WorkQuarantined, item=names, reason=texts),
)
histories = st.lists(
    st.builds(
        new,
        payloads,
        stream=st.just("s"),
        project=st.sampled_from([None, "p"]),
        occurred_at=st.none() | st.integers(-(10**9), 10**12),
    ),
    max_size=20,
).map(
    lambda events: [each._replace(id=ids.derived("t", str(at))) for at, each in enumerate(events)]
)


@settings(max_examples=rounds(12, 40))
@given(histories, st.integers(0, 20))
def test_tables_are_the_fold_however_it_is_cut(history: Sequence[NewEvent], cut: int) -> None:
    """Folding in two halves, in the engine, anew, and again is folding once, in any order told."""
    with Board.open(":memory:") as board:
        board.append(history[:cut])
        board.catch_up()
        board.append(history[cut:])
        events = list(board.read())
        once = fold(WORK, events)
        assert fold(WORK, events[cut:], fold(WORK, events[:cut])) == once
        assert {row["item"]: row for row in board.view("work")} == once
        board.replay("work")
        assert board.append(history) == []
        assert {row["item"]: row for row in board.view("work")} == once
        assert all((row["queue"] is not None) == (row["state"] == "ready") for row in once.values())
