"""The endpoint over real HTTP: what is sent, what is read, and what becomes of every fault."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from reflect.model.endpoint import OpenAIEndpoint
from reflect.model.settings import ModelSettings
from reflect.model.thread import (
    MODES,
    Completion,
    Mode,
    ModelError,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
    ModeUnsupported,
)
from tests.reflect.model.model_server import (
    CHAT,
    EMBEDDINGS,
    GOOD,
    HELLO,
    RESPONSES,
    Asked,
    Drip,
    HangUp,
    ModelServer,
    Note,
    Raw,
    Say,
    Silence,
    Turn,
    failure,
    join_calls,
    nobody,
    settings,
)

APIS: tuple[Mode, ...] = ("responses", "chat-schema")
KEY = "correct-horse-battery-9"


def complete(
    server: ModelServer, mode: Mode = "responses", timeout: float = 5, **given: Any
) -> Completion:
    """The completion of a small question."""
    endpoint = OpenAIEndpoint(settings(server, **given))
    return endpoint.complete(HELLO, Note, mode, timeout)


def sent(mode: Mode, shape: type[Note] | None = Note, **given: Any) -> Asked:
    """The request that a question becomes."""
    with ModelServer() as server:
        OpenAIEndpoint(settings(server, **given)).complete(HELLO, shape, mode, 5)
    (asked,) = server.requests
    return asked


# What is sent


def test_responses_are_asked_for_with_the_schema_as_text_format() -> None:
    """The Responses API gets the thread as input and the shape as a strict JSON Schema."""
    asked = sent("responses")
    assert asked.path == RESPONSES
    assert asked.body["input"] == [{"role": "user", "content": "Say hello."}]
    form = asked.body["text"]["format"]
    assert (form["type"], form["name"], form["strict"]) == ("json_schema", "Note", True)
    assert form["schema"]["required"] == ["text", "score"]
    assert form["schema"]["additionalProperties"] is False


def test_chat_is_asked_for_with_the_schema_as_response_format() -> None:
    """Chat completions get the same schema under `json_schema`."""
    asked = sent("chat-schema")
    assert asked.path == CHAT
    assert asked.body["messages"] == [{"role": "user", "content": "Say hello."}]
    given = asked.body["response_format"]["json_schema"]
    assert (given["name"], given["strict"]) == ("Note", True)
    assert given["schema"]["required"] == ["text", "score"]


def test_chat_without_schemas_gets_an_object_with_a_schema_key() -> None:
    """`llama_cpp.server` binds the answer by the `schema` key of `json_object`."""
    form = sent("chat-object").body["response_format"]
    assert form["type"] == "json_object"
    assert set(form["schema"]["properties"]) == {"text", "score"}


@pytest.mark.parametrize("mode", MODES)
def test_plain_text_is_asked_for_without_a_format(mode: Mode) -> None:
    """Without a shape no mode puts a form on the answer."""
    body = sent(mode, None).body
    assert "text" not in body
    assert "response_format" not in body


@pytest.mark.parametrize(("mode", "name"), [("responses", "max_output_tokens"),
                                            ("chat-schema", "max_tokens")])  # fmt: skip
def test_the_answer_is_limited_under_the_name_of_each_api(mode: Mode, name: str) -> None:
    """The longest answer allowed is part of every request."""
    assert sent(mode, max_output_tokens=123).body[name] == 123


@pytest.mark.parametrize("mode", APIS)
def test_the_temperature_is_left_out_unless_set(mode: Mode) -> None:
    """Some models refuse any temperature."""
    assert "temperature" not in sent(mode).body
    assert sent(mode, temperature=0.0).body["temperature"] == 0


def test_the_key_is_sent_without_the_line_break_of_its_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A key that was set from a file often ends in a line break, which no header may hold."""
    monkeypatch.setenv("MY_KEY", f"{KEY}\n")
    asked = sent("responses", key_env="MY_KEY")
    assert asked.headers["authorization"] == f"Bearer {KEY}"


