"""Asking a model over real HTTP: modes found out, answers checked, and every call accounted for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from blackboard.vocabulary import CHILD_MARK
from reflect.model.endpoint import OpenAIEndpoint
from reflect.model.model import Model
from reflect.model.thread import (
    MODES,
    Message,
    Mode,
    ModelError,
    ModelRefused,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
    ModelUnusable,
)
from tests.reflect.model.model_server import (
    GOOD,
    HELLO,
    NOTE,
    Drip,
    HangUp,
    ModelServer,
    Note,
    Raw,
    Say,
    Silence,
    Turn,
    failure,
    model,
    settings,
)

APIS: tuple[Mode, ...] = ("responses", "chat-schema")
KEY = "correct-horse-battery-9"
PROSE = "Certainly! The note says hello."


def ask(asked: Model) -> Note:
    """The small question that the tests ask."""
    return asked.ask(HELLO, Note, "greet@1")


def outcomes(asked: Model) -> list[str]:
    """How the calls ended."""
    return [call.outcome for call in asked.meter.take_calls()]


# Modes


@pytest.mark.parametrize("api", MODES)
def test_a_set_mode_is_the_only_one_used(api: Mode) -> None:
    """`api` pins the mode."""
    with ModelServer() as server:
        asked = model(server, api=api)
        assert [ask(asked), ask(asked)] == [NOTE, NOTE]
    assert server.modes == [api, api]


@pytest.mark.parametrize("api", APIS)
def test_a_set_mode_is_not_given_up(api: Mode) -> None:
    """A server that does not know the pinned mode is an error that names the setting."""
    with ModelServer(refuses={api: 404}) as server, pytest.raises(ModelRejected, match="api"):
        ask(model(server, api=api))
    assert server.modes == [api]


def test_responses_are_tried_first() -> None:
    """A server that does everything is asked in the best mode, at the first try."""
    with ModelServer() as server:
        asked = model(server)
        assert ask(asked) == NOTE
    assert server.modes == ["responses"]
    assert outcomes(asked) == ["ok"]


SERVERS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "without responses": ({"refuses": {"responses": 404}}, ["responses", "chat-schema"]),
    "prose for responses": ({"prose": ["responses"]}, ["responses", "chat-schema"]),
    "no schema, 422": (
        {"refuses": {"responses": 404, "chat-schema": 422}},
        ["responses", "chat-schema", "chat-object"],
    ),
    "no schema, 400": (
        {"refuses": {"responses": 404, "chat-schema": 400}},
        ["responses", "chat-schema", "chat-object"],
    ),
    "prose for schemas too": (
        {"prose": ["responses", "chat-schema"]},
        ["responses", "chat-schema", "chat-object"],
    ),
}


@pytest.mark.parametrize("kind", SERVERS)
def test_the_mode_that_works_is_found_and_used_first_next_time(kind: str) -> None:
    """Each kind of server is asked in ever plainer modes until one works, and only once."""
    given, tried = SERVERS[kind]
    with ModelServer(**given) as server:
        asked = model(server)
        assert [ask(asked), ask(asked)] == [NOTE, NOTE]
    assert server.modes == [*tried, tried[-1]]
    assert [call.mode for call in asked.meter.take_calls()] == [*tried, tried[-1]]


def test_a_known_mode_is_used_first() -> None:
    """What earlier runs found out spares the tries."""
    with ModelServer() as server:
        known = Model(OpenAIEndpoint(settings(server)), settings(server), mode="chat-object")
        assert ask(known) == NOTE
    assert server.modes == ["chat-object"]


def test_an_answer_of_nothing_in_an_unknown_mode_tries_the_next() -> None:
    """A server whose answers cannot be read in one API may speak the other."""
    with ModelServer(Say(""), Say()) as server:
        assert ask(model(server)) == NOTE
    assert server.modes == ["responses", "chat-schema"]


def test_a_slip_in_a_mode_that_works_does_not_cost_the_mode() -> None:
    """Prose from a server that has heeded the format is corrected in the same mode."""
    with ModelServer(Say(), Say(PROSE), Say()) as server:
        asked = model(server)
        assert [ask(asked), ask(asked)] == [NOTE, NOTE]
    assert server.modes == ["responses"] * 3
    assert outcomes(asked) == ["ok", "invalid", "ok"]


def test_a_mode_that_no_longer_works_is_left() -> None:
    """Another server behind the same address is found out about, after the corrections."""
    with ModelServer(prose=["responses"]) as server:
        known = Model(OpenAIEndpoint(settings(server)), settings(server), mode="responses")
        assert ask(known) == NOTE
        assert ask(known) == NOTE
    assert server.modes == [*["responses"] * 3, "chat-schema", "chat-schema"]


def test_a_question_that_every_mode_refuses_is_rejected() -> None:
    """A wrong model name is refused in each mode, and the error says what to check."""
    refused: dict[str, int] = dict.fromkeys(MODES, 404)
    with ModelServer(refuses=refused) as server, pytest.raises(ModelRejected, match="name"):
        ask(model(server))
    assert server.modes == list(MODES)


def test_plain_text_finds_the_api_once_and_does_not_vouch_for_formats() -> None:
    """Without the Responses API, plain text falls back to chat, and starts there from then on."""
    with ModelServer(Say("  Hello.\n"), refuses={"plain responses": 404}) as server:
        asked = model(server)
        assert [asked.write(HELLO, "greet@1") for _ in range(2)] == ["Hello.", "Hello."]
    assert server.modes == ["plain responses", "plain chat", "plain chat"]
    assert [(call.mode, call.outcome) for call in asked.meter.take_calls()] == [
        ("", "error"), ("", "ok"), ("", "ok"),
    ]  # fmt: skip


def test_plain_text_that_is_refused_is_not_sent_twice_in_the_same_form() -> None:
    """Without a format the two modes of chat are one."""
    refused = {"plain responses": 404, "plain chat": 400}
    with ModelServer(refuses=refused) as server, pytest.raises(ModelRejected):
        model(server).write(HELLO, "greet@1")
    assert server.modes == ["plain responses", "plain chat"]


# Answers


FORGIVEN = {
    "fence": f"```json\n{GOOD}\n```",
    "sentences around it": f"Here it is: {GOOD} I hope that helps.",
    "line breaks": f"\n\n  {GOOD}\n",
}


@pytest.mark.parametrize("api", MODES)
@pytest.mark.parametrize("kind", FORGIVEN)
def test_what_stands_around_the_json_is_forgiven(api: Mode, kind: str) -> None:
    """A fence or a sentence does not cost a correction."""
    with ModelServer(Say(FORGIVEN[kind])) as server:
        assert ask(model(server, api=api)) == NOTE
    assert len(server.requests) == 1


BAD: dict[str, tuple[Say, str]] = {
    "prose": (Say(PROSE), "no JSON object"),
    "nothing": (Say(""), "empty"),
    "white space": (Say(" \n "), "empty"),
    "a missing field": (Say('{"text": "hello"}'), "score: Field required"),
    "a wrong type": (Say('{"text": "hello", "score": "high"}'), "score: "),
    "a number out of range": (Say('{"text": "hello", "score": 7}'), "score: "),
    "no number": (Say('{"text": "hello", "score": NaN}'), "score: "),
    "an extra field": (Say('{"text": "hello", "score": 1, "mood": "fine"}'), "mood: "),
    "a text too long": (Say('{"text": "%s", "score": 1}' % ("x" * 41)), "text: "),
    "half an object": (Say('{"text": "hello", "score": '), "no JSON object"),
    "broken JSON": (Say('{"text": "hello" "score": 1}'), "JSON: "),
    "a list": (Say(f"[{GOOD}, {GOOD}]"), "JSON: "),
    "cut off": (Say('{"text": "hello", "sco', stopped="length"), "cut off"),
}


@pytest.mark.parametrize("api", MODES)
@pytest.mark.parametrize("kind", BAD)
def test_a_bad_answer_is_sent_back_with_what_is_wrong(api: Mode, kind: str) -> None:
    """The thread grows by the answer and its fault, and the next answer is taken."""
    turn, problem = BAD[kind]
    with ModelServer(turn, Say()) as server:
        asked = model(server, api=api)
        assert ask(asked) == NOTE
    first, second = (request.thread for request in server.requests)
    assert second[: len(first)] == first
    answer, correction = second[len(first) :]
    assert (answer["role"], answer["content"]) == ("assistant", turn.text.strip() or "(nothing)")
    assert correction["role"] == "user"
    assert problem in correction["content"]
    assert outcomes(asked) == ["invalid", "ok"]


@pytest.mark.parametrize("corrections", [0, 1, 2])
@pytest.mark.parametrize("kind", BAD)
def test_a_model_that_never_gets_it_right_is_corrected_so_often_only(
    kind: str, corrections: int
) -> None:
    """After the allowed corrections the answer is unusable, and the error says why."""
    turn, problem = BAD[kind]
    with ModelServer(turn) as server:
        asked = model(server, api="chat-schema", corrections=corrections)
        with pytest.raises(ModelUnusable, match=r"tiny .* greet@1") as caught:
            ask(asked)
    assert problem in str(caught.value)
    assert len(server.requests) == corrections + 1
    assert outcomes(asked) == ["invalid"] * (corrections + 1)


def test_prose_in_every_mode_is_bounded() -> None:
    """A model that only chats costs one call for each mode and the corrections."""
    with ModelServer(Say(PROSE)) as server, pytest.raises(ModelUnusable):
        ask(model(server, corrections=2))
    assert server.modes == [*MODES, "chat-object", "chat-object"]


@pytest.mark.parametrize("turn", [Say(""), Say("Hel", stopped="length")], ids=["empty", "cut off"])
def test_unusable_plain_text_is_sent_back_too(turn: Say) -> None:
    """Empty and truncated texts are not answers."""
    with ModelServer(turn, Say("Hello.")) as server:
        assert model(server).write(HELLO, "greet@1") == "Hello."
    assert len(server.requests) == 2


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("stopped", ["refused", "filtered"])
def test_a_refusal_is_taken_for_an_answer(api: Mode, stopped: str) -> None:
    """A model that declines is not asked again, and the error quotes it."""
    with ModelServer(Say("I cannot help with that.", stopped=stopped)) as server:
        asked = model(server, api=api)
        with pytest.raises(ModelRefused, match="I cannot help"):
            ask(asked)
    assert len(server.requests) == 1
    (call,) = asked.meter.take_calls()
    assert (call.outcome, call.detail) == ("refused", "I cannot help with that.")
    assert (call.input_tokens, call.output_tokens) == (11, 7)


FAULTS: dict[str, tuple[Turn, type[ModelError], str]] = {
    "500": (failure(500), ModelUnavailable, "error"),
    "429": (failure(429), ModelUnavailable, "error"),
    "401": (failure(401), ModelRejected, "error"),
    "hang-up": (HangUp(), ModelUnavailable, "error"),
    "nonsense": (Raw(200, b'{"choi'), ModelUnavailable, "error"),
    "silence": (Silence(), ModelTimeout, "timeout"),
    "drip": (Drip(), ModelTimeout, "timeout"),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_ends_the_question_in_its_own_error(kind: str) -> None:
    """Faults of the server are not corrected, nor tried in other modes, but accounted for."""
    turn, error, outcome = FAULTS[kind]
    with ModelServer(turn) as server:
        asked = model(server, timeout=0.3)
        with pytest.raises(ModelError) as caught:
            ask(asked)
    assert type(caught.value) is error
    assert len(server.requests) == 1
    (call,) = asked.meter.take_calls()
    assert (call.outcome, call.mode, call.purpose) == (outcome, "responses", "greet@1")
    assert (call.input_tokens, call.output_tokens) == (0, 0)
    assert call.detail == str(caught.value)


def test_a_retried_call_is_one_on_the_account() -> None:
    """What the retries hide from the caller is not accounted for: it cost nothing."""
    with ModelServer(failure(429, retry_after="0.01"), Say()) as server:
        asked = model(server, retries=1)
        assert ask(asked) == NOTE
    assert len(server.requests) == 2
    assert outcomes(asked) == ["ok"]


# The account


def test_a_call_is_accounted_for_with_what_it_took() -> None:
    """Model, endpoint, mode, purpose, tokens and time of each call are kept, and given once."""
    times = iter([10.0, 10.25])
    with ModelServer() as server:
        given = settings(server)
        asked = Model(OpenAIEndpoint(given), given, clock=lambda: next(times))
        ask(asked)
    (call,) = asked.meter.take_calls()
    assert call.model_dump() == {
        "model": "tiny", "endpoint": server.url, "mode": "responses", "purpose": "greet@1",
        "input_tokens": 11, "output_tokens": 7, "milliseconds": 250, "outcome": "ok", "detail": "",
    }  # fmt: skip
    assert asked.meter.take_calls() == []


def test_tokens_that_are_not_counted_are_estimated() -> None:
    """Without usage a token is four bytes of what went over."""
    with ModelServer(Say(usage=None)) as server:
        asked = model(server)
        ask(asked)
    (first,) = asked.meter.take_calls()
    assert first.input_tokens == (len(f"{CHILD_MARK}\n{HELLO[0].text}") + 3) // 4
    assert first.output_tokens == (len(GOOD) + 3) // 4


def test_each_answer_of_a_question_is_accounted_for_by_itself() -> None:
    """Refused modes, bad answers and the good one are separate calls."""
    with ModelServer(Say('{"text": 1}'), Say(), refuses={"responses": 404}) as server:
        asked = model(server)
        ask(asked)
    assert len(server.requests) == 3
    assert [(call.mode, call.outcome) for call in asked.meter.take_calls()] == [
        ("responses", "error"), ("chat-schema", "invalid"), ("chat-schema", "ok"),
    ]  # fmt: skip


def test_no_credentials_are_on_the_account(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the key nor a password in the address is kept, though the server repeats both."""
    monkeypatch.setenv("MY_KEY", KEY)
    with ModelServer(failure(401, f"{KEY} and pa55word are wrong")) as server:
        url = server.url.replace("http://", "http://ada:pa55word@")
        given = settings(url, key_env="MY_KEY")
        asked = Model(OpenAIEndpoint(given), given)
        with pytest.raises(ModelRejected):
            ask(asked)
    (call,) = asked.meter.take_calls()
    assert call.endpoint == server.url
    assert KEY not in repr(call)
    assert "pa55word" not in repr(call)
    assert "are wrong" in call.detail


