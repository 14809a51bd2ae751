"""The step card: one recorded action as an instruction without coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from blackboard.digests import sha256
from blackboard.event import NewEvent
from blackboard.events.payload import new
from blackboard.events.recording import StepCardCompiled
from blackboard.redaction.redact import redact_all
from lessonboard.parts.recordings.compiler import wording
from lessonboard.parts.recordings.compiler.seen import RecordedStep, spoken
from lessonboard.parts.recordings.shared_names import ADDRESS_BAR
from lessonboard.parts.recordings.sources import Step

ACTOR = "recorder"
BY = "rules@5"
"""The version of the rules; a new one makes the cards be compiled again."""

_KEPT = (
    "role", "name", "label", "placeholder", "test_id", "text", "id", "tag", "input_type",
    "selector", "locators", "within", "alike", "nth", "heading", "section", "form", "href",
    "submits", "asks", "opens", "form_action", "frame", "dialog", "message", "checked", "ticked",
    "rivals", "title", "icon", "dialog_text", "choice", "beside", "calendar",
)  # fmt: skip
"""The recorded attributes of a target that a card keeps."""

_DROPPED_ON = (*_KEPT[:12], "alike", "nth", "across", "down")
_LONGEST_NAME = 80


def card_of(
    moment: RecordedStep, recording: str, told: Mapping[str, str] | None = None
) -> StepCardCompiled:
    """The card of a step, with the words that somebody wrote beside its recording."""
    step, words = moment.step, told or {}
    where = _where(moment)
    target: dict[str, Any] = {key: step.target[key] for key in _KEPT if step.target.get(key)}
    target |= _of_action(step)
    target |= {"url": moment.url} if moment.url else {}
    target |= {"primary": words.get("primary") or where}
    target |= {"fallback": other} if (other := words.get("fallback") or _fallback(step)) else {}
    card = StepCardCompiled(
        recording=recording,
        index=step.index,
        expected_current_state=words.get("state") or wording.state_before(moment),
        intent=words.get("intent") or wording.intent(moment, where),
        target=target,
        action_type=step.action_type,
        action_value=step.value,
        post_action=words.get("change") or wording.change(moment),
        after=shown_after(moment),
        sensitive=step.sensitive,
        made_by=BY,
        made_from_sha256="",
    )
    clean = redact_all(card.model_dump()).value
    return StepCardCompiled.model_validate({**clean, "made_from_sha256": digest(clean)})


def card_event(card: StepCardCompiled, project: str | None, before: str = "") -> NewEvent:
    """The event of a card; `before` is the event that it replaces, so that it can come back."""
    key = f"{card.type}:{card.index}:{card.made_from_sha256}:{before}"
    return new(card, project=project, actor=ACTOR, key=key)


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


def _where(moment: RecordedStep) -> str:
    """The target in words: by its attributes, else by the picture of the screen."""
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
    return f"what is marked in {step.pre.name}" if step.pre else "a place that no screenshot shows"


def _fallback(step: Step) -> str:
    """Another description of the target, where one was recorded."""
    target, known = step.target, wording.named(step.target)
    for key in ("placeholder", "text", "test_id"):
        value = target.get(key)
        is_name = isinstance(value, str) and 0 < len(value.strip()) <= _LONGEST_NAME
        if is_name and f'"{value}"' not in known:
            return f'the {wording.sort_of(target)} with the {key.replace("_", " ")} "{value}"'
    return ""


def _of_action(step: Step) -> dict[str, Any]:
    """What a card keeps of an action besides its value: what it needs to be done again."""
    match step.action_type:
        case "CLICK":
            checked = step.details.get("checked")
            return {"checked": checked} if isinstance(checked, bool) else {}
        case "TYPE":
            typed_for = step.details.get("typed_for")
            return {"typed_for": typed_for} if isinstance(typed_for, str) else {}
        case "DRAG":
            onto = step.details.get("to")
            kept = {key: onto[key] for key in _DROPPED_ON
                    if onto.get(key) is not None} if isinstance(onto, dict) else {}  # fmt: skip
            return {"to": kept} if kept else {}
        case "DIALOG" | "CHECK" | "EXTRACT":
            return {key: text for key in ("dialog", "message", "what")
                    if isinstance(text := step.action.get(key), str)}  # fmt: skip
        case _:
            return {}
