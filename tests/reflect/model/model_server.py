"""A loopback HTTP server that plays an OpenAI-compatible server by script, faults included."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from types import TracebackType
from typing import Any, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field

from reflect.model.deadline import THREAD
from reflect.model.endpoint import OpenAIEndpoint
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.model.thread import Message

RESPONSES, CHAT, EMBEDDINGS = "/v1/responses", "/v1/chat/completions", "/v1/embeddings"
HELLO = [Message("user", "Say hello.")]


class Note(BaseModel):
    """The shape that the tests ask for."""

    model_config = ConfigDict(extra="forbid")

    text: str = Field(max_length=40)
    score: float = Field(ge=0, le=1)


GOOD = '{"text": "hello", "score": 0.5}'
NOTE = Note(text="hello", score=0.5)


@dataclass(frozen=True)
class Say:
    """An answer of the model, in the form of whichever API was asked."""

    text: str = GOOD
    usage: tuple[int, int] | None = (11, 7)
    stopped: str = ""
    """Empty, or `length`, `refused` or `filtered`."""


@dataclass(frozen=True)
class Raw:
    """A raw HTTP answer."""

    status: int
    body: bytes = b"{}"
    headers: Mapping[str, str] = field(default_factory=dict)


class Silence:
    """The request is accepted, and nothing ever comes."""


class Drip:
    """A byte now and then, for ever."""


class HangUp:
    """The connection is closed without an answer."""


Turn = Say | Raw | Silence | Drip | HangUp


def failure(status: int, message: str = "no", **headers: str) -> Raw:
    """An error in OpenAI's form; a name like `retry_after` is the header `retry-after`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Raw(status, json.dumps({"error": {"message": message}}).encode(), named)


class Asked(NamedTuple):
    """A request as it came, the names of its headers in lower case."""

    path: str
    body: dict[str, Any]
    headers: Mapping[str, str]

    @property
    def mode(self) -> str:
        """The mode that the request is in; `plain` where no form is asked for."""
        if self.path == RESPONSES:
            return "responses" if "text" in self.body else "plain responses"
        kinds = {"json_schema": "chat-schema", "json_object": "chat-object", None: "plain chat"}
        return kinds[self.body.get("response_format", {}).get("type")]

    @property
    def thread(self) -> list[dict[str, Any]]:
        """The turns that were sent."""
        thread: list[dict[str, Any]] = self.body.get("input") or self.body["messages"]
        return thread


class ModelServer:
    """Plays one turn of its script for each request, and the last one for ever.

    Args:
        script: the turns.
        refuses: modes that are answered with a status of their own, outside of the script.
        prose: modes in which the format is not heeded, outside of the script.
        hold: nothing is answered before this is set.
    """

    def __init__(
        self,
        *script: Turn,
        refuses: Mapping[str, int] | None = None,
        prose: Sequence[str] = (),
        hold: threading.Event | None = None,
    ) -> None:
        self.requests: list[Asked] = []
        self.over = threading.Event()
        self.hold = hold
        self._script = list(script) or [Say()]
        self._refuses = dict(refuses or {})
        self._prose = prose
        self._lock = threading.Lock()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.005,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        join_calls()

    @property
    def url(self) -> str:
        """What to set as the base URL."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def modes(self) -> list[str]:
        """The modes of the requests so far."""
        return [asked.mode for asked in self.requests]

    def turn(self, asked: Asked) -> Turn:
        """What to answer to a request."""
        with self._lock:
            self.requests.append(asked)
            if asked.path == EMBEDDINGS:
                return self._next()
            if asked.mode in self._refuses:
                return failure(self._refuses[asked.mode], f"{asked.mode} is not known here")
            if asked.mode in self._prose:
                return Say("Hello! How can I help?")
            return self._next()

    def _next(self) -> Turn:
        return self._script.pop(0) if len(self._script) > 1 else self._script[0]


def settings(server: ModelServer | str, **given: Any) -> ModelSettings:
    """Settings for a server, without retries and with little patience."""
    url = server if isinstance(server, str) else server.url
    defaults = {"name": "tiny", "base_url": url, "timeout": 5, "retries": 0}
    return ModelSettings.model_validate(defaults | given)


def model(server: ModelServer, **given: Any) -> Model:
    """A model behind a server."""
    chosen = settings(server, **given)
    return Model(OpenAIEndpoint(chosen), chosen)


def nobody() -> str:
    """A base URL without a listener."""
    with ModelServer() as server:
        return server.url


def join_calls() -> None:
    """Wait for the calls that were given up, so that nothing of them reaches the next test."""
    for thread in threading.enumerate():
        if thread.name == THREAD:
            thread.join(10)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, played: ModelServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.played = played

    def server_bind(self) -> None:
        """Bind without asking the network for the name of this machine."""
        TCPServer.server_bind(self)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # or each answer waits 40 ms for the client

    def do_POST(self) -> None:
        """Play one turn; a disconnected client is not an error."""
        content = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(self.path, json.loads(content), headers)
        turn = self.server.played.turn(asked)
        if self.server.played.hold is not None:
            self.server.played.hold.wait(10)
        with suppress(ConnectionError):
            self._play(turn, asked.path)

    def _play(self, turn: Turn, path: str) -> None:
        match turn:
            case Say():
                content = (_response if path == RESPONSES else _chat)(turn)
                self._reply(200, json.dumps(content).encode(), {})
            case Raw():
                self._reply(turn.status, turn.body, turn.headers)
            case Drip():
                self._drip()
            case Silence():
                self.server.played.over.wait()
                self.close_connection = True
            case HangUp():
                self.close_connection = True

    def _drip(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        while not self.server.played.over.wait(0.02):
            self.wfile.write(b" ")
        self.close_connection = True

    def _reply(self, status: int, content: bytes, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing: requests are recorded in `requests`."""


def _response(turn: Say) -> dict[str, Any]:
    """An answer as the Responses API gives it, after an item of reasoning."""
    part = {"type": "output_text", "text": turn.text, "annotations": []}
    if turn.stopped == "refused":
        part = {"type": "refusal", "refusal": turn.text}
    reasons = {"length": "max_output_tokens", "filtered": "content_filter"}
    reason = reasons.get(turn.stopped)
    message = {"type": "message", "id": "m", "role": "assistant", "content": [part]}
    return {
        "id": "r",
        "object": "response",
        "status": "incomplete" if reason else "completed",
        "incomplete_details": {"reason": reason} if reason else None,
        "error": None,
        "output": [{"type": "reasoning", "id": "t", "summary": []}, message],
        "usage": _usage(turn, "input_tokens", "output_tokens"),
    }


def _chat(turn: Say) -> dict[str, Any]:
    """An answer as chat completions give it."""
    refused = turn.stopped == "refused"
    message = {
        "role": "assistant",
        "content": None if refused else turn.text,
        "refusal": turn.text if refused else None,
    }
    reasons = {"length": "length", "filtered": "content_filter"}
    choice = {
        "index": 0,
        "message": message,
        "finish_reason": reasons.get(turn.stopped, "stop"),
    }
    return {
        "id": "c",
        "object": "chat.completion",
        "choices": [choice],
        "usage": _usage(turn, "prompt_tokens", "completion_tokens"),
    }


def _usage(turn: Say, *names: str) -> dict[str, int] | None:
    return None if turn.usage is None else dict(zip(names, turn.usage, strict=True))
