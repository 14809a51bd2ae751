"""The server: a loop over standard input, around the protocol and the calls of tools.

It is started for every session of every agent, and most sessions never call a tool. So nothing is
imported before it is needed: the greeting and the list of tools need no board, no models and no
SDK (docs/decisions/0034). tests/lessonboard/mcp/test_light.py holds that.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from functools import partial
from typing import Any, NoReturn

from lessonboard.mcp.batch import Batch
from lessonboard.mcp.calls import Call, Calls, Progress, Reply
from lessonboard.mcp.jsonrpc import (
    INVALID_REQUEST,
    Notification,
    Request,
    RpcError,
    answered,
    decoded,
    encoded,
    message_of,
    refused,
)
from lessonboard.mcp.lines import Output, claimed, lines
from lessonboard.mcp.protocol import (
    BATCH_VERSION,
    CallTool,
    Connection,
    GetPrompt,
    ListTools,
    Outcome,
    decide,
    finished,
    opened,
)
from lessonboard.mcp.serving import Tools

_LOOKS = 1.0
"""Seconds between two looks whether the parent is still there."""

_LAST_CALLS = 30.0
"""Seconds for the calls that were asked before standard input closed, if somebody still reads."""

_LOOK_FOR_READER = 0.1
"""Seconds between two looks whether somebody still reads."""

_LAST_LINE = 0.5
"""Seconds for a line that is being written when standard input closes."""


def serve(database: str | None, wait: float) -> NoReturn:
    """Serve until standard input closes, the parent dies, or a signal comes.

    What was asked before standard input closed is answered; a run of a workflow is stopped. After
    that the process ends without waiting for its threads. What they had not committed did not
    happen.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if os.isatty(0):
        _say("Waiting for an MCP client on standard input; Ctrl-C ends it.")
    try:
        source, output = claimed()
    except OSError as error:
        _say(f"lessonboard mcp: needs standard input and output, which an agent gives it: {error}")
        os._exit(1)
    server = Server(Tools(database, wait), output)
    watch = threading.Thread(target=_watch_parent, args=(os.getppid(), server), daemon=True)
    watch.start()
    with suppress(OSError):  # a terminal or socket that is gone has ended too
        for line in lines(source):
            server.receive(line)
    server.answer_the_rest(_LAST_CALLS)
    output.finish(_LAST_LINE)
    server.end()


class Server:
    """One client's connection, whose lines come one by one and are answered as they are done."""

    def __init__(self, tools: Tools, output: Output) -> None:
        self._tools = tools
        self._output = output
        self._calls = Calls()
        self._connection = Connection()

    def receive(self, line: bytes | RpcError) -> None:
        """Take a line, and answer it now or later."""
        try:
            if isinstance(line, RpcError):
                raise line
            value = decoded(line)
            if isinstance(value, list):
                self._receive_batch(value)
            else:
                self._take(message_of(value), self._reply)
        except RpcError as error:
            self._reply(refused(error.id, error))

    def answer_the_rest(self, seconds: float) -> None:
        """Wait until all calls are answered, for so long, and while somebody reads the answers."""
        self._calls.hurry()
        ends = time.monotonic() + seconds
        while time.monotonic() < ends and self._output.is_read():
            if self._calls.are_done(_LOOK_FOR_READER):
                break

    def end(self) -> NoReturn:
        """End the process, and what its calls have started."""
        self._calls.stop()
        os._exit(0)

    def _receive_batch(self, values: list[Any]) -> None:
        if self._connection.version != BATCH_VERSION or not values:
            raise RpcError(INVALID_REQUEST, f"only {BATCH_VERSION} has batches, never empty ones")
        batch = Batch(len(values), self._send)
        for value in values:
            try:
                self._take(message_of(value), batch.reply)
            except RpcError as error:
                batch.reply(refused(error.id, error))

    def _take(self, message: Request | Notification | None, reply: Reply) -> None:
        match message:
            case Request():
                self._request(message, reply)
            case Notification("notifications/cancelled", params):
                self._calls.cancel(params.get("requestId"))
                reply(None)
            case _:
                reply(None)  # the other notifications change nothing, and we ask for nothing

    def _request(self, request: Request, reply: Reply) -> None:
        try:
            self._connection, outcome = decide(self._connection, request)
        except RpcError as error:
            self._connection = opened(self._connection, request)
            reply(refused(request.id, error))
            return
        if isinstance(outcome, dict):
            reply(answered(request.id, finished(self._connection, outcome, outcome)))
        else:
            work = partial(self._done, self._connection, outcome)
            self._calls.add(Call(request.id, work, reply, self._progress_of(request)))

    def _done(self, connection: Connection, outcome: Outcome) -> dict[str, Any]:
        match outcome:
            case ListTools():
                result: dict[str, Any] = {"tools": self._tools.listed()}
            case CallTool(name, arguments):
                result = self._tools.called(name, arguments)
            case GetPrompt(name, given):
                result = self._tools.prompted(name, given)
            case _:
                raise AssertionError("a result that is known is no work")
        return finished(connection, outcome, result)

    def _progress_of(self, request: Request) -> Progress:
        """Return what reports progress to the client, where it wants that."""
        meta = request.params.get("_meta")
        token = meta.get("progressToken") if isinstance(meta, dict) else None

        def progress(done: float, total: float, what: str) -> None:
            about = {"progressToken": token, "progress": done, "total": total, "message": what}
            message = {"jsonrpc": "2.0", "method": "notifications/progress", "params": about}
            self._send(message)

        return progress if isinstance(token, str | int) else _no_progress

    def _reply(self, message: dict[str, Any] | None) -> None:
        if message is not None:
            self._send(message)

    def _send(self, message: Any) -> None:
        try:
            self._output.write(encoded(message))
        except OSError:
            self.end()  # the client is gone, so there is nothing left to report to


def _say(text: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def _no_progress(_done: float, _total: float, _what: str) -> None:
    """The client does not want to know."""


def _watch_parent(parent: int, server: Server) -> None:
    """End the process when its parent has ended, even if another process keeps the pipe open."""
    ended = threading.Event()
    while os.getppid() == parent:
        ended.wait(_LOOKS)
    server.end()
