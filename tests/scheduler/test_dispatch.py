"""Dispatch: each event creates its work item once, with concurrent dispatchers and failures."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.event import Event, NewEvent
from blackboard.events.payload import PayloadModel, new
from blackboard.events.reflection import ReflectionCompleted
from blackboard.events.review import PrMerged
from blackboard.events.session import MessageRecorded, SessionEnded, SessionStarted, ToolCalled
from blackboard.views.rows import WorkRow
from blackboard.vocabulary import CHILD_MARK
from scheduler import dispatch as dispatching
from scheduler.dispatch import READER, RULES, Task, dispatch
from scheduler.work.queue import Queue
from tests.conftest import FixedClock
from tests.faults.children import go, start


@pytest.fixture
def queue(board: Board, clock: FixedClock) -> Queue:
    """The queue of the board."""
    return Queue(board, "dispatcher", clock=clock)


def merges(*numbers: int, project: str | None = "p") -> list[NewEvent]:
    """Pull requests that were merged."""
    return [new(PrMerged(number=number), stream=f"pr:{number}", project=project)
            for number in numbers]  # fmt: skip


def session(*payloads: PayloadModel) -> list[NewEvent]:
    """A session of project p with what happened in it."""
    begun = SessionStarted(session="s1", agent="claude-code")
    return [new(each, stream="session:s1", project="p") for each in (begun, *payloads)]


def said(count: int, text: str = "Go on.") -> list[PayloadModel]:
    """Some messages of the user."""
    return [MessageRecorded(session="s1", role="user", text=text) for _ in range(count)]


def call(**fields: Any) -> ToolCalled:
    """A shell command of the session."""
    given: dict[str, Any] = {"call": "c", "name": "Bash", "input": {"command": "make tiles"},
                             "kind": "shell", "command": "make tiles"}  # fmt: skip
    return ToolCalled.model_validate({"session": "s1", **given, **fields})


ENDED = SessionEnded(session="s1")
RECOVERED = [
    call(failed=True, exit_code=2, output="make: *** No rule to make target 'tiles'."),
    call(failed=False, exit_code=0, output="done"),
]


def items(board: Board) -> list[WorkRow]:
    """The items, in the order in which they were made."""
    return board.view("work", order="place")


def test_a_merged_pull_request_is_to_be_reflected_on(queue: Queue, board: Board) -> None:
    """With its project and number, and before sessions."""
    board.append(merges(12))
    assert dispatch(board, queue) == 1
    [row] = items(board)
    assert (row["kind"], row["priority"], row["project"]) == ("reflect", "P2", "p")
    assert row["input"] == {"project": "p", "number": 12}


@pytest.mark.parametrize(
    "happened",
    [said(30), RECOVERED, [call(denied=True, output="no", said_by="human")]],
    ids=["thirty messages", "recovered from an error", "turned down by the human"],
)
def test_a_session_in_which_something_happened_is_to_be_reflected_on(
    queue: Queue, board: Board, happened: Sequence[PayloadModel]
) -> None:
    """When it ended, and any of the triggers holds."""
    board.append(session(*happened))
    assert dispatch(board, queue) == 0
    board.append([new(ENDED, stream="session:s1", project="p")])
    assert dispatch(board, queue) == 1
    [row] = items(board)
    assert (row["kind"], row["priority"]) == ("reflect", "P3")
    assert (row["project"], row["input"]) == ("p", {"session": "s1"})


@pytest.mark.parametrize(
    "happened",
    [
        [],
        said(29),
        [RECOVERED[0]],
        [*said(1, f"{CHILD_MARK} Go on."), *said(40), *RECOVERED],
    ],
    ids=["nothing", "29 messages", "an error that stayed", "a child of this program"],
)
def test_a_session_in_which_nothing_happened_is_not(
    queue: Queue, board: Board, happened: Sequence[PayloadModel]
) -> None:
    """And never one that this program itself started."""
    board.append(session(*happened, ENDED))
    assert dispatch(board, queue) == 0
    assert items(board) == []


@pytest.mark.parametrize(("more", "is_due"), [(0, False), (49, False), (50, True)])
def test_a_session_that_went_on_is_looked_at_again_when_enough_is_new(
    queue: Queue, board: Board, more: int, is_due: bool
) -> None:
    """Fifty messages since it was last reflected on; ending once more is not enough."""
    board.append(session(*said(40)))
    done = ReflectionCompleted(subject="s1", messages=40)
    board.append([new(done, stream="reflection:s1", project="p")])
    board.append(session(*said(more), ENDED))
    assert dispatch(board, queue) == is_due


def test_a_session_that_ends_again_without_a_word_is_not_looked_at_again(
    queue: Queue, board: Board
) -> None:
    """What happened in it was reflected on; with one more message it is looked at anew."""
    board.append(session(*said(3), *RECOVERED))
    done = ReflectionCompleted(subject="s1", messages=3)
    board.append([new(done, stream="reflection:s1", project="p")])
    for more, created in ((0, 0), (1, 1)):
        board.append(session(*said(more), ENDED))
        assert dispatch(board, queue) == created


def test_what_was_told_before_anybody_dispatched_is_dispatched_too(
    queue: Queue, board: Board
) -> None:
    """A worker that is started for the first time takes up what happened before."""
    board.append(session(*said(30), ENDED) + merges(1, 2))
    board.append([NewEvent("note.taken", "notes", {"n": n}) for n in range(20)])
    assert board.reader_position(READER) == 0
    assert dispatch(board, queue) == 3
    assert board.reader_position(READER) == board.log.head() - 3


def test_each_event_is_dispatched_once(queue: Queue, board: Board) -> None:
    """What was done before is not done again, although its item is finished."""
    board.append(merges(1))
    assert dispatch(board, queue) == 1
    queue.complete([(queue.claim()[0], {})])
    assert dispatch(board, queue) == 0
    board.append(merges(2))
    assert dispatch(board, queue) == 1
    assert [row["state"] for row in items(board)] == ["completed", "ready"]


def test_an_open_item_stands_for_a_second_event_of_the_same_thing(
    queue: Queue, board: Board
) -> None:
    """A session that ends twice before anybody looked at it is looked at once."""
    board.append(session(*said(30), ENDED, *said(1), ENDED))
    assert dispatch(board, queue) == 1
    assert len(items(board)) == 1


def test_what_nobody_can_place_is_passed_over(queue: Queue, board: Board) -> None:
    """A merge without a project, and a forgotten one; later events are still dispatched."""
    board.append([*merges(1, project=None), *merges(2)])
    forgotten = next(event for event in board.read() if event.project == "p")
    board.forget(forgotten.id, reason="private")
    board.append(merges(3))
    assert dispatch(board, queue) == 1
    assert [row["input"]["number"] for row in items(board)] == [3]


def test_a_long_history_is_dispatched_to_its_end(queue: Queue, board: Board) -> None:
    """More than one batch, in order, and only once."""
    board.append(merges(*range(1, 1002)))
    assert dispatch(board, queue) == 1001
    assert [row["input"]["number"] for row in items(board)] == list(range(1, 1002))
    assert dispatch(board, queue) == 0


def test_what_fails_halfway_is_dispatched_as_a_whole_the_next_time(
    queue: Queue, board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the items nor the position are kept of a batch that broke."""
    board.append(merges(1, 2, 3))
    made = dispatching._create

    def breaks(queue: Queue, event: Event, task: Task) -> bool:
        if task.input["number"] == 3:
            raise RuntimeError("the machine is on fire")
        return made(queue, event, task)

    with monkeypatch.context() as broken:
        broken.setattr(dispatching, "_create", breaks)
        with pytest.raises(RuntimeError):
            dispatch(board, queue)
    assert (items(board), board.reader_position(READER)) == ([], 0)
    assert dispatch(board, queue) == 3


