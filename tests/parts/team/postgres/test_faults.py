"""What a team's log survives: a killed server, cut connections, a full disk, many followers."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.errors import BoardBusy, BoardFull, LogUnreachable
from blackboard.event import NewEvent
from lessonboard.parts.team.postgres.log import PostgresLog
from tests.blackboard.lessons import lesson
from tests.faults.children import outcome, start
from tests.long_runs import rounds
from tests.parts.team.sharing.people import Person
from tests.postgres import Server, running

ROOT = Path(__file__).parent.parent.parent.parent.parent

_WRITER = """
import sys, time
from blackboard.errors import BoardError
from blackboard.event import NewEvent
from lessonboard.parts.team.postgres.log import PostgresLog
url, name, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
log, number, ends = PostgresLog(url), 0, time.monotonic() + seconds
while time.monotonic() < ends:
    events = [NewEvent("note.taken", f"{name}-{n % 3}", {"n": n}, id=f"{name}-{n}")
              for n in range(number, number + 1 + number % 4)]
    try:
        log.append(events)
    except BoardError:
        time.sleep(0.05)
        continue
    number += len(events)
    print(number, flush=True)
"""


@pytest.fixture
def durable() -> Iterator[Server]:
    """A server that keeps what it acknowledged, whatever happens to it."""
    with running(durable=True) as server:
        server.user("anna")
        yield server


def start_writer(server: Server, name: str, writer: str, seconds: float) -> subprocess.Popen[str]:
    """A process that appends, again and again where it was not told that it is done."""
    command = [sys.executable, "-c", _WRITER, server.url(name, "anna"), writer, str(seconds)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def acknowledged(writer: subprocess.Popen[str]) -> int:
    """How many events a writer was told are there, once it has ended."""
    said, _ = writer.communicate(timeout=60)
    assert writer.returncode == 0
    return int(said.split()[-1]) if said else 0  # on a busy machine it may come to nothing


def test_a_server_killed_under_eight_writers_loses_and_doubles_nothing(
    durable: Server, tmp_path: Path
) -> None:
    """What was acknowledged is there once, the chain verifies, and copies agree with it."""
    times = rounds(1, 20)
    name, chance = durable.database(), random.Random(7)
    log = PostgresLog(durable.url(name, "anna"))
    with closing(log), Board.follow(log, tmp_path / "copy.db") as board:
        seconds = 2.0 + times * 1.2
        writers = [start_writer(durable, name, f"w{n}", seconds) for n in range(8)]
        time.sleep(1.0)
        for _ in range(times):
            time.sleep(chance.uniform(0.05, 0.5))
            with suppress(LogUnreachable):
                board.catch_up()
            durable.kill()
            durable.start()
        done = {f"w{n}": acknowledged(writer) for n, writer in enumerate(writers)}
        assert sum(done.values()) > 8 * times
        time.sleep(1.0)  # after which the log asks a server again that did not answer
        found = log.verify()
        assert found.sound, found.problems
        there = [event.id for event in log.read()]
        assert len(there) == len(set(there)) == found.events
        for writer, count in done.items():
            assert {f"{writer}-{n}" for n in range(count)} <= set(there)
        board.catch_up()
        assert not board.local.offline
        assert [event.id for event in board.read()] == there
        assert board.verify_views() == []


def test_a_connection_cut_in_a_transaction_takes_all_of_it_back(there: Server) -> None:
    """It says so at once, and the next call has a new connection."""
    name = there.database()
    with closing(PostgresLog(there.url(name, "anna"))) as log:
        with pytest.raises(LogUnreachable):
            _append_and_cut(log, there, name)
        assert log.head() == 0
        log.append([NewEvent("note.taken", "notes", {"n": 3})])
        assert log.verify().sound


def _append_and_cut(log: PostgresLog, there: Server, name: str) -> None:
    with log.transaction():
        log.append([NewEvent("note.taken", "notes", {"n": 1})])
        there.sql(
            "postgres",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            f"WHERE datname = '{name}' AND usename = 'anna'",
        )
        log.append([NewEvent("note.taken", "notes", {"n": 2})])


def test_a_writer_that_holds_the_log_keeps_others_no_longer_than_they_wait(there: Server) -> None:
    """They are told that it is busy, and go on when he ended."""
    name = there.database()
    url = there.url(name, "anna")
    with closing(PostgresLog(url)) as one, closing(PostgresLog(url, timeout=0.1)) as other:
        with one.transaction():
            one.append([NewEvent("note.taken", "notes", {"n": 1})])
            with pytest.raises(BoardBusy, match="held the log"), other.transaction():
                pass
            with pytest.raises(BoardBusy, match="held the log"):
                other.append([NewEvent("note.taken", "notes", {"n": 3})])
        with other.transaction():
            other.append([NewEvent("note.taken", "notes", {"n": 2})])
        assert other.head() == 2


def test_a_full_disk_on_the_server_keeps_what_was_acknowledged(tmp_path: Path) -> None:
    """It is told plainly, and once there is room all goes on."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256m,mode=755", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("a small file system can only be mounted by root")
    try:
        for folder in (tmp_path, *tmp_path.parents):
            if folder.stat().st_uid == os.getuid() and folder != Path("/"):
                folder.chmod(folder.stat().st_mode | 0o011)
        options = ("max_wal_size=32MB", "min_wal_size=32MB")
        with running(durable=True, options=options, folder=place) as server:
            _fill(server, place)
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def _fill(server: Server, place: Path) -> None:
    server.user("anna")
    name = server.database()
    noise = random.Random(3)
    with closing(PostgresLog(server.url(name, "anna"))) as log:
        (place / "ballast").write_bytes(b"x" * (96 << 20))
        done = 0
        try:
            for _ in range(400):
                text = noise.randbytes(400_000).hex()
                log.append([NewEvent("note.taken", "notes", {"text": text})])
                done += 1
        except (BoardFull, LogUnreachable):
            assert done > 0
        else:
            raise AssertionError("the disk was never full")
        (place / "ballast").unlink()
        server.kill()
        server.start()
        time.sleep(1.0)  # after which the log asks a server again that did not answer
        assert log.head() >= done
        assert log.verify().sound
        log.append([NewEvent("note.taken", "notes", {"n": 1})])


