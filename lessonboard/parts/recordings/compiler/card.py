"""The step card: one recorded action as an instruction without coordinates."""

from __future__ import annotations

from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field, field_validator

from blackboard.digests import sha256
from blackboard.event import NewEvent
from blackboard.events.payload import new
from blackboard.events.recording import StepCardCompiled
from blackboard.redaction.redact import redact_all
from lessonboard.parts.recordings.compiler.coordinates import coordinates
from lessonboard.parts.recordings.compiler.kept import of_action
from lessonboard.parts.recordings.compiler.seen import RecordedStep
from lessonboard.parts.recordings.sources import ADDRESS_BAR

ACTOR = "recorder"
_KEPT = (
    "role", "name", "label", "placeholder", "test_id", "text", "id", "selector", "locators",
    "within", "alike", "nth", "heading", "section", "form", "href", "submits", "frame",
    "dialog", "message", "checked", "ticked", "rivals",
)  # fmt: skip
"""The recorded attributes of a target that a card keeps."""


class CardTarget(BaseModel):
    """The element acted on, described independently of screen size."""

    model_config = ConfigDict(extra="forbid")

    primary: str = Field(description="What it looks like and where it stands.")
    fallback: str | None = Field(default=None, description="Another way to find it, if any.")


class StepCard(BaseModel):
    """What a model adds to a step; the action itself is known from the recording."""

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
        texts = value.model_dump().values() if isinstance(value, CardTarget) else [value]
        for text in texts:
            match = coordinates(text) if isinstance(text, str) else None
            if match:
                raise ValueError(f"say where it is in words, not by the coordinates {match!r}")
        return value


def card_of(
    moment: RecordedStep, description: StepCard, made_by: str, made_from: str
) -> StepCardCompiled:
    """The card of a step: the action from the recording, the rest from a description."""
    step = moment.step
    target: dict[str, Any] = {key: step.target[key] for key in _KEPT if step.target.get(key)}
    target.update(of_action(step))
    if moment.url:
        target["url"] = moment.url
    value = step.value if step.action_type != "DRAG" else step.value or description.dropped_on
    return StepCardCompiled(
        recording="",
        index=step.index,
        expected_current_state=description.expected_current_state,
        intent=description.intent,
        target={**target, **description.target.model_dump(exclude_none=True)},
        action_type=step.action_type,
        action_value=value,
        post_action=description.post_action,
        after=shown_after(moment),
        sensitive=step.sensitive,
        made_by=made_by,
        made_from_sha256=made_from,
    )


def shown_after(moment: RecordedStep) -> dict[str, str]:
    """What the page shows after a step and did not show before it, as far as it can be checked."""
    before, now = moment.before, moment.after
    if moment.step.target == ADDRESS_BAR and not now.title:
        return {}  # the page may redirect
    if now.place and before.place != now.place:
        is_url = bool(now.url)
        return {**({"place": now.place} if is_url else {}),
                **({"title": now.title} if now.title else {})}  # fmt: skip
    if now.title and now.title != before.title:
        return {"title": now.title}
    new = next((heading for heading in now.headings if heading not in before.headings), "")
    return {"heading": new} if new else {}


def digest(*values: Any) -> str:
    """The SHA-256 of JSON values, independent of key order."""
    text = orjson.dumps(values, default=list, option=orjson.OPT_SORT_KEYS)
    return sha256(text).hexdigest()


def card_event(
    card: StepCardCompiled, recording: str, project: str | None, before: str = ""
) -> NewEvent:
    """The event of a card, without secrets that a model may have read off the screen.

    Args:
        card: the compiled card.
        recording: its recording's id.
        project: the recording's project.
        before: the id of the event that it replaces, so that an earlier card can be restored.
    """
    clean = redact_all(card.model_dump()).value
    payload = StepCardCompiled.model_validate({**clean, "recording": recording})
    key = f"{payload.type}:{payload.index}:{payload.made_from_sha256}:{before}"
    return new(payload, project=project, actor=ACTOR, key=key)
