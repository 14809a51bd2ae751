"""The MCP server: CPU time from its start to its first answer."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import IO, Any

from bench import corpus
from bench.result import Result, cost, limit

_ROUNDS = 5
_MOST_SECONDS = 1.0
_SDK = "import mcp.server.lowlevel, mcp.server.stdio"


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """CPU seconds, compared with importing the SDK alone."""
    size = min(sizes)
    board = corpus.lesson_board(folder, size)
    ours = median(_answered(board) for _ in range(_ROUNDS))
    sdk = median(_spent([sys.executable, "-c", _SDK]) for _ in range(_ROUNDS))
    work = "mcp, start to first answer, CPU"
    return [
        limit(work, size, ours, "s", _MOST_SECONDS),
        cost(work, size, ours, "s", "import of its SDK", sdk),
    ]


def _answered(board: Path) -> float:
    before = _children()
    command = [sys.executable, "-c", "from lessonboard.start import main; main()"]
    server = subprocess.Popen(
        [*command, "--db", str(board), "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert server.stdin is not None
    assert server.stdout is not None
    begin = {"protocolVersion": "2025-06-18", "capabilities": {},
             "clientInfo": {"name": "bench", "version": "1"}}  # fmt: skip
    _ask(server.stdin, server.stdout, 1, "initialize", begin)
    _send(server.stdin, {"method": "notifications/initialized"})
    recall = {"name": "recall", "arguments": {"query": "cache"}}
    found = _ask(server.stdin, server.stdout, 2, "tools/call", recall)
    assert not found["result"].get("isError"), found
    server.stdin.close()
    server.wait()
    return _children() - before


def _ask(stdin: IO[bytes], stdout: IO[bytes], number: int, method: str, params: Any) -> Any:
    _send(stdin, {"id": number, "method": method, "params": params})
    while True:
        answer = json.loads(stdout.readline())
        if answer.get("id") == number:
            return answer


def _send(stdin: IO[bytes], message: dict[str, Any]) -> None:
    stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    stdin.flush()


def _spent(command: list[str]) -> float:
    before = _children()
    subprocess.run(command, check=True)
    return _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
