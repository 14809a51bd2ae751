"""The log of a team on PostgreSQL, beside `eventsourcing`'s recorder and procrastinate.

One server for all, with `fsync` and `synchronous_commit` on, on this machine: its processes and
those that are measured share the cores.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from multiprocessing.synchronize import Barrier
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple
from uuid import uuid4

import procrastinate
import psycopg
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresAggregateRecorder, PostgresDatastore

from bench.result import Result, cost, limit, rate
from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.payload import new
from blackboard.events.work import WorkCreated
from lessonboard.parts.team.postgres.log import PostgresLog
from scheduler.work.queue import Queue
from tests.postgres import Server, running

_SECONDS = 4.0
_PROCESSES = 8
_TEXT = "x" * 500
_OUTCOME = {"looked_at": 1}


class _Worked(NamedTuple):
    """What a process did, and its longest turn in seconds."""

    done: int
    longest: float


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Appending, following, claiming and hearing of news."""
    size = min(sizes)
    with running(durable=True) as server:
        server.user("anna")
        return [*_appends(server, size), *(_follow(server, folder, each) for each in sizes),
                *_hear(server, size), *_claims(server, folder, size)]  # fmt: skip


def _appends(server: Server, size: int) -> Iterator[Result]:
    """Events per second by one writer and by eight, one by one and in tens."""
    theirs = _total(_run(_append_peer, server, _peer_database(server), _PROCESSES, 1))
    bare = _total(_run(_append_bare, server, _bare_database(server), _PROCESSES, 1))
    for processes, batch in ((1, 1), (_PROCESSES, 1), (_PROCESSES, 10)):
        found = _run(_append_ours, server, server.database(), processes, batch)
        writers = "one writer" if processes == 1 else f"{processes} writers"
        work = f"team: append, {writers}" + (", in tens" if batch > 1 else "")
        yield rate(work, size, _total(found), "/s", "eventsourcing, 8 writers", theirs)
        yield rate(work, size, _total(found), "/s", "bare INSERT, 8 writers", bare)


def _follow(server: Server, folder: Path, size: int) -> Result:
    """Copying a log into a new file, verified, beside only reading its rows."""
    name = server.database()
    with closing(PostgresLog(server.url(name, "anna"))) as log:
        for start in range(0, size, 5_000):
            log.append([NewEvent("note.taken", f"s{n % 500}", {"n": n, "text": _TEXT})
                        for n in range(start, min(size, start + 5_000))])  # fmt: skip
        started = time.perf_counter()
        assert sum(1 for _ in log.stored()) == size
        read = size / (time.perf_counter() - started)
        with Board.follow(log, folder / f"follow-{size}.db") as board:
            started = time.perf_counter()
            board.local.follow()
            copied = size / (time.perf_counter() - started)
    return rate("team: copy a log into a new file", size, copied, "/s", "reading its rows", read)


def _hear(server: Server, size: int) -> Iterator[Result]:
    """From before an append to when another process's log hears of it, beside the append alone."""
    name = server.database()
    with closing(PostgresLog(server.url(name, "anna"))) as log:
        context = multiprocessing.get_context("fork")
        heard = context.SimpleQueue()
        other = context.Process(target=_listen, args=(server.url(name, "anna"), heard))
        other.start()
        assert heard.get() == 0.0
        appends, delays = [], []
        for number in range(200):
            time.sleep(0.005)
            started = time.perf_counter()
            log.append([NewEvent("note.taken", "s", {"n": number})])
            appends.append((time.perf_counter() - started) * 1000)
            delays.append((heard.get() - started) * 1000)
        other.terminate()
        other.join()
    work = "team: notice of an append"
    yield cost(f"{work}, median", size, median(delays), "ms", "the append", median(appends))
    yield limit(f"{work}, longest", size, max(delays), "ms")


def _listen(url: str, heard: Any) -> None:
    log = PostgresLog(url)
    log.wait(0, 0.01)
    heard.put(0.0)
    for number in range(200):
        log.wait(number, 10)
        heard.put(time.perf_counter())


def _claims(server: Server, folder: Path, size: int) -> Iterator[Result]:
    """Claiming and completing work by eight machines, each with a copy of its own."""
    theirs = _total(_run(_claim_peer, server, _peer_queue(server), _PROCESSES, 1))
    for batch in (1, 10):
        name = _work(server, 40_000 if batch > 1 else 6_000)
        found = _run(_claim_ours(folder), server, name, _PROCESSES, batch)
        work = "team: claim + complete, " + ("in tens" if batch > 1 else "8 machines")
        yield limit(work, size, _total(found), "/s", is_rate=True)
        yield rate(f"{work}, beside a peer", size, _total(found), "/s", "procrastinate", theirs)
        slowest, fastest = (pick(each.done for each in found) for pick in (min, max))
        yield rate(f"{work}, slowest", size, slowest, "items", "fastest", fastest)