def test_secrets_in_answers_are_not_kept() -> None:
    """The detail of a call is redacted, also at its cut end."""
    token = "ghp_" + "0123456789abcdefghij" * 2
    refusal = f"{'I will not. ' * 40} {token}"
    with ModelServer(Say(refusal, stopped="refused")) as server:
        asked = model(server)
        with pytest.raises(ModelRefused) as caught:
            ask(asked)
    (call,) = asked.meter.take_calls()
    assert len(call.detail) <= 500
    assert token[:8] not in f"{call.detail} {caught.value}"


def test_embeddings_are_accounted_for_under_their_own_model() -> None:
    """A call for vectors is one on the account, with the name of the model that made them."""
    body = b'{"data": [{"embedding": [1, 0]}]}'
    with ModelServer(Raw(200, body)) as server:
        asked = model(server, embedding="vec")
        assert asked.embed(["seventeen letters"], "likeness@1") == [[1.0, 0.0]]
    (call,) = asked.meter.take_calls()
    assert (call.model, call.purpose, call.outcome, call.mode) == ("vec", "likeness@1", "ok", "")
    assert (call.input_tokens, call.output_tokens) == (5, 0)


# The thread


@pytest.mark.parametrize("api", APIS)
def test_the_first_message_says_who_asks(api: Mode) -> None:
    """A session that a server records of our questions is known by its mark."""
    thread = [Message("system", "You greet."), *HELLO]
    with ModelServer() as server:
        model(server, api=api).ask(thread, Note, "greet@1")
    assert [turn["content"] for turn in server.requests[0].thread] == [
        f"{CHILD_MARK}\nYou greet.", "Say hello.",
    ]  # fmt: skip


@pytest.mark.parametrize("call", [lambda asked: ask(asked), lambda asked: asked.write(HELLO, "w")])
def test_questions_may_be_asked_at_once(call: Callable[[Model], object]) -> None:
    """Eight threads share one model, one client and one account."""
    failed: list[BaseException] = []

    def run(asked: Model) -> None:
        try:
            call(asked)
        except BaseException as error:
            failed.append(error)

    with ModelServer() as server:
        asked = model(server)
        threads = [threading.Thread(target=run, args=(asked,)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failed == []
    assert outcomes(asked) == ["ok"] * 8
