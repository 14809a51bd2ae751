"""A scripted model: prepared answers, or a function of the question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pydantic import BaseModel

from reflect.model.thread import Completion, Message, Mode, ModelError, ModelUnavailable

Given = str | Completion | ModelError | BaseModel


class ScriptedEndpoint:
    """An endpoint that replays prepared answers and records the questions.

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
        """The next answer; errors among the answers are raised."""
        self.asked.append(thread)
        self.modes.append(mode)
        answer = self._next(thread)
        if isinstance(answer, ModelError):
            raise answer
        if isinstance(answer, BaseModel):
            answer = answer.model_dump_json()
        return answer if isinstance(answer, Completion) else Completion(answer)

    def embed(self, texts: Sequence[str], timeout: float) -> list[list[float]]:
        """Vectors that are similar for texts with the same letters."""
        return [
            [float(text.lower().count(chr(97 + n))) for n in range(self._dimensions)]
            for text in texts
        ]

    def _next(self, thread: Sequence[Message]) -> Given:
        if callable(self._answers):
            return self._answers(thread)
        return next(self._answers, ModelUnavailable("the script is at its end"))