def test_a_user_and_password_in_the_address_are_sent_as_such() -> None:
    """A server behind basic authentication is reached by the credentials in its URL."""
    with ModelServer() as server:
        given = settings(server.url.replace("http://", "http://ada:pa55word@"))
        OpenAIEndpoint(given).complete(HELLO, Note, "responses", 5)
    assert server.requests[0].headers["authorization"].startswith("Basic ")


# What is read


@pytest.mark.parametrize("mode", MODES)
def test_an_answer_comes_with_the_tokens_that_the_server_counted(mode: Mode) -> None:
    """Text and usage are read from both APIs."""
    with ModelServer() as server:
        assert complete(server, mode) == Completion(GOOD, 11, 7)


@pytest.mark.parametrize("mode", APIS)
@pytest.mark.parametrize(
    ("stopped", "told"), [("refused", "refused"), ("filtered", "refused"), ("length", "length")]
)
def test_an_answer_says_why_it_ended_early(mode: Mode, stopped: str, told: str) -> None:
    """Refusals, filters and the token limit are distinguished."""
    with ModelServer(Say("I would", stopped=stopped)) as server:
        assert complete(server, mode) == Completion("I would", 11, 7, told)  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", APIS)
def test_an_answer_without_usage_counts_no_tokens(mode: Mode) -> None:
    """What the server does not count is left to be estimated."""
    with ModelServer(Say(usage=None)) as server:
        assert complete(server, mode) == Completion(GOOD)


ODD_CHATS: dict[str, tuple[dict[str, Any], Completion]] = {
    "no choice": ({"choices": []}, Completion("")),
    "no message": ({"choices": [{}]}, Completion("")),
    "null message": ({"choices": [{"message": None}], "usage": None}, Completion("")),
    "text in parts": (
        {"choices": [{"message": {"content": [{"type": "text", "text": "a"}, {"text": "b"}, 1]}}]},
        Completion("ab"),
    ),
    "absurd usage": (
        {"choices": [], "usage": {"prompt_tokens": -1, "completion_tokens": "many"}},
        Completion(""),
    ),
    "half a character": ({"choices": [{"message": {"content": "a\ud800"}}]}, Completion("a?")),
}


@pytest.mark.parametrize("name", ODD_CHATS)
def test_an_odd_chat_completion_is_read_as_far_as_it_goes(name: str) -> None:
    """Missing and absurd fields are read as nothing, which is then corrected like any answer."""
    body, expected = ODD_CHATS[name]
    with ModelServer(Raw(200, json.dumps(body).encode())) as server:
        assert complete(server, "chat-schema") == expected


ODD_RESPONSES: dict[str, dict[str, Any]] = {
    "no output": {"output": []},
    "null content": {"output": [{"type": "message", "content": None}]},
    "text for content": {"output": [{"type": "message", "content": "hello"}], "usage": 3},
    "items that are none": {"output": [1, None, "x", {"content": [1, {"type": "output_text"}]}]},
}


@pytest.mark.parametrize("name", ODD_RESPONSES)
def test_an_odd_response_is_read_as_nothing(name: str) -> None:
    """Malformed messages do not crash the parser."""
    with ModelServer(Raw(200, json.dumps(ODD_RESPONSES[name]).encode())) as server:
        assert complete(server) == Completion("")


def test_a_response_that_failed_is_an_error_and_no_reason_to_change_the_mode() -> None:
    """The Responses API reports failures with status 200."""
    body = {"status": "failed", "error": {"message": "out of memory"}, "output": []}
    with (
        ModelServer(Raw(200, json.dumps(body).encode())) as server,
        pytest.raises(ModelUnavailable, match="out of memory"),
    ):
        complete(server)


def test_a_server_that_answers_200_to_unknown_paths_has_no_responses() -> None:
    """LM Studio answers an error with status 200 to paths that it does not know."""
    body = b'{"error": "Unexpected endpoint or method. (POST /v1/responses)"}'
    with (
        ModelServer(Raw(200, body)) as server,
        pytest.raises(ModeUnsupported, match="Unexpected endpoint"),
    ):
        complete(server)


