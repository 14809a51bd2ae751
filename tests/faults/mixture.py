"""What processes do to one board at once until they are killed, and what they leave in a diary.

An activity goes on until the kernel ends its process: a timer without a handler, which like kill -9
lets no line of the process run any more. What an activity was told to be done stands in the diary,
one line for each; the diary is written after the fact, so that what it holds must be true.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random

import orjson

from blackboard.board import Board
from blackboard.errors import BoardBusy
from blackboard.event import NewEvent
from blackboard.importer import import_files
from blackboard.sources.lines import Line, read_lines
from blackboard.storage import outbox
from blackboard.storage.hook_board import HookBoard, PendingEvent
from blackboard.storage.sqlite_json import Json
from blackboard.views.view import Row
from lessonboard.exporting.restoring import restore

AT_ONCE = 4
MARK = "quaggazebra"
"""In all texts that may be forgotten, and in no other."""

_SHORTEST_LIFE, _LONGEST_LIFE = 0.002, 1.0
"""In seconds; most are short, so that many end while a file is opened or a commit is under way."""

_PATIENCE = 0.06


class Places:
    """The files of one run below a folder."""

    def __init__(self, folder: Path) -> None:
        self.board = folder / "board.db"
        self.diary = folder / "diary"
        self.transcript = folder / "11111111-2222-4333-8444-555555555555.jsonl"
        self.export = folder / "export.jsonl"

    def note(self, what: str, *words: object) -> None:
        """Add a line to the diary, whole or not at all."""
        line = " ".join(map(str, (what, *words))) + "\n"
        descriptor = os.open(self.diary, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        os.write(descriptor, line.encode())
        os.close(descriptor)

    def noted(self, what: str) -> list[list[str]]:
        """The words of all lines that say so."""
        lines = self.diary.read_text().splitlines() if self.diary.exists() else []
        return [words[1:] for words in map(str.split, lines) if words[0] == what]


def message(name: str) -> NewEvent:
    """What somebody said in one of many sessions."""
    session = f"s{hash(name) % 7}"
    said = {"session": session, "role": "user", "text": f"{MARK} {name} said so"}
    return NewEvent("message.recorded", f"session:{session}", said, project="p", id=f"said-{name}")


def insight(name: str, text: str = "Say less") -> NewEvent:
    """Something curated, which is never forgotten."""
    payload = {"insight": name, "statement": f"{text} {name}", "category": "testing",
               "confidence": 0.5}  # fmt: skip
    return NewEvent("insight.curated", f"insight:{name}", payload, project="p", id=f"learnt-{name}")


def transcript_lines() -> Iterator[bytes]:
    """A session that somebody else kept."""
    for number in range(400):
        record = {"type": "user", "sessionId": "11111111-2222-4333-8444-555555555555",
                  "uuid": f"u{number}", "timestamp": f"2026-01-01T00:{number // 60:02d}:"
                  f"{number % 60:02d}Z", "cwd": "/nowhere",
                  "message": {"role": "user", "content": f"look at number {number}"}}  # fmt: skip
        yield orjson.dumps(record) + b"\n"


def exported(places: Places) -> Iterator[Line]:
    """The lines of the file that is restored."""
    with places.export.open("rb") as file:
        yield from read_lines(file, 0)


def told(board: Board) -> list[Row]:
    """What no forgetting changes."""
    return [{**row, "decisions": None} for row in board.view("insights", order="id")]


def append(places: Places, name: str, random: Random) -> None:
    """One event, or many at once, now with views brought up to date and now without."""
    with Board.open(places.board) as board:
        for number in count():
            names = [f"{name}-{number}-{each}" for each in range(random.choice((1, 1, 2, 40)))]
            make = random.choice((message, insight))
            board.append([make(each) for each in names])
            for event in map(make, names):
                places.note("appended", event.id)
            if random.random() < 0.2:
                board.catch_up()


def call_hooks(places: Places, name: str, random: Random) -> None:
    """As hooks do: a connection for each event, or the outbox when others write."""
    for number in count():
        event = message(f"{name}-{number}")
        pending = PendingEvent(event.type, event.stream, orjson.dumps(event.payload).decode(),
                               event.project, event.id)  # fmt: skip
        board = HookBoard(str(places.board), _PATIENCE)
        try:
            with board.writing():
                board.append([pending], "hook")
        except BoardBusy:
            line = pending.line(Json(), "hook")
            with suppress(
                BlockingIOError
            ):  # who takes from the outbox is slow: nothing is promised
                outbox.add(str(places.board), lambda: [line])  # noqa: B023
                places.note("appended", event.id)
        else:
            places.note("appended", event.id)
        board.close()


def forget(places: Places, name: str, random: Random) -> None:
    """Some of what was said, and then the rest of what was begun before."""
    with Board.open(places.board) as board:
        while True:
            said = [id_ for (id_,) in places.noted("appended") if id_.startswith("said-")]
            chosen = random.sample(said, min(len(said), 3))
            for id_ in chosen:
                places.note("forgetting", id_)
            board.local.ingest()  # it may wait beside the board
            with suppress(BoardBusy):
                board.forget(*chosen, reason="r")
                for id_ in chosen:
                    places.note("forgotten", id_)


def replay(places: Places, name: str, random: Random) -> None:
    """All views, or one."""
    with Board.open(places.board) as board:
        while True:
            with suppress(BoardBusy):  # somebody else does so
                board.replay(random.choice((None, "insights", "sessions")))
            board.index()


def look_back(places: Places, name: str, random: Random) -> None:
    """The past, which must be the same whenever it is looked at."""
    with Board.open(places.board, read_only=True) as board:
        while True:
            position = min(random.choice((20, 200, 2000)), board.log.head())
            with board.as_of(position) as past:
                places.note("past", position, len(told(past)))


def import_file(places: Places, name: str, random: Random) -> None:
    """A transcript, from where the last one came to."""
    with Board.open(places.board) as board:
        while True:
            assert not import_files(board, [places.transcript]).failed


def restore_file(places: Places, name: str, random: Random) -> None:
    """The export of another board."""
    with Board.open(places.board) as board:
        while True:
            assert not restore(board, exported(places)).refused


def read(places: Places, name: str, random: Random) -> None:
    """As people and agents do while all that goes on."""
    with Board.open(places.board) as board:
        while True:
            board.search("less", view="insights")
            board.recall("number")
            board.view("sessions")


ACTIVITIES: tuple[Callable[[Places, str, Random], None], ...] = (
    append, append, call_hooks, forget, replay, look_back, import_file, restore_file, read,
)  # fmt: skip


def main(folder: Path, lives: int, seed: int) -> None:
    """Let processes live and die, a few at once; prints how many were ended amidst their work."""
    places, random = Places(folder), Random(seed)
    _warm_up(places)
    ended = 0
    waiting = {_live(places, number, random) for number in range(AT_ONCE)}
    started = AT_ONCE
    while waiting:
        child, status = os.wait()
        waiting.remove(child)
        ended += os.waitstatus_to_exitcode(status) == -signal.SIGALRM
        if started < lives:
            waiting.add(_live(places, started, random))
            started += 1
    print(ended)


def _warm_up(places: Places) -> None:
    """Import all that activities need, so that they spend their short lives on nothing else."""
    with Board.open(":memory:") as board:
        import_files(board, [places.transcript])
        restore(board, exported(places))
        board.recall("number")
        board.search("less", view="insights")
        [event] = board.append([message("warm")])
        board.forget(event.id, reason="r")


def _live(places: Places, number: int, random: Random) -> int:
    """A process of its own, without starting Python again, that does one thing until it dies."""
    activity = random.choice(ACTIVITIES)
    life = max(_SHORTEST_LIFE, random.random() ** 2 * _LONGEST_LIFE)
    seed = random.random()
    child = os.fork()
    if child == 0:
        try:
            signal.setitimer(signal.ITIMER_REAL, life)
            activity(places, f"{number}", Random(seed))
        except BaseException as error:
            signal.setitimer(signal.ITIMER_REAL, 0)
            print(f"{activity.__name__}: {error!r}", file=sys.stderr, flush=True)
            raise
        finally:
            os._exit(1)
    return child
