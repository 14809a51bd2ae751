"""How a server starts, keeps to the protocol, and ends."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from blackboard.file_lock import FileLock
from lessonboard.mcp.calls import Call, Calls, current
from tests.commands import COMMAND
from tests.lessonboard.mcp.client import PATIENCE, Place, Wire, wire

SOON = 2.0
"""Seconds within which a server must be gone."""

MOST_OF_THE_SDK = 0.3
"""Times what importing the SDK costs, from the start to the first answer; measured 0.08 to 0.12."""

CLAIM = {"name": "work", "arguments": {"do": "claim"}}


def hang_up(server: Wire, within: float = SOON) -> int:
    """Close standard input; the exit code, if the server ends soon enough."""
    assert server.process.stdin is not None
    server.process.stdin.close()
    return server.process.wait(within)


def with_a_waiting_call(server: Wire) -> None:
    """Have a call wait for the board; a later request that is answered shows that it was begun."""
    server.greet()
    server.request(1, "tools/call", **CLAIM)
    server.request(2, "ping")
    assert json.loads(server.line())["id"] == 2


def test_it_ends_when_standard_input_closes(place: Place) -> None:
    """At once where nothing waits for an answer, whether or not anything was ever said."""
    with wire(place) as server:
        server.greet()
        assert hang_up(server) == 0
    with wire(place) as silent:
        assert silent.process.stdin is not None
        silent.process.stdin.close()
        assert silent.process.wait(PATIENCE) == 0


def test_what_was_asked_is_answered_when_standard_input_closes(place: Place) -> None:
    """All requests and the batch's, in whatever order they are done, and then the server ends."""
    asked = [
        ("initialize", {"protocolVersion": "2025-03-26", "capabilities": {},
                        "clientInfo": {"name": "test", "version": "1"}}),
        ("tools/list", {}),
        ("tools/call", {"name": "recall", "arguments": {"query": "npm"}}),
        ("tools/call", {"name": "fix", "arguments": {"error": "no such thing"}}),
        ("tools/call", {"name": "context", "arguments": {"command": "npm test"}}),
    ]  # fmt: skip
    requests = [{"jsonrpc": "2.0", "id": id, "method": method, "params": params}
                for id, (method, params) in enumerate(asked)]  # fmt: skip
    batch = [{"jsonrpc": "2.0", "id": id, "method": "tools/list"} for id in ("a", "b")]
    with wire(place) as server:
        said, _ = server.process.communicate(
            b"".join(json.dumps(each).encode() + b"\n" for each in (*requests, batch)), PATIENCE
        )
        assert server.process.returncode == 0
    answers = [json.loads(line) for line in said.splitlines()]
    batched = next(each for each in answers if isinstance(each, list))
    single = [each for each in answers if isinstance(each, dict)]
    assert sorted(each["id"] for each in single) == [0, 1, 2, 3, 4]
    assert {each["id"] for each in batched} == {"a", "b"}
    assert all("result" in each for each in (*single, *batched))


def test_a_call_that_waits_for_the_board_is_answered_too(place: Place) -> None:
    """When its own time is over, with an error."""
    lock = FileLock(Path(f"{place.database}.lock"))
    with lock, wire(place, "--wait", "0.2") as server:
        with_a_waiting_call(server)
        assert hang_up(server, PATIENCE) == 0
        assert json.loads(server.line())["result"]["isError"] is True
    lock.close()


def test_it_ends_in_the_middle_of_a_call(place: Place) -> None:
    """When nobody reads, a call that waits for the board did not happen and keeps nothing alive."""
    with place.board() as board:
        before = list(board.read())
    lock = FileLock(Path(f"{place.database}.lock"))
    with lock, wire(place, "--wait", "60") as server:
        with_a_waiting_call(server)
        assert server.process.stdout is not None
        server.process.stdout.close()
        assert hang_up(server) == 0
    lock.close()
    with place.board() as board:
        assert list(board.read()) == before


def test_a_call_that_never_ends_is_waited_for_so_long_only() -> None:
    """And what it runs is stopped, whether it was started before or is after."""
    calls, goes_on, stopped = Calls(), threading.Event(), threading.Event()

    def work() -> dict[str, Any]:
        goes_on.wait(PATIENCE)
        call = current()
        assert call is not None
        call.at_end(stopped.set)
        return {}

    answers: list[Any] = []
    calls.add(Call(1, work, answers.append))
    assert not calls.are_done(0.01)
    calls.hurry()
    goes_on.set()
    assert calls.are_done(PATIENCE)
    assert stopped.is_set()
    assert answers == [{"jsonrpc": "2.0", "id": 1, "result": {}}]


def test_a_signal_ends_it(place: Place) -> None:
    """SIGTERM and SIGINT, also in the middle of a call."""
    lock = FileLock(Path(f"{place.database}.lock"))
    with lock:
        for number in (signal.SIGTERM, signal.SIGINT):
            with wire(place, "--wait", "60") as server:
                with_a_waiting_call(server)
                server.process.send_signal(number)
                assert server.process.wait(SOON) == -number
    lock.close()


