"""The page: its first answer on a heavy user's board, searching while typing, and rest.

A visitor asks a real server, over HTTP, with the cookie of its link. The boards are those of
`year`; the lessons of the search are those of the other measurements.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import quote, urlsplit

from bench import corpus
from bench.prompts import make_queries
from bench.result import Result, limit, named
from bench.timing import percentile
from bench.whole_process import COMMAND, home_in
from bench.year import reflected

_LESSONS = 100_000
_QUERIES, _REST = 30, 10.0
_TABS, _TOGETHER, _ROUNDS = 5, 6, 10
_PAGES = ("/lessons", "/sessions", "/review", "/search?q=database", "/projects")


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Seconds until a page is there, megabytes of the server, and its processor at rest."""
    results: list[Result] = []
    for size in sizes:
        board, _ = reflected(folder, size)
        with _served(board) as server:
            results += _visited(server, size)
    return [*results, _typing(folder, min(_LESSONS, max(sizes)))]


def _visited(server: _Server, size: int) -> Iterator[Result]:
    yield limit("page, the first", size, server.seconds("/"), "s")
    slowest = max(_PAGES, key=(seconds := {path: server.seconds(path) for path in _PAGES}).get)  # type: ignore[arg-type]
    yield named("page, slowest other", size, seconds[slowest], "s", slowest)
    with ThreadPoolExecutor(_TOGETHER) as tabs:
        list(tabs.map(server.seconds, ("/", *_PAGES) * _ROUNDS))
    yield limit("page, CPU of 10 s at rest, five tabs", size, server.cpu_of_rest(), "s")
    yield limit("page, memory after 60 pages", size, server.megabytes(), "MB")
    for when in ("first", "again"):
        past = server.seconds(f"/lessons?as-of={size // 2}")
        yield limit(f"page, a past moment, {when}", size, past, "s")


def _typing(folder: Path, lessons: int) -> Result:
    """A query of one to three words, asked as each word grows."""
    typed = [query[:end] for length in (1, 2, 3)
             for query in make_queries(lessons, _QUERIES // 3, length, common=length == 1)
             for end in range(3, len(query) + 1, 3)]  # fmt: skip
    with _served(corpus.lesson_board(folder, lessons)) as server:
        server.seconds("/lessons")
        spent = [server.seconds(f"/lessons?q={quote(each)}") for each in typed]
    return limit("page, search while typing, p95", lessons, percentile(spent, 0.95), "s")


@dataclass(frozen=True)
class _Server:
    """A server's process, and how it is asked."""

    pid: int
    port: int
    cookie: str

    def seconds(self, path: str) -> float:
        """How long a page takes."""
        began = time.perf_counter()
        connection = HTTPConnection("127.0.0.1", self.port, timeout=600)
        connection.request("GET", path, headers={"cookie": self.cookie})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        assert answer.status == 200, (path, answer.status)
        return time.perf_counter() - began

    def megabytes(self) -> float:
        """The memory that it holds (Linux)."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("VmRSS"))

    def cpu_of_rest(self) -> float:
        """Seconds of the processor while tabs are open and nobody does anything."""
        tabs = [HTTPConnection("127.0.0.1", self.port, timeout=60) for _ in range(_TABS)]
        for each in tabs:
            each.request("GET", "/live", headers={"cookie": self.cookie})
            each.getresponse()
        time.sleep(1.5)  # until what the pages before took is given back
        before = self._cpu()
        time.sleep(_REST)
        spent = self._cpu() - before
        for each in tabs:
            each.close()
        return spent

    def _cpu(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _served(board: Path) -> Iterator[_Server]:
    words = [COMMAND, "--db", str(board), "web", "--json", "--no-browser", "--port", "0"]
    environment = {**os.environ, **home_in(board.parent)}
    process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        told = json.loads("".join(process.stdout.readline() for _ in range(4)))
        link = urlsplit(told["url"])
        connection = HTTPConnection("127.0.0.1", told["port"], timeout=60)
        connection.request("GET", f"{link.path}?{link.query}")
        cookie = (connection.getresponse().getheader("set-cookie") or "").split(";")[0]
        connection.close()
        yield _Server(process.pid, told["port"], cookie)
    finally:
        process.terminate()
        process.wait()
