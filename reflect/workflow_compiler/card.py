"""The step card: one recorded action as an instruction without coordinates."""

from __future__ import annotations

from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field, field_validator

from blackboard import ids
from blackboard.digests import sha256
from blackboard.event import NewEvent
from blackboard.events.payload import new
from blackboard.events.recording import StepCardCompiled
from blackboard.redaction.redact import redact_all
from blackboard.sources.gui_recording import Step
from blackboard.sources.gui_recording.imported import stream_of
from reflect.workflow_compiler.coordinates import coordinates

ACTOR = "recorder"
_KEPT = ("role", "name", "label", "placeholder", "test_id", "nth", "url")
"""What a card keeps of what the recorder saw of a target."""


class CardTarget(BaseModel):
    """What is acted on, in words that hold on any screen."""

    model_config = ConfigDict(extra="forbid")

    primary: str = Field(description="What it looks like and where it stands.")
    fallback: str | None = Field(default=None, description="Another way to find it, if any.")


class StepCard(BaseModel):
    """What a model says of a step; what was done is known, and not asked."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    expected_current_state: str = Field(description="App, window, view and focus.")
    intent: str = Field(description="One sentence: why it is done.")
    target: CardTarget
    dropped_on: str | None = Field(default=None, description="Of a drag: on what it ends.")
    post_action: str = Field(description="What has changed afterwards; empty if unknown.")

    @field_validator("expected_current_state", "intent", "target", mode="after")
    @classmethod
    def _says_something(cls, value: Any) -> Any:
        if not (value.primary if isinstance(value, CardTarget) else value).strip():
            raise ValueError("it must not be empty")
        return value

    @field_validator("*", mode="after")
    @classmethod
    def _without_coordinates(cls, value: Any) -> Any:
        said = value.model_dump().values() if isinstance(value, CardTarget) else [value]
        for text in said:
            found = coordinates(text) if isinstance(text, str) else None
            if found:
                raise ValueError(f"say where it is in words, not by the coordinates {found!r}")
        return value


def card_of(step: Step, said: StepCard, made_by: str, made_from: str, url: str) -> StepCardCompiled:
    """The card of a step: what was done by the recording, the rest as said."""
    target = {key: str(step.target[key]) for key in _KEPT if step.target.get(key)}
    if url:
        target["url"] = url
    value = step.value if step.action_type != "DRAG" else step.value or said.dropped_on
    return StepCardCompiled(
        recording="",
        index=step.index,
        expected_current_state=said.expected_current_state,
        intent=said.intent,
        target={**target, **said.target.model_dump(exclude_none=True)},
        action_type=step.action_type,
        action_value=value,
        post_action=said.post_action,
        sensitive=step.sensitive,
        made_by=made_by,
        made_from_sha256=made_from,
    )


def digest(*values: Any) -> str:
    """The SHA-256 of JSON values, whatever the order of their keys."""
    text = orjson.dumps(values, default=list, option=orjson.OPT_SORT_KEYS)
    return sha256(text).hexdigest()


def told(card: StepCardCompiled, recording: str, project: str | None, before: str = "") -> NewEvent:
    """The event of a card, without secrets that a model may have read off the screen.

    Args:
        card: what was compiled.
        recording: of which recording.
        project: to which project that belongs.
        before: the id of the event that it replaces, so that a card may come back.
    """
    stream = stream_of(recording)
    clean = redact_all(card.model_dump()).value
    payload = StepCardCompiled.model_validate({**clean, "recording": recording})
    key = f"{payload.type}:{payload.index}:{payload.made_from_sha256}:{before}"
    name = ids.derived(stream, key)
    return new(payload, stream=stream, project=project, actor=ACTOR, id=name)
