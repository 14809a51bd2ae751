"""A loopback HTTP server that plays a scripted model, whatever protocol it speaks."""

from __future__ import annotations

import json
import threading
import uuid
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

Body = dict[str, object]


@dataclass(frozen=True)
class Say:
    """A turn in which the model only speaks; it ends the agent's work on a prompt."""

    text: str


@dataclass(frozen=True)
class Call:
    """A turn in which the model calls one tool, after saying something if there is a text."""

    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict)
    text: str = ""


Turn = Say | Call


class ScriptedModel(ABC):
    """A loopback HTTP server that plays one turn of its script for each real request.

    Requests that are not part of the conversation get a harmless answer and leave the script
    alone. When the script is over, the model says so, and the agent stops.
    """

    path: str
    always_streams: bool = False

    def __init__(self, script: Sequence[Turn]) -> None:
        self.requests: list[Body] = []
        self._script = list(script)
        self._lock = threading.Lock()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """Where the agent finds the server, without a trailing slash."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def unplayed(self) -> int:
        """How many turns of the script nobody has asked for yet."""
        return len(self._script)

    def play(self, script: Sequence[Turn]) -> None:
        """Go on with another script, where one service stays for several sessions."""
        with self._lock:
            self._script = list(script)

    def answer(self, body: Body) -> tuple[bytes, str]:
        """The answer to a request and its content type: events, or one object if not streamed."""
        with self._lock:
            self.requests.append(body)
            turn = self._turn(body)
        if not body.get("stream", self.always_streams):
            return json.dumps(self.whole(turn, body)).encode(), "application/json"
        return "".join(self.streamed(turn, body)).encode(), "text/event-stream"

    def serves(self, path: str) -> bool:
        """Whether a path is that of the model itself."""
        return path == self.path

    def streamed(self, turn: Turn, body: Body) -> Iterator[str]:
        """The events of a turn as they are written, each named by its type."""
        for event in self.events(turn, body):
            yield f"event: {event['type']}\ndata: {json.dumps(event)}\n\n"

    def _turn(self, body: Body) -> Turn:
        if not self.is_conversation(body):
            return Say("ok")
        return self._script.pop(0) if self._script else Say("Nothing is left to do.")

    @abstractmethod
    def is_conversation(self, body: Body) -> bool:
        """Whether a request asks for the next turn, rather than for a title or the like."""

    @abstractmethod
    def whole(self, turn: Turn, body: Body) -> Body:
        """One turn as a single object."""

    @abstractmethod
    def events(self, turn: Turn, body: Body) -> Iterator[Body]:
        """The events of one turn in the service's own protocol."""


def tokens(value: object) -> int:
    """A plausible count: four characters are about one token."""
    return len(json.dumps(value)) // 4


def new_id(prefix: str) -> str:
    """An identifier of the kind that services give to messages, calls and requests."""
    return prefix + uuid.uuid4().hex[:24]


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, model: ScriptedModel) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.model = model


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        """Tell an agent that looks whether anybody is there that somebody is."""
        self._reply(b"", "application/json")

    def do_GET(self) -> None:
        """Answer every look-up with an empty object."""
        self._reply(b"{}", "application/json")

    def do_POST(self) -> None:
        """Play a turn, or answer a side request with a count."""
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", "0"))) or b"{}")
        if self.server.model.serves(urlsplit(self.path).path):
            self._reply(*self.server.model.answer(body))
        else:
            self._reply(json.dumps({"input_tokens": tokens(body)}).encode(), "application/json")

    def _reply(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("request-id", new_id("req_"))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: what was asked stands in `requests`."""