# What becomes of faults

_FAULTS: list[tuple[Turn, type[ModelError]]] = [
    (failure(401), ModelRejected),
    (failure(403), ModelRejected),
    (failure(413), ModelRejected),
    (failure(408, retry_after="0.01"), ModelUnavailable),
    (failure(409, retry_after="0.01"), ModelUnavailable),
    (failure(429, retry_after="0.01"), ModelUnavailable),
    (failure(500, retry_after="0.01"), ModelUnavailable),
    (failure(503, retry_after="0.01"), ModelUnavailable),
    (HangUp(), ModelUnavailable),
    (Raw(200, b'{"choi'), ModelUnavailable),
    (Raw(200, b""), ModelUnavailable),
    (Raw(200, b"<html>Welcome</html>", {"Content-Type": "text/html"}), ModelUnavailable),
    (Raw(200, b"null"), ModelUnavailable),
    (Raw(200, b'"hello"'), ModelUnavailable),
    (Raw(200, b"[" * 100_000), ModelUnavailable),
    (Raw(200, b"\xff\xfe\x00"), ModelUnavailable),
]


def _name(value: object) -> str | None:
    if isinstance(value, Raw):
        return f"{value.status} {value.body[:12].decode('latin-1')}"
    return None if isinstance(value, str) else getattr(value, "__name__", type(value).__name__)


@pytest.mark.parametrize("mode", APIS)
@pytest.mark.parametrize(("turn", "kind"), _FAULTS, ids=_name)
def test_a_fault_becomes_an_error_of_its_kind(
    mode: Mode, turn: Turn, kind: type[ModelError]
) -> None:
    """Busy and failing servers, closed connections and nonsense each have their error class."""
    with ModelServer(turn) as server, pytest.raises(ModelError) as caught:
        complete(server, mode)
    assert type(caught.value) is kind
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [400, 404, 405, 415, 422, 501])
def test_a_refused_form_is_told_apart_from_a_refused_question(status: int) -> None:
    """Where another mode is left these mean the mode; in the last one they mean the question."""
    for mode in APIS:
        with ModelServer(failure(status)) as server, pytest.raises(ModeUnsupported):
            complete(server, mode)
    with ModelServer(failure(status)) as server, pytest.raises(ModelRejected):
        complete(server, "chat-object")


def test_the_words_of_the_server_are_handed_on() -> None:
    """An error quotes the server's message, in OpenAI's form or any other."""
    with ModelServer(failure(401, "no such key")) as server, pytest.raises(ModelRejected) as caught:
        complete(server)
    assert "the server answered 401: no such key" in str(caught.value)
    body = b'{"detail": "Input should be text"}'
    with ModelServer(Raw(401, body)) as server, pytest.raises(ModelRejected) as caught:
        complete(server)
    assert "Input should be text" in str(caught.value)


@pytest.mark.parametrize("turn", [failure(500, retry_after="0.01"),
                                  failure(429, retry_after="0.01")], ids=_name)  # fmt: skip
def test_a_server_that_recovers_is_asked_again(turn: Raw) -> None:
    """One failure is retried, after the time that the server asks for."""
    with ModelServer(turn, Say()) as server:
        assert complete(server, retries=1).text == GOOD
    assert len(server.requests) == 2


@pytest.mark.parametrize("turn", [failure(500, retry_after="0.01"),
                                  failure(429, retry_after="0.01")], ids=_name)  # fmt: skip
def test_a_server_that_does_not_recover_is_asked_no_more_than_allowed(turn: Raw) -> None:
    """After the retries are used up the failure is an error."""
    with ModelServer(turn) as server, pytest.raises(ModelUnavailable, match=str(turn.status)):
        complete(server, retries=1)
    assert len(server.requests) == 2


