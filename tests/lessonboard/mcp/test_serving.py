"""Calls beside each other: cancelled, in batches, too many, too long."""

from __future__ import annotations

import io
import json
import threading
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from blackboard.file_lock import FileLock
from lessonboard.mcp.batch import Batch
from lessonboard.mcp.calls import Call, Calls
from lessonboard.mcp.jsonrpc import RpcError
from lessonboard.mcp.lines import lines
from tests.lessonboard.mcp.client import PATIENCE, Place, wire
from tests.lessonboard.mcp.test_life import CLAIM

LIST = {"name": "list", "arguments": {"what": "sessions"}}


def call(id: int, replies: Queue[Any], wait_for: threading.Event | None = None) -> Call:
    """A call that may have to wait, and replies into a queue."""

    def work() -> dict[str, Any]:
        assert wait_for is None or wait_for.wait(PATIENCE)
        return {"of": id}

    return Call(id, work, lambda message: replies.put((id, message)))


def test_a_cancelled_call_has_no_answer() -> None:
    """Neither one that runs nor one that waits, which is never begun."""
    replies: Queue[Any] = Queue()
    released = threading.Event()
    calls = Calls()
    for id in range(6):  # four run, two wait
        calls.add(call(id, replies, released))
    begun = threading.Event()

    def begin() -> dict[str, Any]:
        begun.set()
        return {}

    calls.add(Call("last", begin, lambda message: replies.put(("", message))))
    calls.cancel("0")  # as text: some clients do
    calls.cancel("last")
    calls.cancel(99)
    released.set()
    answers = dict(replies.get(timeout=PATIENCE) for _ in range(7))
    assert {id for id, message in answers.items() if message is None} == {0, ""}
    assert not begun.is_set()


def test_a_call_that_fails_is_answered_and_the_thread_goes_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Even one that tries to end the process."""
    replies: Queue[Any] = Queue()
    calls = Calls()

    def leave() -> dict[str, Any]:
        raise SystemExit(3)

    for id in range(8):  # more than there are threads
        calls.add(Call(id, leave, replies.put))
    errors = [replies.get(timeout=PATIENCE)["error"] for _ in range(8)]
    assert {error["code"] for error in errors} == {-32603}
    assert "SystemExit" in errors[0]["message"]
    calls.add(call(9, replies))
    assert replies.get(timeout=PATIENCE)[0] == 9
    assert "a request failed" in caplog.text


def test_who_asks_faster_than_is_answered_waits() -> None:
    """The server stops reading; nothing is lost, and memory does not grow."""
    replies: Queue[Any] = Queue()
    released = threading.Event()
    added: list[int] = []
    calls = Calls()

    def flood() -> None:
        for id in range(200):
            calls.add(call(id, replies, released))
            added.append(id)

    client = threading.Thread(target=flood, daemon=True)
    client.start()
    client.join(0.2)
    assert client.is_alive()
    assert len(added) < 100
    released.set()
    assert {replies.get(timeout=PATIENCE)[0] for _ in range(200)} == set(range(200))


def test_a_batch_is_answered_when_its_last_answer_is_known() -> None:
    """What is not answered is left out, and nothing is sent where nothing is."""
    sent: list[Any] = []
    batch = Batch(3, sent.append)
    batch.reply({"id": 2})
    batch.reply(None)
    assert sent == []
    batch.reply({"id": 1})
    Batch(1, sent.append).reply(None)
    assert sent == [[{"id": 2}, {"id": 1}]]


def test_a_line_that_is_too_long_is_refused_and_the_next_is_read() -> None:
    """However it ends; the last line needs no end."""
    source = io.BytesIO(b"x" * 50 + b"\n" + b"y" * 10 + b"\r\n\n" + b"z" * 20 + b"\nlast")
    found = list(lines(source, 20))
    assert [type(each) for each in found] == [RpcError, bytes, RpcError, bytes]
    assert found[1::2] == [b"y" * 10, b"last"]


def test_batches_are_of_one_version(place: Place) -> None:
    """Calls and pings of a batch are answered on one line; later versions have none."""
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    asked = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": LIST}
    note = {"jsonrpc": "2.0", "method": "notifications/progress"}
    for version in ("2025-03-26", "2025-06-18"):
        with wire(place) as server:
            server.request(0, "initialize", protocolVersion=version)
            server.line()
            server.send(json.dumps([ping, asked, note, 3]).encode())
            answer = json.loads(server.line())
            if version == "2025-03-26":
                assert {each["id"] for each in answer} == {1, 2, None}
            else:
                assert answer["error"]["code"] == -32600


def test_a_cancelled_call_costs_no_other(place: Place) -> None:
    """While the board is busy a call is taken back; only the one after it is answered."""
    lock = FileLock(Path(f"{place.database}.lock"))
    with wire(place, "--wait", "60") as server:
        server.greet()
        with lock:
            server.request(1, "tools/call", **CLAIM)
            cancel = {"requestId": 1, "reason": "the user pressed a key"}
            server.send(json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled",
                                    "params": cancel}).encode())  # fmt: skip
            server.request(2, "ping")
            assert json.loads(server.line())["id"] == 2
        server.request(3, "tools/call", **LIST)
        assert json.loads(server.line())["id"] == 3
    lock.close()


def test_a_flood_is_answered_whole(place: Place) -> None:
    """A client that writes everything before it reads gets every answer, in whole lines."""
    many = 3_000  # more than the pipes hold
    with wire(place) as server:
        server.greet()

        def flood() -> None:
            for id in range(1, many + 1):
                server.request(id, *(("tools/list",) if id % 10 == 0 else ("ping",)))

        client = threading.Thread(target=flood, daemon=True)
        client.start()
        answers = [json.loads(server.line()) for _ in range(many)]
        client.join(PATIENCE)
    assert sorted(each["id"] for each in answers) == list(range(1, many + 1))
    assert all("result" in each for each in answers)


def test_it_ends_when_nobody_reads(place: Place) -> None:
    """A client that closed its end is not written to again and again."""
    with wire(place) as server:
        server.greet()
        assert server.process.stdout is not None
        server.process.stdout.close()
        server.request(1, "ping")
        assert server.process.wait(PATIENCE) == 0