def test_a_dispatcher_that_was_overtaken_makes_nothing_twice(
    queue: Queue, board: Board, clock: FixedClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one looks at the events another one dispatches them."""
    board.append(merges(1, 2))
    (rule,) = RULES["pr.merged"]
    overtaken: list[Event] = []

    def slow(given: Board, event: Event) -> Task | None:
        if not overtaken:
            overtaken.append(event)
            with Board.open(tmp_path / "board.db", clock=clock) as other:
                assert dispatch(other, Queue(other, "other", clock=clock)) == 2
            board.append(merges(3))
        return rule(given, event)

    monkeypatch.setitem(RULES, "pr.merged", (slow,))
    assert dispatch(board, queue) == 1
    assert [row["input"]["number"] for row in items(board)] == [1, 2, 3]


_DISPATCH = """
from blackboard.board import Board
from blackboard.vocabulary import CHILD_MARK
from scheduler.dispatch import dispatch
from scheduler.work.queue import Queue
with Board.open(sys.argv[1]) as board:
    queue = Queue(board, sys.argv[2])
    ready()
    print(dispatch(board, queue))
"""


def test_of_two_processes_that_dispatch_at_once_each_event_makes_one_item(tmp_path: Path) -> None:
    """Together they make as many items as there are events."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append(merges(*range(1, 1201)))
        outcomes = go(*(start(_DISPATCH, path, name) for name in ("one", "two")))
        assert [errors for _, errors in outcomes] == ["", ""]
        assert sum(int(written) for written, _ in outcomes) == 1200
        numbers = [row["input"]["number"] for row in board.view("work")]
        assert sorted(numbers) == list(range(1, 1201))
