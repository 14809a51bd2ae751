"""Judging what a model answered, and telling it what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from reflect.model.thread import Completion, Message, ModelUnusable

Shape = TypeVar("Shape", bound=BaseModel)
Answer = TypeVar("Answer")

_LONGEST_QUOTE = 4000


def corrected(thread: Sequence[Message], answer: str, problem: str) -> Sequence[Message]:
    """The thread, the unusable answer, and what is wrong with it."""
    return [
        *thread,
        Message("assistant", answer.strip()[:_LONGEST_QUOTE] or "(nothing)"),
        Message("user", f"That answer cannot be used: {problem}. Answer again, in the form asked."),
    ]


def checked(completion: Completion, check: Callable[[str], Answer]) -> Answer:
    """What the check makes of a completion.

    Raises:
        ModelUnusable: it was cut off, is empty, or does not pass.
    """
    if completion.stopped == "length":
        raise ModelUnusable("it was cut off before its end; be briefer")
    if not completion.text.strip():
        raise ModelUnusable("it was empty")
    return check(completion.text)


def parse(text: str, shape: type[Shape]) -> Shape:
    """The answer as its shape; a fence or a sentence around the JSON is forgiven.

    Raises:
        ModelUnusable: it has another shape, or none.
    """
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        raise ModelUnusable("it holds no JSON object")
    try:
        return shape.model_validate_json(text[start : end + 1])
    except ValidationError as error:
        problems = "; ".join(
            f"{'.'.join(map(str, problem['loc'])) or 'JSON'}: {problem['msg']}"
            for problem in error.errors()[:5]
        )
        raise ModelUnusable(f"it is not of the shape asked for ({problems})") from error
