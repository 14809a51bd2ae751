"""The only module that imports the `openai` package: a thread in, a completion out.

Tested with the OpenAI protocol of `llama-server` and `llama_cpp.server`: one has no Responses API,
one ignores its format, one refuses `json_schema`.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from pydantic import BaseModel

from blackboard.redaction.redact import redact
from reflect.model import body
from reflect.model.deadline import refuse_if_late, within
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

_SHORTEST_SECRET = 4
"""A shorter key is a dummy, and redacting it would tear words apart."""

_LONGEST_MESSAGE = 300


class OpenAIEndpoint:
    """An endpoint with the OpenAI protocol; thread-safe."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._client: OpenAI | None = None
        self._connecting = threading.Lock()

    def complete(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        """The model's next turn; see `Endpoint.complete`."""
        client = self._connected()  # before the deadline starts: the import alone takes a second
        ask = self._respond if mode == "responses" else self._chat

        def work() -> Completion:
            with self._wrap_errors(mode):
                return body.completion(ask(client, thread, shape, mode, timeout), mode)

        return within(timeout, work)

    def embed(self, texts: Sequence[str], timeout: float) -> list[list[float]]:
        """A vector for each text; see `Endpoint.embed`."""
        name = self._settings.embedding
        if name is None:
            raise ModelRejected("no model for embeddings is set: set [model] embedding")
        if not texts:
            return []
        client = self._connected()

        def work() -> list[list[float]]:
            with self._wrap_errors(""):
                raw = client.embeddings.with_raw_response.create(
                    model=name, input=list(texts), encoding_format="float", timeout=timeout
                )
                return body.vectors(raw.http_response.content, len(texts))

        return within(timeout, work)

    def _connected(self) -> OpenAI:
        with self._connecting:
            if self._client is None:
                self._client = self._connect()
            return self._client

    def _connect(self) -> OpenAI:
        try:
            from openai import DefaultHttpxClient, OpenAI
        except ImportError as error:
            raise ModelRejected(
                "the package `openai` is not installed, so no model can be asked; "
                "install it with: pip install 'lessonboard[model]'"
            ) from error

        key = _key(self._settings)
        if not key and self._settings.base_url is None:
            raise ModelRejected(
                f"no key: put it into the environment variable {self._settings.key_env}, "
                "or set [model] base_url to a server that needs none"
            )
        if not (key.isascii() and key.isprintable()):
            raise ModelRejected(
                f"the key in {self._settings.key_env} holds a character that keys do not have"
            )
        try:
            client = OpenAI(
                api_key=key or "none-needed",
                base_url=self._settings.base_url,
                max_retries=self._settings.retries,
                http_client=DefaultHttpxClient(event_hooks={"request": [refuse_if_late]}),
            )
        except Exception as error:  # the class depends on the HTTP library's version
            why = self._public(error)
            raise ModelRejected(f"[model] base_url is no address: {why}") from None
        weakref.finalize(self, client.close).atexit = False  # a late answer may still come in
        return client

    def _respond(
        self,
        client: OpenAI,
        thread: Sequence[Message],
        shape: type[BaseModel] | None,
        _mode: Mode,
        timeout: float,
    ) -> bytes:
        options = self._options("max_output_tokens", timeout)
        if shape is not None:
            options["text"] = {"format": {"type": "json_schema", **_schema(shape)}}
        raw = client.responses.with_raw_response.create(
            model=self._settings.name or "", input=[_turn(message) for message in thread], **options
        )
        return raw.http_response.content

    def _chat(
        self,
        client: OpenAI,
        thread: Sequence[Message],
        shape: type[BaseModel] | None,
        mode: Mode,
        timeout: float,
    ) -> bytes:
        options = self._options("max_tokens", timeout)
        if shape is not None:
            options["response_format"] = _format(shape, mode)
        raw = client.chat.completions.with_raw_response.create(
            model=self._settings.name or "",
            messages=[_turn(message) for message in thread],
            **options,
        )
        return raw.http_response.content

    def _options(self, limit_name: str, timeout: float) -> dict[str, Any]:
        options: dict[str, Any] = {limit_name: self._settings.max_output_tokens, "timeout": timeout}
        if self._settings.temperature is not None:
            options["temperature"] = self._settings.temperature
        return options

    @contextmanager
    def _wrap_errors(self, mode: str) -> Iterator[None]:
        """Convert the errors of the `openai` package into ours, without the key.

        The cause is dropped, because its message would appear in a traceback.
        """
        from openai import OpenAIError

        try:
            yield
        except (ModelError, OpenAIError, ValueError) as error:
            raise _ours(error, mode, self._public) from None

    def _public(self, message: object) -> str:
        """A message fit to be shown and stored: without the key and the password."""
        text = " ".join(str(message).split())
        for secret in (_key(self._settings), *_passwords(self._settings.base_url)):
            if len(secret) >= _SHORTEST_SECRET:
                text = text.replace(secret, "[redacted key]")
        # JSON can contain lone surrogates, which can be neither sent nor stored.
        return str(redact(text.encode("utf-8", "replace").decode()).value)[:_LONGEST_MESSAGE]


def _key(settings: ModelSettings) -> str:
    # A trailing line break, as from `cat key.txt`, would make the header invalid.
    return os.environ.get(settings.key_env, "").strip()


def _passwords(url: str | None) -> list[str]:
    """The password in a URL, as written and decoded."""
    try:
        password = urlsplit(url or "").password or ""
    except ValueError:
        return []
    return [password, unquote(password)]


_BUSY = (408, 409, 425, 429)
_SERVER = 500
_UNPROCESSED = (400, 404, 405, 415, 422, 501)


def _ours(error: Exception, mode: str, public: Callable[[object], str]) -> ModelError:
    """Our error for a foreign one, with a public message."""
    import openai

    if isinstance(error, ModelError):
        return type(error)(public(error))
    if isinstance(error, openai.APITimeoutError):
        return ModelTimeout("the server did not answer in time")
    if isinstance(error, openai.APIStatusError):
        bare = error.message.removeprefix(f"Error code: {error.status_code}").removeprefix(" - ")
        return _of_status(error.status_code, public(bare or error.body or "nothing"), mode)
    if isinstance(error, openai.APIConnectionError):
        return ModelUnavailable(f"could not reach the server: {public(error.__cause__)}")
    return ModelUnavailable(f"the server could not be asked: {public(error)}")


def _of_status(status: int, text: str, mode: str) -> ModelError:
    message = f"the server answered {status}: {text}"
    if status in _UNPROCESSED and mode not in ("", "chat-object"):
        return ModeUnsupported(message)
    if status in _BUSY or (status >= _SERVER and status not in _UNPROCESSED):
        return ModelUnavailable(message)
    return ModelRejected(f"{message}; check [model] name, base_url and the key")


def _turn(message: Message) -> Any:
    """A turn, which both APIs take in one form."""
    return {"role": message.role, "content": message.text}


def _format(shape: type[BaseModel], mode: Mode) -> Any:
    if mode == "chat-object":
        return {"type": "json_object", "schema": shape.model_json_schema()}
    return {"type": "json_schema", "json_schema": _schema(shape)}


def _schema(shape: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema for strict servers: every field required, no others allowed."""
    from openai import pydantic_function_tool

    strict = pydantic_function_tool(shape)["function"]["parameters"]
    return {"name": shape.__name__, "schema": strict, "strict": True}
