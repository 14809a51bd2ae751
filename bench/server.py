"""The MCP server: what a session costs that calls no tool, and what a first search adds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bench import corpus
from bench.result import Result, cost, limit

_ROUNDS = 5
_MOST_SECONDS = 0.2
_MOST_MEGABYTES = 30.0
_NOTHING = "pass"
_SDK = "import mcp.server.lowlevel, mcp.server.stdio"
"""What a server that is built with the official SDK imports; it is installed for the tests."""

_READY = "\nprint(flush=True)\nimport sys\nsys.stdin.read()"


class Spent(NamedTuple):
    """What a whole process took."""

    seconds: float
    megabytes: float


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Seconds of the processor and memory, beside nothing and beside importing the SDK alone."""
    size = min(sizes)
    board = corpus.lesson_board(folder, size)
    listed, found, nothing, sdk = (
        Spent(*(median(column) for column in zip(*rounds, strict=True)))
        for rounds in zip(*(_round(board) for _ in range(_ROUNDS)), strict=True)
    )
    results = []
    for work, ours in (("mcp, list of tools", listed), ("mcp, first search", found)):
        cpu, memory = f"{work}, CPU", f"{work}, memory"
        if ours is listed:
            results += [
                limit(cpu, size, ours.seconds, "s", _MOST_SECONDS),
                limit(memory, size, ours.megabytes, "MB", _MOST_MEGABYTES),
            ]
        for peer, theirs in (("python -c pass", nothing), ("import of the SDK", sdk)):
            results += [
                cost(cpu, size, ours.seconds, "s", peer, theirs.seconds),
                cost(memory, size, ours.megabytes, "MB", peer, theirs.megabytes),
            ]
    return results


def _round(board: Path) -> tuple[Spent, Spent, Spent, Spent]:
    """All in turn, so that what else the machine does falls on each."""
    return _served(board), _served(board, search=True), _ran(_NOTHING), _ran(_SDK)


def _served(board: Path, *, search: bool = False) -> Spent:
    server = _started("from lessonboard.start import main; main()", "--db", str(board), "mcp")
    begin = {"protocolVersion": "2025-06-18", "capabilities": {},
             "clientInfo": {"name": "bench", "version": "1"}}  # fmt: skip
    _ask(server, 1, "initialize", begin)
    _send(server, {"method": "notifications/initialized"})
    _ask(server, 2, "tools/list", {})
    if search:
        found = _ask(server, 3, "tools/call", {"name": "recall", "arguments": {"query": "cache"}})
        assert not found["result"].get("isError"), found
    return _ended(server)


def _ran(program: str) -> Spent:
    process = _started(program + _READY)
    assert process.stdout is not None
    assert process.stdout.readline()
    return _ended(process)


def _started(program: str, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


def _ended(process: subprocess.Popen[bytes]) -> Spent:
    """What a process took in all, once it has answered."""
    megabytes = _resident(process.pid)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    assert process.returncode == 0
    return Spent(usage.ru_utime + usage.ru_stime, megabytes)


def _resident(process: int) -> float:
    """Megabytes; `ru_maxrss` would count those of the process that started it."""
    shown = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=True
    )
    return int(shown.stdout) / 1024


def _ask(server: subprocess.Popen[bytes], number: int, method: str, params: Any) -> Any:
    assert server.stdout is not None
    _send(server, {"id": number, "method": method, "params": params})
    while True:
        answer = json.loads(server.stdout.readline())
        if answer.get("id") == number:
            return answer


def _send(server: subprocess.Popen[bytes], message: dict[str, Any]) -> None:
    assert server.stdin is not None
    server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    server.stdin.flush()
