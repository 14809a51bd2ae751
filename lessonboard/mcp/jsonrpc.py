"""JSON-RPC 2.0 as lines of text: what a line says, and the lines that answer it.

Only what the Model Context Protocol uses of it: ids are texts or whole numbers and never null, and
parameters go by name.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

Id = int | str


class RpcError(Exception):
    """A message that cannot be served; it becomes an error object."""

    def __init__(self, code: int, message: str, data: Any = None, id: Id | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data
        self.id = id


class Request(NamedTuple):
    """A message that is answered."""

    id: Id
    method: str
    params: dict[str, Any]


class Notification(NamedTuple):
    """A message that is never answered."""

    method: str
    params: dict[str, Any]


def decoded(line: bytes) -> Any:
    """Return the JSON value of a line.

    Half of a surrogate pair is replaced: JavaScript writes one where it cuts a text within an
    emoji, and nothing here could store or print it.

    Raises:
        RpcError: it is no JSON.
    """
    try:
        value = _DECODER.decode(line.decode("utf-8", "replace"))
        if b"\\ud" in line.lower():
            value = _DECODER.decode(_ENCODER.encode(value).encode("utf-8", "replace").decode())
    except (ValueError, RecursionError) as error:
        raise RpcError(PARSE_ERROR, f"this line is no JSON: {str(error)[:200]}") from error
    return value


def message_of(value: Any) -> Request | Notification | None:
    """Return what a JSON value asks or notes; None is an answer, and this server asks nothing.

    Raises:
        RpcError: it is no message of JSON-RPC 2.0.
    """
    if not isinstance(value, dict):
        raise RpcError(INVALID_REQUEST, "a message must be a JSON object")
    id = value.get("id")
    known = id if _is_id(id) else None
    if value.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, 'a message must say "jsonrpc": "2.0"', id=known)
    if "method" not in value and ("result" in value or "error" in value):
        return None
    method, params = value.get("method"), value.get("params")
    if not isinstance(method, str):
        raise RpcError(INVALID_REQUEST, "a request must name its method", id=known)
    if not (params is None or isinstance(params, dict)):
        raise RpcError(INVALID_PARAMS, "params must be a JSON object", id=known)
    if "id" not in value:
        return Notification(method, params or {})
    if known is None:
        raise RpcError(INVALID_REQUEST, "the id of a request must be a text or a whole number")
    return Request(known, method, params or {})


def answered(id: Id, result: dict[str, Any]) -> dict[str, Any]:
    """Return the message that answers a request."""
    return {"jsonrpc": "2.0", "id": id, "result": result}


def refused(id: Id | None, error: RpcError) -> dict[str, Any]:
    """Return the message that says why there is no answer; without an id the request is unknown."""
    about = {"code": error.code, "message": error.message}
    if error.data is not None:
        about["data"] = error.data
    return {"jsonrpc": "2.0", "id": id, "error": about}


def encoded(message: Any) -> bytes:
    """Return a message, or a batch of them, as one line."""
    return _ENCODER.encode(message).encode("utf-8", "replace") + b"\n"


def _is_id(value: Any) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


_DECODER = json.JSONDecoder(parse_constant=_no_number)
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
