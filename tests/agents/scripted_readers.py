"""Scripted services that also answer our own questions about sessions, from what stands in them."""

from __future__ import annotations

import json
import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from reflect.prompts import load
from reflect.proposals import question
from tests.agents.scripted_models import ScriptedAnthropic, ScriptedOpenAI
from tests.agents.scripted_server import Body, Call, Say, ScriptedModel, Turn

Lesson = dict[str, Any]
Proposing = Callable[["ShownDigest"], Sequence[Lesson]]
"""What a model makes of a digest: lessons in the form of `propose-lessons.md`."""

_ENTRY = re.compile(r"^\[(\d+)\] ([A-Z]+)", re.MULTILINE)


class ShownDigest:
    """A question as it reached a model."""

    def __init__(self, text: str) -> None:
        self.text = text

    def entries(self, *kinds: str) -> list[int]:
        """The numbers of the entries of some kinds, such as `FAILED`."""
        return [int(number) for number, kind in _ENTRY.findall(self.text) if kind in kinds]


class Reader(ScriptedModel):
    """Plays its script, and answers questions about sessions beside it.

    The corrections find everything shown, and no lesson stands to another one in any way.
    """

    def __init__(self, script: Sequence[Turn], proposing: Proposing) -> None:
        super().__init__(script)
        self._proposing = proposing
        self.asked: list[str] = []
        """The names of the questions that came, in order."""
        self.digests: list[ShownDigest] = []

    def is_question(self, body: Body) -> bool:
        """Whether a request is one of our own questions."""
        return self._question(body) is not None

    def _turn(self, body: Body) -> Turn:
        name = self._question(body)
        if name is None:
            return super()._turn(body)
        self.asked.append(name)
        return self.form(self._answer(name, body))

    def _answer(self, name: str, body: Body) -> Lesson:
        if name == question.PROPOSE:
            self.digests.append(ShownDigest(max(_texts(body), key=_is_digest)))
            return {"lessons": list(self._proposing(self.digests[-1])),
                    "seen_again": [], "taken_back": []}  # fmt: skip
        if name == question.CORRECT:
            return {"verdicts": []}
        return {"relations": []}

    def _question(self, body: Body) -> str | None:
        """Told by the instructions, which no session's request has."""
        text = "\n".join(_texts(body))
        return next((name for name, first in _FIRST.items() if first in text), None)

    @abstractmethod
    def form(self, answer: Lesson) -> Turn:
        """An answer of a given form, as the service gives it."""


class ReadingAnthropic(Reader, ScriptedAnthropic):
    """Claude Code has the answer as the arguments of a tool."""

    def form(self, answer: Lesson) -> Turn:
        """See `Reader.form`."""
        return Call("StructuredOutput", answer)


class ReadingOpenAI(Reader, ScriptedOpenAI):
    """Codex has the answer as a text."""

    def form(self, answer: Lesson) -> Turn:
        """See `Reader.form`."""
        return Say(json.dumps(answer))


_QUESTIONS = (question.PROPOSE, question.CORRECT, question.JOIN)
_FIRST = {name: load(name).system.split(".")[0] for name in _QUESTIONS}


def _is_digest(text: str) -> int:
    return len(_ENTRY.findall(text))


def _texts(value: object) -> Iterator[str]:
    """All strings of a request."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
