"""Validate what a page reports of a user's actions, and turn it into recorded actions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple

import orjson
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from blackboard.redaction.redact import redact
from lessonboard.parts.recordings.key_names import normal
from lessonboard.parts.recordings.secret_fields import is_secret_field
from lessonboard.parts.recordings.shared_names import SECRET

Kind = Literal[
    "click", "double_click", "right_click", "middle_click", "type", "key", "scroll", "drag",
    "hover", "upload",
]  # fmt: skip
"""What a page reports; dialogs and downloads are the browser's."""
Short = Annotated[str, StringConstraints(max_length=4_000)]
_LARGEST_TARGET = 100_000


def _small(target: dict[str, Any]) -> dict[str, Any]:
    """A target of a reasonable size, for a page may report anything."""
    if len(orjson.dumps(target, default=str)) > _LARGEST_TARGET:
        raise ValueError(f"a target of more than {_LARGEST_TARGET} bytes")
    return target


Described = Annotated[dict[str, Any], AfterValidator(_small)]

_NOTCH = 100.0
"""Pixels per notch of a mouse wheel."""


class State(BaseModel):
    """The page-wide state: headings, messages to the user, and focus."""

    headings: list[Short] = []
    messages: list[Short] = []
    focus: Short = ""


class Observation(BaseModel):
    """One user action in a page; `at` is seconds since 1970.

    `field` identifies the field that is acted on. `option_of` is the field for which a click or
    key may choose an option; a `type` that is `chosen` confirms it.
    """

    model_config = ConfigDict(extra="ignore", hide_input_in_errors=True)

    kind: Kind
    at: float
    target: Described = {}
    to: Described = {}
    url: Annotated[str, StringConstraints(max_length=20_000)] = ""
    title: Short = ""
    state: State = State()
    framed: bool = False
    x: float = 0
    y: float = 0
    x2: float = 0
    y2: float = 0
    dx: float = 0
    dy: float = 0
    button: str = "left"
    text: Annotated[str, StringConstraints(max_length=200_000)] = ""
    texts: Annotated[list[Short], Field(max_length=1_000)] = []
    files: Annotated[list[Short], Field(max_length=1_000)] = []
    secret: bool = False
    set: bool = False
    chosen: bool = False
    checked: bool | None = None
    field: str = ""
    option_of: str = ""
    last: float = 0
    keys: list[str] = []


class Frame(NamedTuple):
    """A screenshot (PNG) and when it was shown, in seconds since 1970."""

    at: float
    png: bytes


@dataclass(frozen=True)
class Action:
    """An action as it will be written, with the frame shown before it."""

    kind: Kind | Literal["dialog", "download"]
    at: float
    details: dict[str, Any]
    frame: Frame | None
    action: dict[str, Any] = field(default_factory=dict)
    chosen: bool = False
    option_of: str = ""
    field: str = ""
    last: float = 0
    page: int = 0


def action_of(seen: Observation, frame: Frame | None, page: int) -> tuple[Action, str]:
    """The observed action with its secret removed, and the secret, which is never written."""
    sensitive = seen.kind == "type" and (
        seen.secret or is_secret_field(seen.target) or redact(seen.text).secrets > 0
    )
    cleaned = seen.model_copy(update={"text": SECRET, "texts": []}) if sensitive else seen
    details: dict[str, Any] = {
        "target": cleaned.target, "url": cleaned.url, "title": cleaned.title,
        "state": cleaned.state.model_dump(), "page": page,
    }  # fmt: skip
    more = {
        "to": cleaned.to, "set": cleaned.set, "framed": cleaned.framed, "sensitive": sensitive,
        "fill": cleaned.kind == "type",  # the text is all that the field holds
    }  # fmt: skip
    details.update({key: value for key, value in more.items() if value})
    if cleaned.checked is not None:
        details["checked"] = cleaned.checked
    action = Action(
        cleaned.kind, cleaned.at, details, frame, _manifest_details(cleaned), cleaned.chosen,
        cleaned.option_of, cleaned.field, cleaned.last or cleaned.at, page,
    )  # fmt: skip
    return action, seen.text if sensitive else ""


def _manifest_details(seen: Observation) -> dict[str, Any]:
    """The action's details in the manifest's format."""
    match seen.kind:
        case "type":
            return {"text": seen.text, **({"texts": seen.texts} if len(seen.texts) > 1 else {})}
        case "upload":
            return {"files": seen.files}
        case "hover":
            return {}
        case "key":
            return {"key": normal(seen.keys)}
        case "scroll":
            return {"x": seen.x, "y": seen.y, "dx": seen.dx / _NOTCH, "dy": -seen.dy / _NOTCH}
        case "drag":
            return {"x1": seen.x, "y1": seen.y, "x2": seen.x2, "y2": seen.y2}
        case _:
            return {"button": f"Button.{seen.button}", "x": seen.x, "y": seen.y, "pressed": True}
