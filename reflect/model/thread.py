"""The protocol-independent interface to a model: messages, completions and errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from pydantic import BaseModel

from blackboard.errors import BoardError

Mode = Literal["responses", "chat-schema", "chat-object", "agent"]
MODES: tuple[Mode, ...] = ("responses", "chat-schema", "chat-object")
"""The ways to ask a server for a structured answer, best first; an agent has one of its own."""


class Message(NamedTuple):
    """One turn."""

    role: Literal["system", "user", "assistant"]
    text: str


class Completion(NamedTuple):
    """A raw answer; `stopped` says why it ended early, if it did.

    `model` is the model that answered, where only the answer says it.
    """

    text: str
    input_tokens: int = 0
    output_tokens: int = 0
    stopped: Literal["", "length", "refused"] = ""
    model: str = ""


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


class NoQuota(ModelUnavailable):
    """The account has used up what it may ask; `again` says when it may ask again, if known.

    Args:
        message: what was found.
        again: microseconds since 1970 UTC.
    """

    def __init__(self, message: str, again: int | None = None) -> None:
        super().__init__(message)
        self.again = again


class ModelTimeout(ModelError):
    """No answer arrived in time."""


class ModelRejected(ModelError):
    """The server rejected the request: the key, the model's name or the address is wrong."""


class NotSignedIn(ModelRejected):
    """No one is signed in to the agent, or the sign-in has expired."""


class ProgramMissing(ModelRejected):
    """The agent's program is not on this machine."""


class ProgramTooOld(ModelRejected):
    """The agent's version is not known to keep its tools switched off."""


class ModelRefused(ModelError):
    """The model declined to answer."""


class ModelUnusable(ModelError):
    """The answers were empty, cut off, or of the wrong shape, even after corrections."""


class BudgetExhausted(ModelError):
    """The next question could exceed the rest of the budget."""
