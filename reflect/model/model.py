"""Asking a model: within the budget, in the mode that the server takes, until the answer is sound.

An answer that is empty, cut off or of the wrong shape goes back into the same thread with what
is wrong with it, a bounded number of times. Every call is accounted for, also one that failed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel

from blackboard.context.render import tokens
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

_TOKENS_PER_IMAGE = 1500
"""An estimate for what is set aside: servers count 1,100 to 1,600 for 1280 x 800 pixels, by tiles
or patches. What they say that they counted is booked in its place."""

_LONGEST_DETAIL = 500


@dataclass
class _Talk(Generic[Answer]):
    """One question, and how often the model may still be corrected over it."""

    thread: Sequence[Message]
    shape: type[BaseModel] | None
    purpose: str
    check: Callable[[str], Answer]
    corrections: int


class Model:
    """A model behind an endpoint; safe to ask from several threads.

    Args:
        endpoint: where the questions go.
        settings: the model and its limits.
        spent_today: what other runs have spent this day.
        meter: the meter of another model, to share its budget.
        mode: the mode that is known to work, from earlier calls.
        clock: seconds that only ever grow.
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
        """The model's name."""
        return self.settings.name or ""

    @property
    def proven(self) -> Mode | None:
        """The mode in which the server has given a sound answer."""
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
            thread: what is asked.
            shape: of what form the answer is to be.
            purpose: under what the calls are accounted.
            accept: raises ModelUnusable for an answer that goes back with what is wrong with it.

        Raises:
            ModelError: one of its kinds, when there is none to be had.
        """

        def check(text: str) -> Shape:
            answer = parse(text, shape)
            accept(answer)
            return answer

        return self._converse(thread, shape, purpose, check)

    def write(self, thread: Sequence[Message], purpose: str) -> str:
        """An answer in plain text.

        Raises:
            ModelError: one of its kinds, when there is none to be had.
        """
        return self._converse(thread, None, purpose, str.strip)

    def embed(self, texts: Sequence[str], purpose: str) -> list[list[float]]:
        """A vector for each text.

        Raises:
            ModelError: the endpoint cannot do it.
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
        """Ask in the best mode that the server takes."""
        talk = _Talk(_marked(thread), shape, purpose, check, self.settings.corrections)
        *others, last = self._modes(shape)
        for mode in others:
            with suppress(ModeUnsupported):
                return self._insist(talk, mode)
        try:
            return self._insist(talk, last, is_last=True)
        except ModeUnsupported as error:
            raise ModelRejected(f"{error}; check [model] name, base_url and api") from None

    def _insist(self, talk: _Talk[Answer], mode: Mode, *, is_last: bool = False) -> Answer:
        """Ask in one mode until an answer passes the check, correcting the model in between.

        Raises:
            ModeUnsupported: the server does not know the mode, or pays no heed to the format.
        """
        thread = talk.thread
        while True:
            completion, problem, answer = self._turn(talk, thread, mode)
            if answer:
                self._learn(mode, talk.shape)
                return answer[0]
            is_prose = talk.shape is not None and "{" not in completion.text
            # Where the mode has worked before, prose is a slip of the model and not the server's.
            if is_prose and not is_last and (mode != self._proven or not talk.corrections):
                raise ModeUnsupported("the server pays no heed to the format asked for")
            if not talk.corrections:
                raise ModelUnusable(
                    f"{self.name} gave no usable answer for {talk.purpose}: {problem}"
                )
            talk.corrections -= 1
            thread = corrected(thread, completion.text, problem)

    def _turn(
        self, talk: _Talk[Answer], thread: Sequence[Message], mode: Mode
    ) -> tuple[Completion, str, list[Answer]]:
        """One call: the completion, what is wrong with it, and the answer if nothing is."""
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
        """Do a call within the budget, and put it on the account whatever comes of it."""
        self.meter.reserve(estimate)
        started = self._clock()
        spent, detail = NOTHING, ""
        outcome: Outcome = "error"
        try:
            result = work()
            spent, outcome, detail = judge(result)
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
        """The modes worth trying, best first; in plain text the two of chat are the same."""
        if self.settings.api != "auto":
            return (self.settings.api,)
        modes = MODES[MODES.index(self._first) :]
        return modes if shape is not None else modes[: 2 if modes[0] == "responses" else 1]

    def _learn(self, mode: Mode, shape: type[BaseModel] | None) -> None:
        """Begin with a mode that has worked, from now on."""
        with self._lock:
            self._first = max(self._first, mode, key=MODES.index)
            if shape is not None:
                self._proven = mode


def _marked(thread: Sequence[Message]) -> Sequence[Message]:
    """The thread with the mark by which its own sessions are known, should there be any."""
    first, *rest = thread
    return [first._replace(text=f"{CHILD_MARK}\n{first.text}"), *rest]


def _detail(said: str) -> str:
    """What is kept of a message; cut last, for half a secret is no longer known as one."""
    return str(redact(said).value)[:_LONGEST_DETAIL]


def _spent(thread: Sequence[Message], completion: Completion) -> Spent:
    """What a call took, by the server's count or by ours where it gives none."""
    return Spent(
        completion.input_tokens or _tokens(thread),
        completion.output_tokens or tokens(completion.text),
    )


def _tokens(thread: Sequence[Message]) -> int:
    return sum(tokens(each.text) + len(each.images) * _TOKENS_PER_IMAGE for each in thread)
