"""The answers that a model is asked for, as models that check them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

LONGEST_LESSON = 240
"""Characters of a lesson's text."""

LessonKind = Literal["human-rule", "fix", "environment", "root-cause", "convention", "procedure"]
Holds = Literal["repository", "machine", "agent"]
Text = Annotated[str, Field(max_length=2000)]
Number = Annotated[int, Field(ge=0)]
Cites = Annotated[list[Number], Field(max_length=30)]


class Answer(BaseModel):
    """A part of an answer; what was not asked for is passed over."""

    model_config = ConfigDict(extra="ignore")


class Key(Answer):
    """What calls for a lesson later; empty is nothing."""

    command: Text = ""
    path: Text = ""
    error: Text = ""
    words: Text = ""


class Proposed(Answer):
    """A lesson as a model proposes it."""

    kind: LessonKind
    text: Text
    holds: Holds = "repository"
    key: Key = Key()
    entries: Cites
    quote: Text
    confidence: float = Field(default=0.5, ge=0, le=1)


class OfKnown(Answer):
    """What a session shows of a lesson that is known."""

    lesson: Text
    entries: Cites
    quote: Text


class Proposals(Answer):
    """All that a model says of one window of a session."""

    lessons: Annotated[list[Proposed], Field(max_length=60)]
    seen_again: Annotated[list[OfKnown], Field(max_length=60)] = []
    taken_back: Annotated[list[OfKnown], Field(max_length=60)] = []


Verdict = Literal["shown", "mended", "two-causes", "taken-back", "not-shown"]


class Checked(Answer):
    """What the second question found of one lesson."""

    number: int
    verdict: Verdict
    text: Text = ""


class Corrections(Answer):
    """The verdicts on all lessons of a session."""

    verdicts: Annotated[list[Checked], Field(max_length=60)]


Relation = Literal[
    "same", "more-general", "more-special", "contradicts", "supersedes", "of-the-day"
]


class Related(Answer):
    """How a new lesson relates to another one; of the same two `better` names the better text."""

    lesson: Text
    relation: Relation
    other: Text = ""
    better: Text = ""
    reason: Text = ""


class Relations(Answer):
    """The relations of all new lessons of a project."""

    relations: Annotated[list[Related], Field(max_length=200)]