@pytest.mark.parametrize("mode", APIS)
@pytest.mark.parametrize("turn", [Silence(), Drip()], ids=_name)
def test_the_time_for_an_answer_is_bounded(mode: Mode, turn: Turn) -> None:
    """A silent or very slow server costs no more than the timeout."""
    before = time.monotonic()
    with ModelServer(turn) as server:
        with pytest.raises(ModelTimeout):
            complete(server, mode, timeout=0.1)
        assert time.monotonic() - before < 2


def test_a_server_that_wants_a_long_pause_is_bounded_too() -> None:
    """A `Retry-After` beyond the timeout is not waited for, nor is anything sent after it."""
    before = time.monotonic()
    with ModelServer(failure(429, retry_after="0.5"), Say()) as server:
        with pytest.raises(ModelTimeout):
            complete(server, timeout=0.3, retries=1)
        assert time.monotonic() - before < 2
        join_calls()
    assert len(server.requests) == 1


def test_nothing_is_sent_again_once_nobody_waits() -> None:
    """A retry after the deadline would waste tokens."""
    with ModelServer(Silence(), Say()) as server:
        with pytest.raises(ModelTimeout):
            complete(server, timeout=0.3, retries=1)
        join_calls()
    assert len(server.requests) == 1


def test_the_connection_is_made_outside_of_the_time_for_an_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An error in the settings is reported as such, however short the timeout."""
    endpoint = OpenAIEndpoint(ModelSettings(name="tiny"))
    with pytest.raises(ModelRejected, match="OPENAI_API_KEY"):
        endpoint.complete(HELLO, None, "responses", 1e-9)
    monkeypatch.setenv("OPENAI_API_KEY", "  ")
    with pytest.raises(ModelRejected, match="OPENAI_API_KEY"):
        endpoint.complete(HELLO, None, "responses", 1e-9)


def test_a_server_out_of_reach_is_unavailable() -> None:
    """Without a listener, the error says so."""
    endpoint = OpenAIEndpoint(settings(nobody()))
    with pytest.raises(ModelUnavailable, match="could not reach the server"):
        endpoint.complete(HELLO, None, "responses", 5)


@pytest.mark.parametrize("url", ["http://[::1", "http://127.0.0.1:99999/v1", "127.0.0.1:1/v1", ""])
def test_an_address_that_is_none_is_an_error_of_ours(url: str) -> None:
    """No foreign exception escapes, whatever is configured."""
    endpoint = OpenAIEndpoint(settings(url))
    with pytest.raises(ModelError):
        endpoint.complete(HELLO, None, "responses", 5)


# What is kept secret


@pytest.mark.parametrize(
    "turn",
    [
        failure(401, f"Incorrect API key provided: {KEY}."),
        failure(400, f"{'x' * 290}{KEY}"),
        Raw(200, KEY.encode()),
        Raw(500, KEY.encode()),
        Raw(200, json.dumps({"error": f"who is {KEY}?"}).encode()),
    ],
    ids=_name,
)
def test_the_key_is_in_no_error(turn: Raw, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that repeats the key does not get it into messages or their causes."""
    monkeypatch.setenv("MY_KEY", KEY)
    with ModelServer(turn) as server, pytest.raises(ModelError) as caught:
        complete(server, key_env="MY_KEY")
    assert KEY[:8] not in f"{caught.value} {caught.value!r}"
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


