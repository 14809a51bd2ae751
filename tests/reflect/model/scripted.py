"""A stand-in for a model: answers given beforehand, or by a function of what is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pydantic import BaseModel

from reflect.model.thread import Completion, Message, Mode, ModelError, ModelUnavailable

Given = str | Completion | ModelError | BaseModel


class ScriptedEndpoint:
    """An endpoint that plays back what it was given, and remembers what it was asked.

    >>> endpoint = ScriptedEndpoint(["first", "second"])
    >>> endpoint.complete([Message("user", "hello")], None, "responses", 1.0).text
    'first'
    >>> endpoint.asked[0][0].text
    'hello'
    """

    def __init__(
        self, answers: Iterable[Given] | Callable[[Sequence[Message]], Given], dimensions: int = 8
    ) -> None:
        self._answers = answers if callable(answers) else iter(answers)
        self._dimensions = dimensions
        self.asked: list[Sequence[Message]] = []
        self.modes: list[Mode] = []

    def complete(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        """The next answer; an error among the answers is raised."""
        self.asked.append(thread)
        self.modes.append(mode)
        given = self._next(thread)
        if isinstance(given, ModelError):
            raise given
        if isinstance(given, BaseModel):
            given = given.model_dump_json()
        return given if isinstance(given, Completion) else Completion(given)

    def embed(self, texts: Sequence[str], timeout: float) -> list[list[float]]:
        """Vectors that are alike for texts with the same letters."""
        return [
            [float(text.lower().count(chr(97 + n))) for n in range(self._dimensions)]
            for text in texts
        ]

    def _next(self, thread: Sequence[Message]) -> Given:
        if callable(self._answers):
            return self._answers(thread)
        return next(self._answers, ModelUnavailable("the script is at its end"))
