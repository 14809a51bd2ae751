"""The one place that knows the `openai` package: a thread out, a completion back.

What real servers do was checked against OpenAI's protocol as spoken by `llama-server` and
`llama_cpp.server`: one has no Responses API, one ignores its format, one refuses `json_schema`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from reflect.model.settings import ModelSettings
from reflect.model.thread import (
    Completion,
    Message,
    Mode,
    ModelError,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
    ModeUnsupported,
)

if TYPE_CHECKING:
    from openai import OpenAI

Result = TypeVar("Result")


class OpenAIEndpoint:
    """An endpoint that speaks the OpenAI protocol."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._client: OpenAI | None = None

    def complete(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        """The model's next turn; see `Endpoint.complete`."""
        ask = self._respond if mode == "responses" else self._chat
        return within(timeout, lambda: ask(thread, shape, mode, timeout))

    def embed(self, texts: Sequence[str], timeout: float) -> list[list[float]]:
        """A vector for each text; see `Endpoint.embed`."""
        name = self._settings.embedding
        if name is None:
            raise ModelRejected("no model for embeddings is set: set [model] embedding")
        client = self._connected()

        def ask() -> list[list[float]]:
            with _gate(""):
                answer = client.embeddings.create(model=name, input=list(texts), timeout=timeout)
                return [list(each.embedding) for each in answer.data]

        return within(timeout, ask)

    def _connected(self) -> OpenAI:
        if self._client is None:
            from openai import OpenAI

            settings = self._settings
            key = os.environ.get(settings.key_env)
            if key is None and settings.base_url is None:
                raise ModelRejected(
                    f"no key: put it into the environment variable {settings.key_env}, "
                    "or set [model] base_url to a server that needs none"
                )
            self._client = OpenAI(
                api_key=key or "none-needed",
                base_url=settings.base_url,
                max_retries=settings.retries,
            )
        return self._client

    def _respond(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        """The Responses API; what cannot be parsed is given back as it came."""
        client, given = self._connected(), self._options("max_output_tokens", timeout)
        if shape is not None:
            given["text_format"] = shape
        with _gate(mode):
            raw = client.responses.with_raw_response.parse(
                model=self._settings.name or "", input=[_item(each) for each in thread], **given
            )
            body = raw.http_response.json()
            with suppress(ValidationError):  # the caller validates, and answers the model
                raw.parse()
        return _from_response(body)

    def _chat(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        client, given = self._connected(), self._options("max_tokens", timeout)
        if shape is not None:
            given["response_format"] = _format(shape, mode)
        with _gate(mode):
            answer = client.chat.completions.create(
                model=self._settings.name or "",
                messages=[_turn(each) for each in thread],
                **given,
            )
        if not answer.choices:
            return Completion("")
        choice, usage = answer.choices[0], answer.usage
        refused = choice.message.refusal or choice.finish_reason == "content_filter"
        stopped: Any = (
            "refused" if refused else "length" if choice.finish_reason == "length" else ""
        )
        return Completion(
            choice.message.content or choice.message.refusal or "",
            usage.prompt_tokens if usage else 0,
            usage.completion_tokens if usage else 0,
            stopped,
        )

    def _options(self, longest: str, timeout: float) -> dict[str, Any]:
        given: dict[str, Any] = {longest: self._settings.max_output_tokens, "timeout": timeout}
        if self._settings.temperature is not None:
            given["temperature"] = self._settings.temperature
        return given


def within(seconds: float, work: Callable[[], Result]) -> Result:
    """The result of some work, or ModelTimeout when it takes longer.

    A server that sends a byte now and then never runs into a socket's timeout, so the time is
    kept from outside; the thread that still waits dies with the process.
    """
    done: list[Result] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:  # handed to the caller below
            failed.append(error)

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    worker.join(seconds)
    if failed:
        raise failed[0]
    if not done:
        raise ModelTimeout(f"no answer came within {seconds:g} seconds")
    return done[0]


class _gate:  # noqa: N801  # used like a function
    """Turns the errors of the `openai` package into ours."""

    def __init__(self, mode: str) -> None:
        self._mode = mode

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if error is None or isinstance(error, ModelError):
            return
        import openai

        if isinstance(error, openai.APITimeoutError):
            raise ModelTimeout("the server did not answer in time") from error
        if isinstance(error, openai.APIStatusError):
            raise _of_status(error.status_code, _said(error), self._mode) from error
        if isinstance(error, openai.APIConnectionError):
            raise ModelUnavailable(f"could not reach the server: {error.__cause__}") from error
        if isinstance(error, openai.OpenAIError | ValueError):
            raise ModelUnavailable(f"the server's answer makes no sense: {error}") from error


_TOO_MANY, _NOT_FOUND, _SERVER = 429, 404, 500
_UNPROCESSED = (400, 404, 405, 415, 422, 501)


def _of_status(status: int, said: str, mode: str) -> ModelError:
    told = f"the server answered {status}: {said}"
    if status in _UNPROCESSED and mode not in ("", "chat-object"):
        return ModeUnsupported(told)
    if status == _TOO_MANY or (status >= _SERVER and status not in _UNPROCESSED):
        return ModelUnavailable(told)
    return ModelRejected(f"{told}; check [model] name, base_url and the key")


def _said(error: Any) -> str:
    return " ".join(str(error.message).split())[:200]


def _item(message: Message) -> Any:
    """A turn as the Responses API takes it."""
    if not message.images:
        return {"role": message.role, "content": message.text}
    images = [{"type": "input_image", "image_url": url, "detail": "auto"} for url in message.images]
    return {
        "role": message.role,
        "content": [{"type": "input_text", "text": message.text}, *images],
    }


def _turn(message: Message) -> Any:
    """A turn as chat completions take it."""
    if not message.images:
        return {"role": message.role, "content": message.text}
    images = [{"type": "image_url", "image_url": {"url": url}} for url in message.images]
    return {"role": message.role, "content": [{"type": "text", "text": message.text}, *images]}


def _format(shape: type[BaseModel], mode: Mode) -> Any:
    schema = shape.model_json_schema()
    if mode == "chat-object":
        return {"type": "json_object", "schema": schema}
    return {
        "type": "json_schema",
        "json_schema": {"name": shape.__name__, "schema": schema, "strict": True},
    }


def _from_response(body: dict[str, Any]) -> Completion:
    texts, refused = [], False
    for item in body.get("output") or []:
        for part in item.get("content") or []:
            if part.get("type") == "output_text":
                texts.append(part.get("text") or "")
            elif part.get("type") == "refusal":
                texts.append(part.get("refusal") or "")
                refused = True
    usage = body.get("usage") or {}
    cut = body.get("status") == "incomplete"
    return Completion(
        "".join(texts),
        usage.get("input_tokens") or 0,
        usage.get("output_tokens") or 0,
        "refused" if refused else "length" if cut else "",
    )
