"""Lessons of a merged change by a model; each must quote the record verbatim."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from blackboard.delivery.text import tokens
from blackboard.event import Event
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.search import moments
from reflect.finding import Finding
from reflect.merge.history import History
from reflect.model.model import Model
from reflect.prompts import load
from reflect.reflector.record import is_telling

_Text = Annotated[str, Field(max_length=4000)]
_MOST = 8
_AROUND = 40
"""Tokens for the mark of our own sessions and the delimiters of a question."""

_SYNONYMS = {
    "implementation": "implement", "coding": "implement", "code-review": "review",
    "merge": "merge-fix", "mergefix": "merge-fix", "critical": "high", "major": "high",
    "moderate": "medium", "minor": "low",
}  # fmt: skip
"""Common variants that models write for the given names."""


class _Lesson(BaseModel):
    model_config = ConfigDict(extra="ignore")

    phase: _Text
    category: _Text
    severity: _Text
    symptom: _Text
    root_cause: _Text
    resolution: _Text
    constraint: _Text
    tags: Annotated[list[_Text], Field(max_length=20)]
    quote: _Text


class _Lessons(BaseModel):
    model_config = ConfigDict(extra="ignore")

    lessons: Annotated[list[_Lesson], Field(max_length=100)]


def by_model(history: History, model: Model) -> list[Finding]:
    """A model's first few lessons, without those that prove nothing.

    Raises:
        ModelError: the model gave no usable answer.
    """
    prompt = load("extract-lessons")
    most = model.settings.max_input_tokens
    room = most - _AROUND - sum(tokens(message.text) for message in prompt.fill(record=""))
    record = history.record(max(room, most // 4))
    answer = model.ask(prompt.fill(record=record), _Lessons, prompt.purpose)
    asked = f"{model.label} {prompt.purpose}"
    found = (_finding(history, lesson, asked) for lesson in answer.lessons[:_MOST])
    return [finding for finding in found if finding is not None]


def _finding(history: History, lesson: _Lesson, asked: str) -> Finding | None:
    """A lesson as a conclusion of the model's; None where its quotation is found nowhere."""
    proof = _proof(history, lesson.quote)
    text = _text(lesson)
    if proof is None or text is None:
        return None
    searched = f"{text.symptom}\n{text.constraint}"
    return Finding(
        key=f"merge\n{text.constraint.lower()}",
        occasion=f"{history.subject}:{text.constraint[:80]}",
        text=text,
        evidence=(Evidence(event_id=proof.id, quote=lesson.quote),),
        trust="model",
        confidence=0.6,
        occurred_at=proof.occurred_at,
        paths=tuple(moments.paths(searched)),
        writer="model",
        proof="conclusion",
        asked=asked,
    )


def _text(lesson: _Lesson) -> LessonText | None:
    """The lesson's text, if valid; names may deviate slightly."""
    names = {name: _normalised(getattr(lesson, name)) for name in ("phase", "category", "severity")}
    tags = [tag for tag in lesson.tags if tag.strip() and len(tag) <= 64]
    try:
        words = lesson.model_dump(exclude={*names, "tags", "quote"})
        return LessonText.model_validate({**words, **names, "tags": tags})
    except ValidationError:
        return None


def _normalised(text: str) -> str:
    name = re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-")
    return _SYNONYMS.get(name, name)


def _proof(history: History, quote: str) -> Event | None:
    """The event that contains a quote, verbatim except for white space."""
    wanted = " ".join(quote.split())
    if not is_telling(wanted):
        return None
    return next(
        (event for _, event, text in history.texts() if wanted in " ".join(text.split())), None
    )
