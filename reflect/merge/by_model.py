"""Lessons of a merged change by a model; each must quote the record word for word."""

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

_TOLD = Annotated[str, Field(max_length=4000)]
_MOST = 8
_AROUND = 40
"""Tokens for the mark of our own sessions and what separates the parts of a question."""

_MEANT = {
    "implementation": "implement", "coding": "implement", "code-review": "review",
    "merge": "merge-fix", "mergefix": "merge-fix", "critical": "high", "major": "high",
    "moderate": "medium", "minor": "low",
}  # fmt: skip
"""What models write for the names that they were given."""


class _Lesson(BaseModel):
    model_config = ConfigDict(extra="ignore")

    phase: _TOLD
    category: _TOLD
    severity: _TOLD
    symptom: _TOLD
    root_cause: _TOLD
    resolution: _TOLD
    constraint: _TOLD
    tags: Annotated[list[_TOLD], Field(max_length=20)]
    quote: _TOLD


class _Lessons(BaseModel):
    model_config = ConfigDict(extra="ignore")

    lessons: Annotated[list[_Lesson], Field(max_length=100)]


def by_model(history: History, model: Model) -> list[Finding]:
    """The first few lessons that a model sees; those that prove nothing are dropped.

    Raises:
        ModelError: there is no answer to be had.
    """
    prompt = load("extract-lessons")
    most = model.settings.max_input_tokens
    room = most - _AROUND - sum(tokens(each.text) for each in prompt.fill(record=""))
    record = history.record(max(room, most // 4))
    answer = model.ask(prompt.fill(record=record), _Lessons, prompt.purpose)
    found = (_finding(history, lesson) for lesson in answer.lessons[:_MOST])
    return [finding for finding in found if finding is not None]


def _finding(history: History, lesson: _Lesson) -> Finding | None:
    proof = _proof(history, lesson.quote)
    text = _text(lesson)
    if proof is None or text is None:
        return None
    told = f"{text.symptom}\n{text.constraint}"
    return Finding(
        key=f"merge\n{text.constraint.lower()}",
        occasion=f"{history.subject}:{text.constraint[:80]}",
        text=text,
        evidence=(Evidence(event_id=proof.id, quote=lesson.quote),),
        trust="repository",
        confidence=0.6,
        occurred_at=proof.occurred_at,
        paths=tuple(moments.paths(told)),
    )


def _text(lesson: _Lesson) -> LessonText | None:
    """The lesson's words, if they are a LessonRecord; names may be written a little otherwise."""
    names = {name: _named(getattr(lesson, name)) for name in ("phase", "category", "severity")}
    tags = [tag for tag in lesson.tags if tag.strip() and len(tag) <= 64]
    try:
        words = lesson.model_dump(exclude={*names, "tags", "quote"})
        return LessonText.model_validate({**words, **names, "tags": tags})
    except ValidationError:
        return None


def _named(given: str) -> str:
    name = re.sub(r"[^a-z0-9.]+", "-", given.lower()).strip("-")
    return _MEANT.get(name, name)


def _proof(history: History, quote: str) -> Event | None:
    """The event in which a quotation stands, word for word but for white space."""
    wanted = " ".join(quote.split())
    if not is_telling(wanted):
        return None
    return next(
        (event for _, event, said in history.texts() if wanted in " ".join(said.split())), None
    )
