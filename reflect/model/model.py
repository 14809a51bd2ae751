"""Ask a model: within the budget, in a mode that the server supports, until the answer is valid.

An answer that is empty, cut off or of the wrong shape is sent back with its problem, a bounded
number of times. Every call is accounted for, including failed ones.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel

from blackboard.delivery.text import tokens
from blackboard.events.board import ModelCalled
from blackboard.redaction.redact import redact
from blackboard.vocabulary import CHILD_MARK
from reflect.model.answers import checked, corrected, parse
from reflect.model.budget import NOTHING, Spent
from reflect.model.meter import Meter
from reflect.model.settings import ModelSettings
from reflect.model.thread import (
    MODES,
    Completion,
    Endpoint,
    Message,
    Mode,
    ModelError,
    ModelRefused,
    ModelRejected,
    ModelTimeout,
    ModelUnusable,
    ModeUnsupported,
)

Shape = TypeVar("Shape", bound=BaseModel)
Answer = TypeVar("Answer")
Result = TypeVar("Result")
Outcome = Literal["ok", "refused", "invalid", "timeout", "error"]


_LONGEST_DETAIL = 500


@dataclass
class _Talk(Generic[Answer]):
    """One question, and the corrections that are left for it."""

    thread: Sequence[Message]
    shape: type[BaseModel] | None
    purpose: str
    check: Callable[[str], Answer]
    corrections: int


class Model:
    """A model behind an endpoint; thread-safe.

    Args:
        endpoint: the endpoint to ask.
        settings: the model and its limits.
        spent_today: what other runs have spent this day.
        meter: another model's meter, to share its budget.
        mode: the mode that worked in earlier calls.
        clock: a monotonic clock in seconds.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        settings: ModelSettings,
        *,
        spent_today: Spent = NOTHING,
        meter: Meter | None = None,
        mode: Mode | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings = settings
        self._endpoint = endpoint
        self.meter = meter or Meter(settings, spent_today)
        self._first: Mode = mode or MODES[0]
        self._proven = mode
        self._clock = clock
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The model's name, or the agent's whose standard model is asked."""
        return self.settings.name or self.settings.agent or ""

    @property
    def label(self) -> str:
        """The model as lessons and questions name it."""
        return self.name

    @property
    def proven(self) -> Mode | None:
        """The mode in which the server last gave a valid answer."""
        return self._proven

    def ask(
        self,
        thread: Sequence[Message],
        shape: type[Shape],
        purpose: str,
        accept: Callable[[Shape], None] = lambda _answer: None,
    ) -> Shape:
        """An answer of the given shape.

        Args:
            thread: the question.
            shape: the model of the answer.
            purpose: the name under which the calls are accounted.
            accept: raises ModelUnusable to send an answer back with its problem.

        Raises:
            ModelError: one of its subclasses, if there is no usable answer.
        """

        def check(text: str) -> Shape:
            answer = parse(text, shape)
            accept(answer)
            return answer

        return self._converse(thread, shape, purpose, check)

    def write(self, thread: Sequence[Message], purpose: str) -> str:
        """An answer in plain text.

        Raises:
            ModelError: one of its subclasses, if there is no usable answer.
        """
        return self._converse(thread, None, purpose, str.strip)

    def embed(self, texts: Sequence[str], purpose: str) -> list[list[float]]:
        """A vector for each text.

        Raises:
            ModelError: the endpoint has no embeddings, or failed.
        """
        estimate = Spent(sum(map(tokens, texts)))
        return self._accounted(
            purpose,
            estimate,
            lambda: self._endpoint.embed(texts, self.settings.timeout),
            lambda _vectors: (estimate, "ok", ""),
            name=self.settings.embedding,
        )

    def _converse(
        self,
        thread: Sequence[Message],
        shape: type[BaseModel] | None,
        purpose: str,
        check: Callable[[str], Answer],
    ) -> Answer:
        """Ask in the best mode that the server supports."""
        talk = _Talk(marked(thread), shape, purpose, check, self.settings.corrections)
        *others, last = self._modes(shape)
        for mode in others:
            with suppress(ModeUnsupported):
                return self._insist(talk, mode)
        try:
            return self._insist(talk, last, is_last=True)
        except ModeUnsupported as error:
            raise ModelRejected(f"{error}; check [model] name, base_url and api") from None

    def _insist(self, talk: _Talk[Answer], mode: Mode, *, is_last: bool = False) -> Answer:
        """Ask in one mode until an answer is valid, correcting the model in between.

        Raises:
            ModeUnsupported: the server does not know the mode, or ignores the format.
        """
        thread = talk.thread
        while True:
            completion, problem, answer = self._turn(talk, thread, mode)
            if answer:
                self._learn(mode, talk.shape)
                return answer[0]
            is_prose = talk.shape is not None and "{" not in completion.text
            # If the mode has worked before, prose is the model's mistake, not the server's.
            if is_prose and not is_last and (mode != self._proven or not talk.corrections):
                raise ModeUnsupported("the server ignores the format asked for")
            if not talk.corrections:
                raise ModelUnusable(
                    f"{self.name} gave no usable answer for {talk.purpose}: {problem}"
                )
            talk.corrections -= 1
            thread = corrected(thread, completion.text, problem)

    def _turn(
        self, talk: _Talk[Answer], thread: Sequence[Message], mode: Mode
    ) -> tuple[Completion, str, list[Answer]]:
        """One call: the completion, its problem, and the answer if there is no problem."""
        answer: list[Answer] = []
        problem = ""

        def judge(completion: Completion) -> tuple[Spent, Outcome, str]:
            nonlocal problem
            spent = _spent(thread, completion)
            if completion.stopped == "refused":
                return spent, "refused", completion.text or "without a word"
            try:
                answer.append(checked(completion, talk.check))
            except ModelUnusable as error:
                problem = str(error)
                return spent, "invalid", problem
            return spent, "ok", ""

        completion = self._accounted(
            talk.purpose,
            Spent(_tokens(thread), self.settings.max_output_tokens),
            lambda: self._endpoint.complete(thread, talk.shape, mode, self.settings.timeout),
            judge,
            mode if talk.shape is not None else "",
        )
        if completion.stopped == "refused":
            raise ModelRefused(f"{self.name} declined: {_detail(completion.text)}")
        return completion, problem, answer

    def _accounted(
        self,
        purpose: str,
        estimate: Spent,
        work: Callable[[], Result],
        judge: Callable[[Result], tuple[Spent, Outcome, str]],
        mode: str = "",
        name: str | None = None,
    ) -> Result:
        """Make a call within the budget, and account for it whatever the result."""
        self.meter.reserve(estimate)
        started = self._clock()
        spent, detail = NOTHING, ""
        outcome: Outcome = "error"
        try:
            result = work()
            spent, outcome, detail = judge(result)
            if isinstance(result, Completion):
                name = result.model or name
        except ModelError as error:
            outcome = "timeout" if isinstance(error, ModelTimeout) else "error"
            detail = str(error)
            raise
        finally:
            self.meter.book(estimate, spent, ModelCalled(
                model=name or self.name,
                endpoint=self.settings.address,
                mode=mode,
                purpose=purpose,
                input_tokens=spent.input_tokens,
                output_tokens=spent.output_tokens,
                milliseconds=round((self._clock() - started) * 1000),
                outcome=outcome,
                detail=_detail(detail),
            ))  # fmt: skip
        return result

    def _modes(self, shape: type[BaseModel] | None) -> tuple[Mode, ...]:
        """The modes to try, best first; for plain text the two chat modes are equal."""
        if self.settings.agent:
            return ("agent",)
        if self.settings.api != "auto":
            return (self.settings.api,)
        modes = MODES[MODES.index(self._first) :]
        return modes if shape is not None else modes[: 2 if modes[0] == "responses" else 1]

    def _learn(self, mode: Mode, shape: type[BaseModel] | None) -> None:
        """Start with a mode that has worked from now on."""
        with self._lock:
            if mode == "agent":
                self._proven = mode
                return
            self._first = max(self._first, mode, key=MODES.index)
            if shape is not None:
                self._proven = mode


def marked(thread: Sequence[Message]) -> Sequence[Message]:
    """The thread as it is sent: with the mark that identifies our own sessions."""
    first, *rest = thread
    return [first._replace(text=f"{CHILD_MARK}\n{first.text}"), *rest]


def _detail(message: str) -> str:
    """The stored part of a message, redacted before it is cut: half a secret is undetectable."""
    return str(redact(message).value)[:_LONGEST_DETAIL]


def _spent(thread: Sequence[Message], completion: Completion) -> Spent:
    """The cost of a call, by the server's count, else by ours."""
    return Spent(
        completion.input_tokens or _tokens(thread),
        completion.output_tokens or tokens(completion.text),
    )


def _tokens(thread: Sequence[Message]) -> int:
    return sum(tokens(message.text) for message in thread)
