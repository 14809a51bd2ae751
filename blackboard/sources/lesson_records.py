"""Lessons that others wrote: LessonRecords, one JSON object a line, camelCase or snake_case."""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from pydantic import ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from blackboard.delivery.keys import lesson_key
from blackboard.events.lesson import LessonText
from blackboard.redaction.redact import redact_all
from blackboard.search import moments
from blackboard.sources.lines import parse_value
from blackboard.vocabulary import Scope, Status

ACTOR = "import"
_QUOTED = re.compile(r"`([^`\n]{2,120})`")


class LessonRecord(LessonText):
    """A lesson as its author wrote it; fields that are not named here are passed over."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    id: str | None = Field(default=None, max_length=200, pattern=r"^[^\s\x00-\x1f\x7f-\x9f]+$")
    project: str | None = Field(default=None, max_length=400, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")
    scope: Scope = "project"
    status: Status = "candidate"


class Fault(NamedTuple):
    """What is wrong with one line."""

    line: int
    field: str
    message: str


def read_record(number: int, line: bytes) -> LessonRecord | list[Fault]:
    """A line's record, or what is wrong with it; nothing is wrong with a blank line."""
    if not line.strip():
        return []
    value = redact_all(parse_value(line)).value
    if not isinstance(value, dict):
        return [Fault(number, "", "is not a JSON object")]
    try:
        return LessonRecord.model_validate(value)
    except ValidationError as error:
        return [
            Fault(number, ".".join(map(str, problem["loc"])), problem["msg"])
            for problem in error.errors()
        ]


class Keys(NamedTuple):
    """The moments in which a lesson should come to mind, as its words name them."""

    paths: list[str]
    commands: list[str]
    signatures: list[str]


def keys_of(record: LessonRecord) -> Keys:
    """The files and commands that a record names, and the error that it begins with."""
    told = f"{record.symptom}\n{record.constraint}\n{record.resolution}"
    error = moments.error_line(record.symptom)
    signatures = [moments.signature(error)] if error else []
    return Keys(moments.paths(told), _commands(told), signatures)


def lesson_id(record: LessonRecord, project: str | None) -> str:
    """The id of the lesson that a record becomes: its own, or one that follows from its words."""
    text = "\n".join((project or "", record.constraint, record.symptom, record.root_cause))
    return record.id or f"lesson-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _commands(text: str) -> list[str]:
    """The commands in code spans: those of more than a word, for a lone word may be anything."""
    spans = [span for span in _QUOTED.findall(text) if " " in span.strip()]
    return list(dict.fromkeys(filter(None, map(lesson_key, spans))))
