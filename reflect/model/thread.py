"""What is sent to a model and what comes back, in terms of no particular protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from pydantic import BaseModel

from blackboard.errors import BoardError

Mode = Literal["responses", "chat-schema", "chat-object"]
MODES: tuple[Mode, ...] = ("responses", "chat-schema", "chat-object")
"""How a structured answer can be asked for, best first."""


class Message(NamedTuple):
    """One turn; `images` are data or https URLs."""

    role: Literal["system", "user", "assistant"]
    text: str
    images: tuple[str, ...] = ()


class Completion(NamedTuple):
    """An answer as it came; `stopped` says why it ended early, if it did."""

    text: str
    input_tokens: int = 0
    output_tokens: int = 0
    stopped: Literal["", "length", "refused"] = ""


class Endpoint(Protocol):
    """Somewhere to send a thread to."""

    def complete(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        """The model's next turn; with a shape, asked for in that mode.

        Raises:
            ModeUnsupported: the server cannot be asked in this mode.
            ModelError: it cannot be reached, is too slow, or turns the request down.
        """
        ...

    def embed(self, texts: Sequence[str], timeout: float) -> list[list[float]]:
        """A vector for each text.

        Raises:
            ModelError: the endpoint has no embeddings, or as above.
        """
        ...


class ModelError(BoardError):
    """A model could not be asked, or gave no usable answer."""


class ModeUnsupported(ModelError):
    """The server does not take structured requests of this kind."""


class ModelUnavailable(ModelError):
    """The server is out of reach, busy or failing, also after retries."""


class ModelTimeout(ModelError):
    """No answer came in time."""


class ModelRejected(ModelError):
    """The server turned the request down: the key, the model's name or the address is wrong."""


class ModelRefused(ModelError):
    """The model declined to answer."""


class ModelUnusable(ModelError):
    """The answers were empty, cut off, or not of the shape asked for, also after corrections."""


class BudgetExhausted(ModelError):
    """The next question would cost more than what is left of the budget."""
