"""Stand-ins for the model services of Claude Code and Codex that answer from a script."""

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

FREE_TEXT_TOOLS = frozenset({"apply_patch", "exec"})
"""Tools of Codex that take one text, given as the argument `input`, instead of JSON."""


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

    def stream(self, body: Body) -> bytes:
        """The answer to a request, as server-sent events."""
        with self._lock:
            self.requests.append(body)
            turn = self._turn(body)
        return b"".join(
            f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
            for event in self.events(turn, body)
        )

    def _turn(self, body: Body) -> Turn:
        if not self.is_conversation(body):
            return Say("ok")
        return self._script.pop(0) if self._script else Say("Nothing is left to do.")

    @abstractmethod
    def is_conversation(self, body: Body) -> bool:
        """Whether a request asks for the next turn, rather than for a title or the like."""

    @abstractmethod
    def events(self, turn: Turn, body: Body) -> Iterator[Body]:
        """The events of one turn in the service's own protocol."""


class ScriptedAnthropic(ScriptedModel):
    """Plays a script as Anthropic's Messages API."""

    path = "/v1/messages"

    def is_conversation(self, body: Body) -> bool:
        """Only the agent's own requests offer tools; titles and quota checks offer none."""
        tools = body.get("tools")
        return isinstance(tools, list) and any(tool.get("name") == "Bash" for tool in tools)

    def events(self, turn: Turn, body: Body) -> Iterator[Body]:
        """A message of one or two content blocks."""
        blocks = _anthropic_blocks(turn)
        yield {"type": "message_start", "message": _anthropic_message(body)}
        for index, (block, delta) in enumerate(blocks):
            yield {"type": "content_block_start", "index": index, "content_block": block}
            yield {"type": "content_block_delta", "index": index, "delta": delta}
            yield {"type": "content_block_stop", "index": index}
        reason = "tool_use" if isinstance(turn, Call) else "end_turn"
        yield {
            "type": "message_delta",
            "delta": {"stop_reason": reason, "stop_sequence": None},
            "usage": {"output_tokens": _tokens(blocks)},
        }
        yield {"type": "message_stop"}


class ScriptedOpenAI(ScriptedModel):
    """Plays a script as OpenAI's Responses API."""

    path = "/v1/responses"

    def is_conversation(self, body: Body) -> bool:
        """Only the agent's own requests offer tools, newer models' as items of the input."""
        items = body.get("input")
        kinds = [item.get("type") for item in items] if isinstance(items, list) else []
        return bool(body.get("tools")) or "additional_tools" in kinds

    def events(self, turn: Turn, body: Body) -> Iterator[Body]:
        """A response of one or two output items."""
        response = {"id": _id("resp_")}
        items = _openai_items(turn)
        sent, said = _tokens(body), _tokens(items)
        usage = {"input_tokens": sent, "output_tokens": said, "total_tokens": sent + said}
        yield {"type": "response.created", "response": response}
        for item in items:
            yield {"type": "response.output_item.done", "item": item}
        yield {"type": "response.completed", "response": response | {"usage": usage}}


def _anthropic_message(body: Body) -> Body:
    return {
        "id": _id("msg_"),
        "type": "message",
        "role": "assistant",
        "model": body.get("model"),
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": _tokens(body), "output_tokens": 1},
    }


def _anthropic_blocks(turn: Turn) -> list[tuple[Body, Body]]:
    blocks: list[tuple[Body, Body]] = []
    if turn.text:
        blocks.append(({"type": "text", "text": ""}, {"type": "text_delta", "text": turn.text}))
    if isinstance(turn, Call):
        use: Body = {"type": "tool_use", "id": _id("toolu_"), "name": turn.tool, "input": {}}
        arguments = json.dumps(turn.arguments)
        blocks.append((use, {"type": "input_json_delta", "partial_json": arguments}))
    return blocks


def _openai_items(turn: Turn) -> list[Body]:
    items: list[Body] = []
    if turn.text:
        content = [{"type": "output_text", "text": turn.text}]
        items.append(
            {"type": "message", "id": _id("msg_"), "role": "assistant", "content": content}
        )
    if isinstance(turn, Call):
        items.append(_openai_call(turn))
    return items


def _openai_call(call: Call) -> Body:
    ids: Body = {"id": _id("fc_"), "call_id": _id("call_"), "name": call.tool}
    if call.tool in FREE_TEXT_TOOLS:
        return ids | {"type": "custom_tool_call", "input": call.arguments["input"]}
    return ids | {"type": "function_call", "arguments": json.dumps(call.arguments)}


def _tokens(value: object) -> int:
    """A plausible count: four characters are about one token."""
    return len(json.dumps(value)) // 4


def _id(prefix: str) -> str:
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
        if urlsplit(self.path).path == self.server.model.path:
            self._reply(self.server.model.stream(body), "text/event-stream")
        else:
            self._reply(json.dumps({"input_tokens": _tokens(body)}).encode(), "application/json")

    def _reply(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("request-id", _id("req_"))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: what was asked stands in `requests`."""