def test_many_followers_at_once_agree(there: Server, tmp_path: Path) -> None:
    """Each has all of it, and what is appended meanwhile; fifty of them in a full run."""
    name = there.database()
    with closing(PostgresLog(there.url(name, "anna"))) as log:
        log.append([lesson(str(number), f"Rule {number}.") for number in range(200)])
        boards = [
            Board.follow(PostgresLog(there.url(name, "anna")), tmp_path / f"{number}.db")
            for number in range(rounds(15, 50))
        ]
        try:
            log.append([lesson("last", "Never push on Fridays.")])
            for board in boards:
                board.catch_up()
            heads = {board.local.copied() for board in boards}
            assert heads == {201}
            assert {boards[0].log.wait(200, 1.0), boards[-1].log.wait(200, 1.0)} == {201}
        finally:
            for board in boards:
                board.close()


def test_clocks_that_are_hours_apart_change_no_order(there: Server) -> None:
    """Recorded is by the server's clock, whatever a client says of when it happened."""
    name = there.database()
    with closing(PostgresLog(there.url(name, "anna"))) as log:
        hour = 3_600_000_000
        now = log.now()
        for late in (3, -3, 0):
            log.append([NewEvent("note.taken", "n", {}, occurred_at=now + late * hour)])
        events = list(log.read())
        assert [event.occurred_at - now for event in events] == [3 * hour, -3 * hour, 0]
        assert [event.recorded_at for event in events] == sorted(
            event.recorded_at for event in events
        )
        assert abs(events[0].recorded_at - now) < hour


_EXCHANGES = """
from pathlib import Path
from blackboard.errors import LogUnreachable
from lessonboard.parts.team.postgres.log import PostgresLog
from tests.parts.team.sharing.people import Person
folder, url = Path(sys.argv[1]), sys.argv[2]
anna = Person("anna", folder).meet_at(PostgresLog(url))
for number in range(int(sys.argv[3])):
    anna.learn(f"seed{number}", f"Run `make seed{number}` before `make test`.")
    try:
        anna.sync()
    except LogUnreachable:
        pass
    print(number, flush=True)
"""


@pytest.mark.full
def test_a_server_killed_under_an_exchange_gets_all_of_it_once(
    durable: Server, tmp_path: Path
) -> None:
    """The one who sends goes on when it is back, and the one who receives has each thing once."""
    name, chance, lessons = durable.database(), random.Random(5), 100
    durable.user("bo")
    child = start(_EXCHANGES, tmp_path, durable.url(name, "anna"), lessons)
    assert child.stdout is not None
    for _ in range(4):
        for _ in range(chance.randrange(5, 20)):
            child.stdout.readline()
        durable.kill()
        durable.start()
    assert outcome(child)[1] == ""
    people = [
        Person(who, tmp_path).meet_at(PostgresLog(durable.url(name, who))) for who in ("anna", "bo")
    ]  # fmt: skip
    for each in people:
        each.sync()
    bo = people[1]
    assert [n for n in range(lessons) if not bo.knows(f"seed{n}@anna")] == []
    assert len([row for row in bo.board.view("shared") if row["author"] == "anna"]) == lessons
    with closing(PostgresLog(durable.url(name, "anna"))) as log:
        assert log.verify().sound
    for each in people:
        each.place.close()
        each.close()
