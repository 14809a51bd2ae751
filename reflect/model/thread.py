"""The protocol-independent interface to a model: messages, completions and errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from pydantic import BaseModel

from blackboard.errors import BoardError

Mode = Literal["responses", "chat-schema", "chat-object"]
MODES: tuple[Mode, ...] = ("responses", "chat-schema", "chat-object")
"""The ways to ask for a structured answer, best first."""


class Message(NamedTuple):
    """One turn; `images` are data or https URLs."""

    role: Literal["system", "user", "assistant"]
    text: str
    images: tuple[str, ...] = ()


class Completion(NamedTuple):
    """A raw answer; `stopped` says why it ended early, if it did."""

    text: str
    input_tokens: int = 0
    output_tokens: int = 0
    stopped: Literal["", "length", "refused"] = ""


class Endpoint(Protocol):
    """A server that completes threads."""

    def complete(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        """The model's next turn; with a shape, asked for in that mode.

        Raises:
            ModeUnsupported: the server does not support this mode.
            ModelError: the server is unreachable, too slow, or rejects the request.
        """
        ...

    def embed(self, texts: Sequence[str], timeout: float) -> list[list[float]]:
        """A vector for each text.

        Raises:
            ModelError: the endpoint has no embeddings, or as in `complete`.
        """
        ...


class ModelError(BoardError):
    """A model could not be asked, or gave no usable answer."""


class ModeUnsupported(ModelError):
    """The server does not support structured requests of this kind."""


class ModelUnavailable(ModelError):
    """The server is unreachable, busy or failing, even after retries."""


class ModelTimeout(ModelError):
    """No answer arrived in time."""


class ModelRejected(ModelError):
    """The server rejected the request: the key, the model's name or the address is wrong."""


class ModelRefused(ModelError):
    """The model declined to answer."""


class ModelUnusable(ModelError):
    """The answers were empty, cut off, or of the wrong shape, even after corrections."""


class BudgetExhausted(ModelError):
    """The next question could exceed the rest of the budget."""
