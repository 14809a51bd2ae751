"""What each kind of client is answered, without a process."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.mcp.jsonrpc import (
    Notification,
    Request,
    RpcError,
    answered,
    decoded,
    encoded,
    message_of,
)
from lessonboard.mcp.protocol import (
    CallTool,
    Connection,
    Era,
    ListTools,
    decide,
    finished,
    opened,
)

STATELESS = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "inspector", "version": "2"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(
        st.sampled_from(["jsonrpc", "id", "method", "params", "result", "_meta"]) | st.text(), inner
    ),
    max_leaves=8,
)  # fmt: skip


def request(method: str, **params: Any) -> Request:
    """A request as `message_of` makes it."""
    return Request(1, method, params)


def refusal(connection: Connection, asked: Request) -> RpcError:
    """Why a request is not served."""
    with pytest.raises(RpcError) as caught:
        decide(connection, asked)
    return caught.value


def greeted(version: str = "2025-06-18") -> Connection:
    """A connection after the handshake."""
    connection, _ = decide(Connection(), request("initialize", protocolVersion=version))
    return connection


@pytest.mark.parametrize(
    ("asked", "agreed"),
    [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),  # Codex 0.1xx
        ("2025-11-25", "2025-11-25"),  # Claude Code 2.1
        ("2026-07-28", "2025-11-25"),  # has no handshake: the latest that has one
        ("2031-01-01", "2025-11-25"),
        ("", "2025-11-25"),
    ],
)
def test_a_handshake_settles_a_version_that_both_know(asked: str, agreed: str) -> None:
    """The one that was asked for, else the latest."""
    connection, result = decide(Connection(), request("initialize", protocolVersion=asked))
    assert isinstance(result, dict)
    assert result["protocolVersion"] == connection.version == agreed
    static = {"listChanged": False}
    assert result["capabilities"] == {"tools": static, "prompts": static}


def test_before_the_handshake_only_a_ping_is_answered() -> None:
    """What there is not at all is said to be missing even then."""
    connection, pong = decide(Connection(), request("ping"))
    assert pong == {}
    assert refusal(connection, request("tools/list")).code == -32602
    assert refusal(connection, request("resources/list")).code == -32601
    assert decide(connection, request("initialize", protocolVersion="2025-06-18"))[1]


def test_a_client_without_handshake_says_its_version_each_time() -> None:
    """The first request decides; results say that they are complete and not to be kept."""
    connection, found = decide(Connection(), request("server/discover", _meta=STATELESS))
    assert isinstance(found, dict)
    assert found["supportedVersions"] == ["2026-07-28"]
    connection, tools = decide(connection, request("tools/list", _meta=STATELESS))
    result = finished(connection, tools, {"tools": []})
    assert (result["resultType"], result["ttlMs"]) == ("complete", 0)
    assert refusal(connection, request("tools/list")).code == -32602
    assert refusal(connection, request("ping", _meta=STATELESS)).code == -32601
    later = {**STATELESS, "io.modelcontextprotocol/protocolVersion": "2031-01-01"}
    unsupported = refusal(connection, request("tools/list", _meta=later))
    assert unsupported.code == -32022
    assert unsupported.data == {"supported": ["2026-07-28"], "requested": "2031-01-01"}
    assert refusal(connection, request("initialize", protocolVersion="2025-06-18")).code == -32022


def test_the_eras_do_not_mix() -> None:
    """A connection that was opened by a handshake takes no requests of the later kind."""
    assert refusal(greeted(), request("tools/list", _meta=STATELESS)).code == -32600


def test_a_first_request_that_fails_decides_too() -> None:
    """A probe for a version that is not served leaves a connection of its era."""
    later = {**STATELESS, "io.modelcontextprotocol/protocolVersion": "2031-01-01"}
    probe = request("server/discover", _meta=later)
    assert refusal(Connection(), probe).code == -32022
    assert opened(Connection(), probe).era is Era.STATELESS
    assert opened(Connection(), request("server/discover")).era is Era.HANDSHAKE


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({}, -32602),
        ({"name": 3}, -32602),
        ({"name": "list", "arguments": []}, -32602),
        ({"name": "list", "_meta": 3}, -32602),
    ],
)
def test_a_call_that_is_none_is_refused(params: dict[str, Any], code: int) -> None:
    """Before any tool is looked for."""
    assert refusal(greeted(), Request(1, "tools/call", params)).code == code


def test_a_call_without_arguments_has_none() -> None:
    """Left out and null are the same."""
    left_out: dict[str, Any] = {"name": "list"}
    for params in (left_out, {**left_out, "arguments": None}, {**left_out, "arguments": {}}):
        _, call = decide(greeted(), Request(1, "tools/call", params))
        assert call == CallTool("list", {})


@given(JSON)
def test_any_json_is_a_message_or_refused(value: Any) -> None:
    """Whatever a line holds, the answer is one of the protocol's."""
    try:
        message = message_of(value)
    except RpcError:
        return
    if isinstance(message, Request):
        assert isinstance(message.id, int | str)
    assert message is None or isinstance(message.params, dict)


@given(st.sampled_from(["initialize", "ping", "tools/list", "tools/call", "server/discover", "x"]),
       st.dictionaries(st.sampled_from(["_meta", "cursor", "name", "arguments", "protocolVersion"]),
                       JSON), st.booleans())  # fmt: skip
def test_any_parameters_have_an_outcome(method: str, params: dict[str, Any], met: bool) -> None:
    """Or are refused, and the connection is of an era afterwards."""
    asked = Request(1, method, params)
    try:
        connection, outcome = decide(greeted() if met else Connection(), asked)
    except RpcError:
        return
    assert connection.era is not Era.UNDECIDED
    assert isinstance(outcome, dict | ListTools | CallTool)


@given(st.binary() | JSON.map(lambda value: json.dumps(value).encode()))
def test_a_line_is_json_or_refused(line: bytes) -> None:
    """Nothing else escapes, and what was read can be written as one line."""
    try:
        value = decoded(line)
    except RpcError:
        return
    written = encoded(answered(1, {"value": value}))
    assert written.count(b"\n") == 1
    assert json.loads(written)["result"]["value"] == value


def test_half_an_emoji_is_replaced() -> None:
    """JavaScript sends one where it cuts a text; nothing could store it."""
    assert decoded(rb'{"a": "cut \ud83d"}') == {"a": "cut ?"}
    assert decoded(rb'{"a": "\ud83d\ude00"}') == {"a": "\N{GRINNING FACE}"}


def test_a_notification_is_no_request() -> None:
    """It has no id, not even null; an answer asks for nothing."""
    assert message_of({"jsonrpc": "2.0", "method": "x"}) == Notification("x", {})
    assert message_of({"jsonrpc": "2.0", "id": 6, "result": {}}) is None
