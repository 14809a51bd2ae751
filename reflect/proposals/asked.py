"""Asking a model one question; the question and its answer are kept on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel

from blackboard import Board
from blackboard.events.understanding import ModelAnswered, Purpose
from blackboard.redaction.redact import redact
from reflect.model.account import remember
from reflect.model.model import Model
from reflect.model.thread import Message
from reflect.prompts import load

Shape = TypeVar("Shape", bound=BaseModel)

ACTOR = "model"


@dataclass(frozen=True)
class Question:
    """What is asked, of which subject, and which lessons are in it.

    `prompt` is the name of the prompt that `thread` was made of; `until` is as in `ModelAnswered`.
    """

    subject: str
    purpose: Purpose
    prompt: str
    thread: Sequence[Message]
    lessons: Sequence[str] = ()
    until: int = 0


def ask(
    board: Board, model: Model, question: Question, shape: type[Shape], project: str | None
) -> Shape:
    """The answer to a question, in its shape.

    Raises:
        ModelError: the model could not be asked, or gave no usable answer.
    """
    prompt = load(question.prompt).purpose
    try:
        answer = model.ask(question.thread, shape, prompt)
    finally:
        remember(board, model)
    board.record(
        ModelAnswered(
            subject=question.subject,
            purpose=question.purpose,
            asked=model.label,
            prompt=prompt,
            question="\n\n".join(message.text for message in question.thread),
            answer=str(redact(answer.model_dump_json()).value),
            lessons=list(question.lessons),
            until=question.until,
        ),
        actor=ACTOR,
        project=project,
    )
    return answer
