"""The MCP server: what a session costs that calls no tool, and what a first search and then a first
`remember` add, in a session whose transcript has grown for a day.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple
from uuid import uuid4

from bench import corpus
from bench.result import Result, cost, limit
from blackboard import Board
from blackboard.events.session import SessionStarted

_ROUNDS = 5
_TURNS, _CALLS, _LINES = 400, 4, 40
"""A transcript of 5 MB: prompts, calls for each, lines of their output."""
_SDK = "import mcp.server.lowlevel, mcp.server.stdio"
"""What a server that is built with the official SDK imports; it is installed for the tests."""

_READY = "\nprint(flush=True)\nimport sys\nsys.stdin.read()"


class Spent(NamedTuple):
    """What a whole process took."""

    seconds: float
    megabytes: float


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Seconds of the processor and memory, beside importing the SDK alone."""
    size = min(sizes)
    board = corpus.lesson_board(folder, size)
    place = _Place(folder, board)
    listed, found, kept, sdk = (
        Spent(*(median(column) for column in zip(*rounds, strict=True)))
        for rounds in zip(*(_round(board, place) for _ in range(_ROUNDS)), strict=True)
    )
    first = "MCP server to its first answer"
    more = "MCP server with a first search"
    kept_cpu = kept.seconds - found.seconds
    return [
        limit(f"{first}, CPU", size, listed.seconds, "s"),
        limit(f"{first}, memory", size, listed.megabytes, "MB"),
        cost(f"{more}, CPU", size, found.seconds, "s", "import of the SDK", sdk.seconds),
        cost(f"{more}, memory", size, found.megabytes, "MB", "import of the SDK", sdk.megabytes),
        limit("MCP server, first `remember` after a search, CPU", size, kept_cpu, "s"),
    ]


class _Place:
    """A folder in which a person talked with Claude Code for a day, and a board that knows it."""

    def __init__(self, folder: Path, board: Path) -> None:
        self.folder = folder / "talked about"
        self.home = folder / "home of who talked"
        self.board = folder / "talked.board"
        self._transcript = self.home / ".claude" / "projects" / "x" / "talk.jsonl"
        self._transcript.parent.mkdir(parents=True)
        self.folder.mkdir()
        shutil.copy(board, self.board)
        self._add(line for turn in range(_TURNS) for line in _turn(turn))
        with Board.open(self.board) as opened:
            started = SessionStarted(
                session="talk", agent="claude-code", transcript=str(self._transcript)
            )
            opened.record(
                started, actor="claude-code", project=str(self.folder.resolve()), correlation="talk"
            )
        self.remember("Always count the parcels twice.")

    def remember(self, rule: str) -> Spent:
        """What a server takes for a search and that rule, which the person has just typed."""
        self._add([_record("user", f"Remember: {rule}")])
        return _served(self.board, rule=rule, place=self)

    def _add(self, records: Iterable[dict[str, Any]]) -> None:
        known = {"sessionId": "talk", "cwd": str(self.folder), "entrypoint": "cli",
                 "userType": "external"}  # fmt: skip
        with self._transcript.open("a") as file:
            file.writelines(f"{json.dumps(record | known)}\n" for record in records)


def _turn(number: int) -> Iterator[dict[str, Any]]:
    """A prompt and the calls that it led to."""
    yield _record("user", f"Look at part {number} of the parcels, and mend what is broken there.")
    for call in range(_CALLS):
        name = f"call-{number}-{call}"
        use = {"type": "tool_use", "id": name, "name": "Bash", "input": {"command": f"sed {name}"}}
        output = "\n".join(f"{line} parcel route depot {name} " * 2 for line in range(_LINES))
        yield _record("assistant", [use])
        yield _record("user", [{"type": "tool_result", "tool_use_id": name, "content": output}])


def _record(role: str, content: object) -> dict[str, Any]:
    message = {"role": role, "content": content}
    now = datetime.now(tz=UTC).isoformat()
    return {"type": role, "uuid": str(uuid4()), "timestamp": now, "message": message}


def _round(board: Path, place: _Place) -> tuple[Spent, Spent, Spent, Spent]:
    """All in turn, so that what else the machine does falls on each."""
    kept = place.remember(f"Always ship the parcels of {uuid4().hex[:8]} first.")
    return _served(board), _served(board, search=True), kept, _ran(_SDK)


def _served(
    board: Path, *, search: bool = False, rule: str = "", place: _Place | None = None
) -> Spent:
    program = "from lessonboard.start import main; main()"
    server = _started(program, "--db", str(board), "mcp", place=place)
    begin = {"protocolVersion": "2025-06-18", "capabilities": {},
             "clientInfo": {"name": "bench", "version": "1"}}  # fmt: skip
    _ask(server, 1, "initialize", begin)
    _send(server, {"method": "notifications/initialized"})
    _ask(server, 2, "tools/list", {})
    if search or rule:
        found = _ask(server, 3, "tools/call", {"name": "recall", "arguments": {"query": "cache"}})
        assert not found["result"].get("isError"), found
    if rule:
        kept = _ask(server, 4, "tools/call", {"name": "remember", "arguments": {"text": rule}})
        assert kept["result"]["content"][0]["text"].startswith("Remembered as"), kept
    return _ended(server)


def _ran(program: str) -> Spent:
    process = _started(program + _READY)
    assert process.stdout is not None
    assert process.stdout.readline()
    return _ended(process)


def _started(program: str, *arguments: str, place: _Place | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=place.folder if place else None,
        env={**os.environ, "HOME": str(place.home)} if place else None,
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