def _work(server: Server, items: int) -> str:
    name = server.database()
    with closing(PostgresLog(server.url(name, "anna"))) as log:
        for start in range(0, items, 2_000):
            log.append([new(WorkCreated(item=f"work-{n:06}", kind="bench", input={}), actor="me")
                        for n in range(start, start + 2_000)])  # fmt: skip
    return name


Turns = Callable[[str, int, int], Iterator[int]]
"""What a process does: given the address, its number and how many at a time; yields how many."""


def _append_ours(url: str, worker: int, size: int) -> Iterator[int]:
    log = PostgresLog(url)
    while True:
        log.append([NewEvent("note.taken", f"s{worker}", {"text": _TEXT}) for _ in range(size)])
        yield size


def _append_bare(url: str, worker: int, size: int) -> Iterator[int]:
    connection = psycopg.connect(url, autocommit=True)
    while True:
        connection.execute(
            "INSERT INTO bare (id, stream, payload) VALUES (%s, %s, %s)",
            (str(uuid4()), f"s{worker}", _TEXT),
        )
        yield 1


def _append_peer(url: str, worker: int, size: int) -> Iterator[int]:
    recorder = _recorder(url)
    number = 0
    while True:
        recorder.insert_events([StoredEvent(uuid4(), number, "note", _TEXT.encode())])
        number += 1
        yield 1


def _claim_ours(folder: Path) -> Turns:
    def turns(url: str, worker: int, size: int) -> Iterator[int]:
        path = folder / f"claims-{size}-{worker}.db"
        with Board.follow(PostgresLog(url), path) as board:
            queue = Queue(board, f"worker-{worker}")
            queue.next_at()  # which folds what there is
            yield 0
            while items := queue.claim(limit=size):
                queue.complete([(item, _OUTCOME) for item in items])
                yield len(items)

    return turns


def _claim_peer(url: str, worker: int, size: int) -> Iterator[int]:
    loop = asyncio.new_event_loop()
    connector = procrastinate.PsycopgConnector(conninfo=url, min_size=1, max_size=1)
    app = procrastinate.App(connector=connector)
    loop.run_until_complete(app.open_async())
    jobs = app.job_manager
    me = loop.run_until_complete(jobs.register_worker())
    yield 0
    while True:
        job = loop.run_until_complete(jobs.fetch_job(queues=None, worker_id=me))
        if job is None:
            return
        done = jobs.finish_job(job, procrastinate.jobs.Status.SUCCEEDED, delete_job=False)
        loop.run_until_complete(done)
        yield 1


def _peer_database(server: Server) -> str:
    server.sql("postgres", "CREATE DATABASE peer")
    _recorder(server.url("peer")).create_table()
    return "peer"


def _bare_database(server: Server) -> str:
    server.sql("postgres", "CREATE DATABASE bare")
    server.sql("bare", "CREATE TABLE bare (position bigserial PRIMARY KEY, id text UNIQUE, "
               "stream text, payload text)", "CREATE INDEX ON bare (stream)")  # fmt: skip
    return "bare"


def _peer_queue(server: Server) -> str:
    server.sql("postgres", "CREATE DATABASE jobs")
    url = server.url("jobs")
    connector = procrastinate.SyncPsycopgConnector(conninfo=url)
    app = procrastinate.App(connector=connector)
    with app.open():
        app.schema_manager.apply_schema()
    server.sql("jobs", "INSERT INTO procrastinate_jobs (queue_name, task_name, args) "
               "SELECT 'q', 'bench', '{}' FROM generate_series(1, 20000)")  # fmt: skip
    return "jobs"


def _recorder(url: str) -> PostgresAggregateRecorder:
    given = psycopg.conninfo.conninfo_to_dict(url)
    datastore = PostgresDatastore(str(given["dbname"]), str(given["host"]), str(given["port"]),
                                  str(given["user"]), "")  # fmt: skip
    return PostgresAggregateRecorder(datastore)


def _run(turns: Turns, server: Server, name: str, processes: int, size: int) -> list[_Worked]:
    """Processes that take turns at the same time for a while."""
    user = "anna" if name.startswith("board") else "owner"
    context = multiprocessing.get_context("fork")
    barrier, results = context.Barrier(processes), context.SimpleQueue()
    url = server.url(name, user)
    started = [
        context.Process(target=_turn, args=(turns, url, n, size, barrier, results))
        for n in range(processes)
    ]
    for process in started:
        process.start()
    worked = [_Worked(*results.get()) for _ in started]
    for process in started:
        process.join()
    return worked


def _turn(turns: Turns, url: str, number: int, size: int, barrier: Barrier, results: Any) -> None:
    taken = turns(url, number, size)
    next(taken)
    barrier.wait()
    done, longest = 0, 0.0
    started = before = time.perf_counter()
    for count in taken:
        now = time.perf_counter()
        longest, before, done = max(longest, now - before), now, done + count
        if now - started > _SECONDS:
            break
    results.put((done, longest))


def _total(worked: Sequence[_Worked]) -> float:
    return sum(each.done for each in worked) / _SECONDS