@pytest.mark.parametrize("rest", ["\nmore-of-it", "\x1bmore-of-it", "é-more-of-it"])
def test_a_key_that_no_header_can_hold_is_in_no_error(
    rest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The HTTP library would quote an illegal header, key and all."""
    monkeypatch.setenv("MY_KEY", f"{KEY}{rest}")
    with ModelServer() as server, pytest.raises(ModelRejected, match="MY_KEY") as caught:
        complete(server, key_env="MY_KEY")
    assert KEY not in str(caught.value)
    assert "more-of-it" not in str(caught.value)
    assert server.requests == []


def test_a_password_in_the_address_is_in_no_error_and_no_repr() -> None:
    """The address is shown nowhere with its credentials."""
    with ModelServer(failure(401, "not pa55word, nor p@55 word")) as server:
        given = settings(server.url.replace("http://", "http://ada:pa55word@"))
        with pytest.raises(ModelRejected) as caught:
            OpenAIEndpoint(given).complete(HELLO, Note, "responses", 5)
    assert "pa55word" not in str(caught.value)
    assert "pa55word" not in f"{given!r} {given} {OpenAIEndpoint(given)!r}"


def test_a_short_key_does_not_tear_messages_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Local servers use keys like `x`, which are not secret."""
    monkeypatch.setenv("MY_KEY", "x")
    with ModelServer(failure(401, "expected a key")) as server, pytest.raises(
        ModelRejected, match="expected a key"
    ):  # fmt: skip
        complete(server, key_env="MY_KEY")


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        (None, ""),
        ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
        ("http://127.0.0.1:8080/v1/", "http://127.0.0.1:8080/v1"),
        ("https://ada:pa55word@models.example/v1", "https://models.example/v1"),
        (
            "https://t0ken@models.example:444/v1?api-key=t0ken#t0ken",
            "https://models.example:444/v1",
        ),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("http://ada:pa55?word@models.example/v1", ""),
        ("ada:pa55word@models.example/v1", ""),
        ("http://[::1", ""),
    ],
)
def test_the_address_is_kept_without_credentials(url: str | None, kept: str) -> None:
    """User, password, query and fragment are removed; an invalid address is not stored."""
    assert ModelSettings(base_url=url).address == kept


def test_a_mistake_in_the_settings_is_not_quoted() -> None:
    """A key in the settings does not appear in the error."""
    with pytest.raises(ValueError, match="api_key") as caught:
        ModelSettings.model_validate({"api_key": KEY})
    assert KEY not in str(caught.value)


# Embeddings


def _embedded(*vectors: tuple[int, list[float]]) -> Raw:
    data = [{"object": "embedding", "index": at, "embedding": vector} for at, vector in vectors]
    return Raw(200, json.dumps({"data": data, "usage": {"prompt_tokens": 3}}).encode())


def embed(server: ModelServer, *texts: str, **given: Any) -> list[list[float]]:
    """The vectors of some texts."""
    given = {"embedding": "vec"} | given
    return OpenAIEndpoint(settings(server, **given)).embed(texts, 5)


def test_texts_are_embedded_by_the_model_for_it() -> None:
    """The vectors are in the order of the texts, whatever the server's order."""
    with ModelServer(_embedded((1, [0, 1]), (0, [0.5, 0.25]))) as server:
        assert embed(server, "a", "b") == [[0.5, 0.25], [0.0, 1.0]]
    (asked,) = server.requests
    assert asked.path == EMBEDDINGS
    assert (asked.body["model"], asked.body["input"]) == ("vec", ["a", "b"])
    assert asked.body["encoding_format"] == "float"


def test_nothing_is_embedded_without_a_request() -> None:
    """No texts, no request."""
    with ModelServer() as server:
        assert embed(server) == []
    assert server.requests == []


def test_without_a_model_for_it_nothing_is_embedded() -> None:
    """The error says what to set."""
    with ModelServer() as server, pytest.raises(ModelRejected, match=r"\[model\] embedding"):
        embed(server, "a", embedding=None)


@pytest.mark.parametrize(
    ("turn", "kind"),
    [
        (failure(501, "embeddings are off"), ModelRejected),
        (failure(500), ModelUnavailable),
        (_embedded((0, [1.0])), ModelUnavailable),
        (Raw(200, b'{"data": [{"embedding": null}, {"embedding": ["x"]}]}'), ModelUnavailable),
        (Raw(200, b"no"), ModelUnavailable),
    ],
    ids=_name,
)
def test_embeddings_that_do_not_come_are_an_error(turn: Raw, kind: type[ModelError]) -> None:
    """A server without embeddings, or with too few of them, gives no vectors silently."""
    with ModelServer(turn) as server, pytest.raises(ModelError) as caught:
        embed(server, "a", "b")
    assert type(caught.value) is kind
