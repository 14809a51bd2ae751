"""Cards by rules: from the action and the recorded attributes of its target."""

from __future__ import annotations

from typing import Any

from blackboard.events.recording import StepCardCompiled
from lessonboard.parts.recordings.compiler import wording
from lessonboard.parts.recordings.compiler.card import CardTarget, StepCard, card_of, digest
from lessonboard.parts.recordings.compiler.frames import region, screen_of
from lessonboard.parts.recordings.compiler.seen import RecordedStep, spoken
from lessonboard.parts.recordings.sources import Recording

BY = "rules@4"
"""The version of the rules; a new one makes the cards be compiled again."""

_LONGEST_NAME = 80


def card_by_rules(recording: Recording, moment: RecordedStep) -> StepCardCompiled:
    """The card of a step, by rules."""
    where = _where(recording, moment)
    card = StepCard.model_construct(
        expected_current_state=wording.state_before(moment),
        intent=wording.intent(moment, where),
        target=CardTarget.model_construct(primary=where, fallback=_fallback(moment)),
        dropped_on=None,
        post_action=wording.change(moment),
    )
    return card_of(moment, card, BY, _made_from(recording, moment))


def _where(recording: Recording, moment: RecordedStep) -> str:
    """The target in words: by its attributes, else by its position."""
    step = moment.step
    known = wording.named(step.target)
    if step.action_type == "SCROLL" and not spoken(step.target):
        return "the page" if moment.before.place else "the screen"
    if known:
        return known + wording.in_row(step.target)
    if step.action_type in ("TYPE", "KEYPRESS"):
        return "whatever has the focus"
    if step.action_type in ("DIALOG", "DOWNLOAD", "CHECK", "EXTRACT"):
        return "the page"
    part = region(step, screen_of(recording))
    if step.pre is not None:
        return f"what is marked in {step.pre.name}" + (f", in {part}" if part else "")
    if part:
        return f"something in {part}"
    return "a place that no screenshot shows"


def _fallback(moment: RecordedStep) -> str | None:
    """Another description of the target, where one was recorded."""
    target, known = moment.step.target, wording.named(moment.step.target)
    for key in ("placeholder", "text", "test_id"):
        value = target.get(key)
        is_name = isinstance(value, str) and 0 < len(value.strip()) <= _LONGEST_NAME
        if is_name and f'"{value}"' not in known:
            return f'the {wording.sort_of(target)} with the {key.replace("_", " ")} "{value}"'
    return None


def _made_from(recording: Recording, moment: RecordedStep) -> str:
    step = moment.step
    frames: list[Any] = [shot and (shot.name, shot.sha256) for shot in (step.pre, step.post)]
    return digest(
        BY, recording.name, recording.description, step.kind, step.action, step.value,
        step.details, moment.url, moment.after, frames, screen_of(recording),
    )  # fmt: skip
