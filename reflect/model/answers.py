"""Validate a model's answer, and ask for a correction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from reflect.model.thread import Completion, Message, ModelUnusable

Shape = TypeVar("Shape", bound=BaseModel)
Answer = TypeVar("Answer")

_LONGEST_QUOTE = 4000


def corrected(thread: Sequence[Message], answer: str, problem: str) -> Sequence[Message]:
    """The thread with the unusable answer and its problem."""
    return [
        *thread,
        Message("assistant", answer.strip()[:_LONGEST_QUOTE] or "(nothing)"),
        Message("user", f"That answer cannot be used: {problem}. Answer again, in the form asked."),
    ]


def checked(completion: Completion, check: Callable[[str], Answer]) -> Answer:
    """The result of the check on a completion.

    Raises:
        ModelUnusable: the answer was cut off, is empty, or fails the check.
    """
    if completion.stopped == "length":
        raise ModelUnusable("it was cut off before its end; be briefer")
    if not completion.text.strip():
        raise ModelUnusable("it was empty")
    return check(completion.text)


def parse(text: str, shape: type[Shape]) -> Shape:
    """The answer as its model; a fence or text around the JSON is ignored.

    Raises:
        ModelUnusable: the JSON has another shape, or is missing.
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
