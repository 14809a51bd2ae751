"""`lessonboard admin worker`: a real process that works, waits, is asked to stop, and is killed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from scheduler.work.queue import Queue
from tests.command_line import Run
from tests.faults.children import Child, killed, outcome, start
from tests.waiting import eventually

_WORKER = """
import os, signal, threading
from scheduler.handler import Hopeless, Stopped
from lessonboard import workers
from lessonboard.cli.main import main

class Probe:
    kind = "probe"
    def handle(self, board, item, stopping):
        print("begun", flush=True)
        match item.input["do"]:
            case "finish":
                sys.stdin.readline()
            case "stop":
                while not stopping():
                    threading.Event().wait(0.01)
                raise Stopped
            case "hang":
                threading.Event().wait()
            case "close":
                board.close()
            case "fail":
                raise Hopeless("it cannot be done")
        return {"did": item.input["do"]}

workers.handlers = lambda app: {"probe": Probe()}
sys.argv = ["lessonboard", "--db", sys.argv[1], "admin", "worker", *sys.argv[2:]]
main()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The board's file."""
    return tmp_path / "board.db"


def create(path: Path, *dos: str) -> list[str]:
    """Items that let the worker's handler do something."""
    with Board.open(path) as board:
        queue = Queue(board, "maker")
        return [queue.create("probe", {"do": do})[0] for do in dos]


def states(path: Path) -> list[str]:
    """The states of all items, in the order in which they were made."""
    with Board.open(path) as board:
        return [row["state"] for row in board.view("work", order="place")]


@contextmanager
def at_work(path: Path, *options: str, items: int = 1) -> Iterator[Child]:
    """The real command as a process, with a handler of ours, once it has begun so many items."""
    child = start(_WORKER, path, *options)
    try:
        assert child.stdout is not None
        assert list(islice(child.stdout, items)) == ["begun\n"] * items
        yield child
    finally:
        child.kill()
        child.communicate()


def rest(child: Child) -> list[str]:
    """What it said from now on until its end, which must be a good one."""
    written, errors = outcome(child)
    assert (child.returncode, errors) == (0, "")
    return written.splitlines()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_asked_to_stop_it_finishes_what_it_does(path: Path, number: signal.Signals) -> None:
    """The item in hand is completed, the next one is not begun, and the exit code is 0."""
    first, _ = create(path, "finish", "finish")
    with at_work(path) as child:
        child.send_signal(number)
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()
        assert rest(child) == [
            f'completed: {first} probe {{"do":"finish"}} ',
            "Did 1 item; 0 failed, 0 were given back.",
        ]
    assert states(path) == ["completed", "ready"]


def test_asked_to_stop_it_gives_back_what_stops_early(path: Path) -> None:
    """Both items that were in hand are ready for the next worker at once."""
    create(path, "stop", "stop", "finish")
    with at_work(path, "--concurrency", "2", "--quiet", items=2) as child:
        child.terminate()
        assert rest(child) == ["Did 0 items; 0 failed, 2 were given back."]
    assert states(path) == ["ready", "ready", "ready"]


def test_asked_twice_it_ends_at_once(path: Path) -> None:
    """For who cannot wait for a handler that hangs; the item is the next worker's."""
    create(path, "hang")
    with at_work(path) as child:
        child.terminate()
        while child.poll() is None:
            child.terminate()
        assert child.returncode == -signal.SIGTERM
    assert states(path) == ["claimed"]


def test_killed_it_leaves_the_item_to_the_next(path: Path) -> None:
    """What it held is claimed by a worker for which the lease is over."""
    [item] = create(path, "hang")
    with at_work(path) as child:
        child.kill()
        killed(child)
    with Board.open(path) as board:
        until = board.row("work", item)["lease_expires_at"] or 0
        [again] = Queue(board, "next", clock=lambda: until).claim()
        assert (again.id, again.attempt) == (item, 2)


def test_an_error_of_the_board_ends_it_with_one_line(path: Path) -> None:
    """Exit code 1, and no traceback."""
    create(path, "close")
    child = start(_WORKER, path)
    _, errors = outcome(child)
    assert child.returncode == 1
    assert errors.startswith("lessonboard: ")
    assert len(errors.splitlines()) == 1


def test_once_is_one_item(path: Path) -> None:
    """One that failed counts; so does none at all."""
    create(path, "fail", "nothing", "nothing")
    for said, left in (
        ("Did 0 items; 1 failed, 0 were given back.", ["quarantined", "ready", "ready"]),
        ("Did 1 item; 0 failed, 0 were given back.", ["quarantined", "completed", "ready"]),
    ):
        assert rest(start(_WORKER, path, "--once", "--concurrency", "3"))[-1] == said
        assert states(path) == left


def test_until_idle_it_does_all_there_is_and_ends(run: Run, path: Path, samples: str) -> None:
    """The real handlers: sessions by hand, a merge and an import by events; the rest is left."""
    run("session", "import", samples)
    with Board.open(path) as board:
        board.append([NewEvent("pr.merged", "pr:1", {"number": 1}, project="p")])
        queue = Queue(board, "maker")
        for row in board.view("sessions"):
            queue.create("reflect", {"session": row["id"]}, project=row["project"])
        queue.create("reflect", {"session": "nobody"})
        queue.create("paint", {"wall": 3}, priority="P1")
    done = run("admin", "worker", "--until-idle", "--concurrency", "2")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1] == "Did 11 items; 1 failed, 0 were given back."
    assert "there is no 'nobody' among the sessions" in done.out
    assert sorted(states(path)) == ["completed"] * 11 + ["quarantined", "ready"]
    assert run("admin", "worker", "--until-idle", "--quiet").out == (
        "Did 0 items; 0 failed, 0 were given back.\n"
    )


def test_it_wakes_when_another_process_puts_work_on_the_queue(run: Run, path: Path) -> None:
    """It was started on an empty board, and told nothing but by the board."""
    with Board.open(path):
        pass
    child = start(_WORKER, path)
    try:
        assert eventually(lambda: asks_for_work(path))
        run("admin", "queue", "add", "probe", "--input", '{"do": "nothing"}')
        assert child.stdout is not None
        assert child.stdout.readline() == "begun\n"
        assert child.stdout.readline().startswith("completed: ")
        child.terminate()
        assert rest(child) == ["Did 1 item; 0 failed, 0 were given back."]
    finally:
        child.kill()
        child.communicate()


def asks_for_work(path: Path) -> bool:
    """Whether a worker has looked at the board: it then has views."""
    with Board.open(path, read_only=True) as board:
        return board.lag() is not None
