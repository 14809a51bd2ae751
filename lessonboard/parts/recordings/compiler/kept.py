"""What a card keeps of an action besides its value: what it needs to be done again."""

from __future__ import annotations

from typing import Any

from lessonboard.parts.recordings.sources import Step

_DROPPED_ON = ("role", "name", "label", "placeholder", "test_id", "text", "id", "selector",
               "locators", "within", "alike", "nth", "across", "down")  # fmt: skip


def of_action(step: Step) -> dict[str, Any]:
    """The attributes of a step's action, for its card's target.

    CLICK: `checked` where it switches something on or off. TYPE: `typed_for` of a choice, which may
    be empty. DRAG: `to`, with where in it (in percent) it is dropped. DIALOG:
    `dialog` and `message`. CHECK and EXTRACT: `what`.
    """
    match step.action_type:
        case "CLICK":
            checked = step.details.get("checked")
            return {"checked": checked} if isinstance(checked, bool) else {}
        case "TYPE":
            typed_for = step.details.get("typed_for")
            return {"typed_for": typed_for} if isinstance(typed_for, str) else {}
        case "DRAG":
            onto = step.details.get("to")
            kept = {key: onto[key] for key in _DROPPED_ON if onto.get(key) is not None
                    } if isinstance(onto, dict) else {}  # fmt: skip
            return {"to": kept} if kept else {}
        case "DIALOG":
            return _given(step, "dialog", "message")
        case "CHECK" | "EXTRACT":
            return _given(step, "what")
        case _:
            return {}


def _given(step: Step, *keys: str) -> dict[str, Any]:
    return {key: text for key in keys if isinstance(text := step.action.get(key), str)}
