"""The page: its first answer on a heavy user's board, searching while typing, and rest.

A visitor asks a real server, over HTTP, with the cookie of its link. The boards are those of
`year`; the lessons of the search are those of the other benchmarks.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from urllib.parse import quote, urlsplit

from bench import corpus
from bench.prompts import make_queries
from bench.repeated import COMMAND, boards, run
from bench.result import Result, limit
from bench.timing import percentile
from tests.deciding import allow_scripts

SIZES = (170_000,)
_LESSONS = 100_000
_FIRST = {170_000: 0.3, 1_000_000: 1.0}
_MOST_TYPED, _MOST_MEGABYTES = 0.1, 80.0
_QUERIES, _REST = 30, 5.0
_PAGES = ("/lessons", "/sessions", "/review", "/search?q=database", "/projects")


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Seconds until a page is there, megabytes of the server, and its processor at rest."""
    results: list[Result] = []
    for size, board, _ in boards(sizes, folder):
        run("--db", str(board), "session", "reflect", "--all")
        with _served(board) as server:
            budget = next((most for least, most in sorted(_FIRST.items(), reverse=True)
                           if size >= least), 0.3)  # fmt: skip
            results.append(limit("page, the first", size, server.seconds("/"), "s", budget))
            others = [server.seconds(path) for path in _PAGES]
            results.append(limit("page, slowest other", size, max(others), "s", budget))
            results.append(
                limit("page, memory after these", size, server.megabytes(), "MB", _MOST_MEGABYTES)
            )
            results.append(limit("page, CPU of 5 s of rest", size, server.cpu_of_rest(), "s", 0.05))
    return [*results, *_typing(folder)]


def _typing(folder: Path) -> Iterator[Result]:
    """A query of one to three words, asked as each word grows."""
    typed = [query[:end] for length in (1, 2, 3)
             for query in make_queries(_LESSONS, _QUERIES // 3, length, common=length == 1)
             for end in range(3, len(query) + 1, 3)]  # fmt: skip
    with _served(corpus.lesson_board(folder, _LESSONS)) as server:
        server.seconds("/lessons")
        spent = [server.seconds(f"/lessons?q={quote(each)}") for each in typed]
    yield limit("page, search while typing, p50", _LESSONS, median(spent), "s", _MOST_TYPED)
    yield limit("page, search while typing, p95", _LESSONS, percentile(spent, 0.95), "s",
                _MOST_TYPED)  # fmt: skip


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
        """Seconds of the processor while nobody asks."""
        before = self._cpu()
        time.sleep(_REST)
        return self._cpu() - before

    def _cpu(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _served(board: Path) -> Iterator[_Server]:
    words = [COMMAND, "--db", str(board), "web", "--json", "--no-browser", "--port", "0"]
    allow_scripts(board.parent)
    environment = {**os.environ, "XDG_CONFIG_HOME": str(board.parent / ".config")}
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
