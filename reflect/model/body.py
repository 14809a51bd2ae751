"""Parse a server's answer defensively: any field may be wrong or missing."""

from __future__ import annotations

from typing import Any, Literal

from blackboard.sources.lines import parse_value
from reflect.model.thread import Completion, Mode, ModelUnavailable, ModeUnsupported

Stopped = Literal["", "length", "refused"]


def completion(content: bytes, mode: Mode) -> Completion:
    """The answer in a body of the Responses API or of chat completions.

    Raises:
        ModeUnsupported: the body is not a response: the server lacks the Responses API.
        ModelUnavailable: the body is invalid, or reports a server error.
    """
    body = _object(content)
    return _from_response(body) if mode == "responses" else _from_chat(body)


def vectors(content: bytes, count: int) -> list[list[float]]:
    """The embeddings in a body, in the order of the texts.

    Raises:
        ModelUnavailable: their number differs from that of the texts.
    """
    data = _objects(_object(content).get("data"))
    data.sort(key=lambda item: _count(item.get("index")))
    embeddings = [item["embedding"] for item in data if _is_vector(item.get("embedding"))]
    if len(embeddings) != count:
        raise ModelUnavailable(f"the server gave {len(embeddings)} vectors for {count} texts")
    return [[float(number) for number in vector] for vector in embeddings]


def _object(content: bytes) -> dict[str, Any]:
    body = parse_value(content)
    if not isinstance(body, dict):
        start = content[:80].decode("utf-8", "replace")
        raise ModelUnavailable(f"the server's answer is no JSON object: {start!r}")
    return body


def _from_response(body: dict[str, Any]) -> Completion:
    if not isinstance(body.get("output"), list):
        # Some servers answer 200 to paths that they do not know (LM Studio: "Returning 200 anyway")
        raise ModeUnsupported(f"the server's answer is no response{_error(body)}")
    if body.get("status") == "failed":
        raise ModelUnavailable(f"the server could not answer{_error(body)}")
    parts = [part for item in _objects(body["output"]) for part in _objects(item.get("content"))]
    texts = [_text(part.get("text")) for part in parts if part.get("type") == "output_text"]
    refusals = [_text(part.get("refusal")) for part in parts if part.get("type") == "refusal"]
    usage = _fields(body.get("usage"))
    return Completion(
        "".join(refusals or texts),
        _count(usage.get("input_tokens")),
        _count(usage.get("output_tokens")),
        "refused" if refusals else _why_incomplete(body),
    )


def _why_incomplete(body: dict[str, Any]) -> Stopped:
    if body.get("status") != "incomplete":
        return ""
    reason = _fields(body.get("incomplete_details")).get("reason")
    return "refused" if reason == "content_filter" else "length"


def _from_chat(body: dict[str, Any]) -> Completion:
    if not isinstance(body.get("choices"), list):
        raise ModelUnavailable(f"the server's answer is no chat completion{_error(body)}")
    choice = next(iter(_objects(body["choices"])), {})
    message, usage = _fields(choice.get("message")), _fields(body.get("usage"))
    refusal, reason = _text(message.get("refusal")), choice.get("finish_reason")
    stopped: Stopped = "length" if reason == "length" else ""
    return Completion(
        refusal or _text(message.get("content")),
        _count(usage.get("prompt_tokens")),
        _count(usage.get("completion_tokens")),
        "refused" if refusal or reason == "content_filter" else stopped,
    )


def _error(body: dict[str, Any]) -> str:
    """A body's error message, preceded by a colon."""
    error = body.get("error")
    message = _text(_fields(error).get("message")) or _text(error) or _text(body.get("message"))
    return f": {message}" if message.strip() else ""


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _fields(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    """A text, possibly given in parts."""
    if isinstance(value, list):
        return "".join(_text(object_.get("text")) for object_ in _objects(value))
    return value if isinstance(value, str) else ""


def _count(value: Any) -> int:
    return value if isinstance(value, int) and 0 < value < 2**53 else 0


def _is_vector(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(number, int | float) for number in value)
