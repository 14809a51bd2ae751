"""Pass A with a model: one question per step, with the frames before and after it."""

from __future__ import annotations

from typing import Any

import orjson

from blackboard.events.recording import StepCardCompiled
from blackboard.redaction.redact import redact_all
from lessonboard.parts.recordings.compiler.card import StepCard, card_of, digest
from lessonboard.parts.recordings.compiler.frames import (
    VERSION,
    Unreadable,
    data_url,
    has_mark,
    screen_of,
)
from lessonboard.parts.recordings.compiler.seen import Page, RecordedStep
from lessonboard.parts.recordings.sources import Recording
from reflect.model.model import Model
from reflect.model.thread import Message
from reflect.prompts import as_data, load, shortened

PROMPT = "step-card"
_LONGEST_TEXT = 4000


def made_from(recording: Recording, moment: RecordedStep) -> str:
    """The hash of everything that the question about a step contains."""
    step = moment.step
    shown = [shot and shot.sha256 for shot in (step.pre, step.post)]
    return digest(
        load(PROMPT).purpose, VERSION, recording.name, recording.description, step.kind,
        step.action, step.value, step.target, step.details.get("to"), _page(moment.before),
        _page(moment.after), moment.url, shown, screen_of(recording), moment.may_show_secret,
    )  # fmt: skip


def card_by_model(recording: Recording, moment: RecordedStep, model: Model) -> StepCardCompiled:
    """The card of a step, written by a model.

    Raises:
        ModelError: the model is unavailable, declines, or gives no usable answer.
    """
    prompt = load(PROMPT)
    answer = model.ask(thread(recording, moment), StepCard, prompt.purpose)
    hash_ = made_from(recording, moment)
    return card_of(moment, answer, prompt.purpose, hash_)


def thread(recording: Recording, moment: RecordedStep) -> list[Message]:
    """The question about a step, without typed secrets or frames that may show one."""
    images, caption = _frames(recording, moment)
    step = moment.step
    action: dict[str, Any] = {
        "action_type": step.action_type,
        "action_value": _shortened(step.value),
        "target": _clean(step.target),
        "dropped_on": _clean(step.details.get("to")),
        "page": _page(moment.before),
        "page_afterwards": _page(moment.after),
    }
    task = {"name": recording.name, "description": recording.description}
    return load(PROMPT).fill(
        images,
        task=as_data("task", _json(task)),
        action=as_data("action", _json(action)),
        frames=caption,
    )


def _frames(recording: Recording, moment: RecordedStep) -> tuple[list[str], str]:
    """The frames to send, and their caption."""
    step = moment.step
    if moment.may_show_secret:
        return [], "There are no screenshots, for they may show a secret."
    images: list[str] = []
    captions: list[str] = []
    mark = " A red ring marks the place." if has_mark(step) else ""
    for shot, marked, words in (
        (step.pre, step, f"shows the screen before the step.{mark}"),
        (step.post, None, "shows the screen after it."),
    ):
        if shot is None:
            continue
        try:
            images.append(data_url(shot, marked, screen_of(recording)))
        except Unreadable:
            continue  # damaged since the recording was read: sent without it
        captions.append(f"Screenshot {len(images)} {words}")
    return images, " ".join(captions) or "There are no screenshots."


def _page(page: Page) -> dict[str, Any]:
    return {"url": page.url, "title": page.title, "headings": page.headings, "focus": page.focus}


def _clean(target: Any) -> Any:
    """A target without attributes that only identify it on this screen."""
    if not isinstance(target, dict):
        return None
    return {key: value for key, value in target.items() if isinstance(value, str) and value}


def _shortened(value: str | None) -> str | None:
    return value if value is None else shortened(value, _LONGEST_TEXT)


def _json(value: Any) -> str:
    return orjson.dumps(redact_all(value).value, option=orjson.OPT_INDENT_2).decode()