@pytest.mark.parametrize("closed", [0, 1])
def test_without_standard_input_or_output_it_says_so(place: Place, closed: int) -> None:
    """In one line; there is nobody to serve."""
    program = f"import os, sys; os.close({closed}); os.execv(sys.argv[1], sys.argv[1:])"
    done = subprocess.run(
        [sys.executable, "-c", program, str(COMMAND), "mcp"],
        cwd=place.folder, env=place.environment, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("lessonboard mcp: needs standard input and output")
    assert done.stderr.count("\n") == 1


def test_what_was_answered_is_kept_when_it_is_killed(place: Place) -> None:
    """In the middle of writing; the board is sound, and the next server serves it."""
    with place.board() as board:
        lessons = board.keys("lessons")
    with wire(place) as server:
        server.greet()
        for id, lesson in enumerate(lessons, 1):
            about = {"id": lesson, "outcome": "helped", "reason": "it ran"}
            server.request(id, "tools/call", name="feedback", arguments=about)
        first = json.loads(server.line())
        server.process.kill()
        server.process.wait(PATIENCE)
    assert first["result"]["isError"] is False
    with place.board() as board:
        reported = {(each.payload or {})["lesson"] for each in board.read(types=["lesson.obeyed"])}
        assert lessons[first["id"] - 1] in reported
        assert board.verify().sound
    with wire(place) as another:
        another.greet()
        another.request(1, "tools/call", name="list", arguments={"what": "sessions"})
        assert json.loads(another.line())["result"]["isError"] is False


def test_it_ends_with_its_parent(place: Place) -> None:
    """When the agent dies while something else keeps the pipe open."""
    starter = "import subprocess, sys; subprocess.run(sys.argv[1:])"
    with wire(place, command=(sys.executable, "-c", starter, str(COMMAND))) as server:
        server.greet()
        server.process.kill()
        assert server.process.stdout is not None
        ready, _, _ = select.select([server.process.stdout], [], [], PATIENCE)
        assert ready, "the server outlived its parent"
        assert server.line() == b""


GARBAGE = {
    b"hello": -32700, b"{": -32700, b"\xff\xfe\x00": -32700, b"[" * 100_000: -32700,
    b'{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {"x": NaN}}': -32700,
    b"[]": -32600, b"null": -32600, b'{"jsonrpc": "2.0"}': -32600,
    b'{"jsonrpc": "2.0", "id": null, "method": "ping"}': -32600,
}  # fmt: skip
"""Lines that are no messages, each with the code of JSON-RPC that says so."""


def test_garbage_does_not_end_it(place: Place) -> None:
    """Before the first message and after it, it is refused, and blank lines are passed over."""

    def throw(server: Wire) -> None:
        for line, code in GARBAGE.items():
            server.send(b"")
            server.send(line)
            answer = json.loads(server.line())
            assert (answer["id"], answer["error"]["code"]) == (None, code), line[:60]
        server.send(b'{"jsonrpc": "1.0", "id": 7, "method": "ping"}')
        answer = json.loads(server.line())
        assert (answer["id"], answer["error"]["code"]) == (7, -32600)

    with wire(place) as server:
        throw(server)
        assert server.greet()["result"]["serverInfo"]["name"] == "lessonboard"
        throw(server)
        server.request(1, "no/such/method")
        assert json.loads(server.line())["error"]["code"] == -32601
        server.request(2, "tools/call", name="list", arguments={"what": "work"})
        assert json.loads(server.line())["result"]["isError"] is False
        assert hang_up(server) == 0


def test_standard_output_carries_the_protocol_only(place: Place) -> None:
    """What a library or a child process prints goes to standard error."""
    noisy = (
        "import os, sys\n"
        "from blackboard import Board\n"
        "from lessonboard.cli.main import main\n"
        "recall = Board.recall\n"
        "def loud(*given, **named):\n"
        "    print('printed')\n"
        "    os.system('echo by a child')\n"
        "    os.write(1, b'by descriptor\\n')\n"
        "    return recall(*given, **named)\n"
        "Board.recall = loud\n"
        "main()\n"
    )
    with wire(place, command=(sys.executable, "-c", noisy)) as server:
        server.greet()
        server.request(1, "tools/call", name="recall", arguments={"query": "npm"})
        assert json.loads(server.line())["id"] == 1
        assert hang_up(server) == 0
        assert server.process.stdout is not None
        assert server.process.stderr is not None
        assert server.process.stdout.read() == b""
        errors = server.process.stderr.read()
    assert b"by a child" in errors
    assert b"by descriptor" in errors


def test_it_logs_nothing_when_all_is_well(place: Place) -> None:
    """An agent's log is not filled with greetings."""
    with wire(place) as server:
        server.greet()
        server.request(1, "tools/call", name="show", arguments={"id": "nothing"})
        server.line()
        hang_up(server)
        assert server.process.stderr is not None
        assert server.process.stderr.read() == b""


def test_it_starts_fast(place: Place) -> None:
    """The first answer costs little beside importing the SDK; best of three each."""
    bare = min(_cost(place, sys.executable, "-c", "import mcp; print()") for _ in range(3))
    served = min(_cost(place, str(COMMAND), "mcp") for _ in range(3))
    assert served < MOST_OF_THE_SDK * bare, (served, bare)


def _cost(place: Place, *command: str) -> float:
    """Seconds of processor until the first line and the end that follows it."""
    asked = {"protocolVersion": "2025-06-18", "capabilities": {},
             "clientInfo": {"name": "test", "version": "1"}}  # fmt: skip
    line = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": asked})
    with subprocess.Popen(
        command, cwd=place.folder, env=place.environment,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line.encode() + b"\n")
        process.stdin.flush()
        assert process.stdout.readline()
        with suppress(BrokenPipeError):
            process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime
