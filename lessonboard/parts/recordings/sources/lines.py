"""Build the manifest lines that converters write."""

from __future__ import annotations

from typing import Any

from lessonboard.parts.recordings.secret_fields import is_secret_field
from lessonboard.parts.recordings.shared_names import SECRET
from lessonboard.parts.recordings.sources.action import UNSUPPORTED

Record = dict[str, Any]

_LONGEST_URL = 2_000


def line(kind: str | None, given: Record, details: Record | None = None) -> Record:
    """One manifest line."""
    known = details or {}
    url = known.get("url")
    short = {"url": url[:_LONGEST_URL]} if isinstance(url, str) else {}
    return {"action_type": kind, "action_details": given, "details": {**known, **short}}


def typed(text: str, details: Record, *, fill: bool = True) -> Record:
    """A line for typing, of the whole value of a field if `fill`; that of a secret is replaced."""
    is_secret = is_secret_field(details.get("target", {}))
    more = {"fill": fill, **({"sensitive": True} if is_secret else {})}
    return line("type", {"text": SECRET if is_secret else text}, {**details, **more})


def chosen(options: list[str], details: Record) -> Record:
    """A line for a choice from a list, of one option or several."""
    made = typed("\n".join(options), details)
    is_one = len(options) == 1 or "sensitive" in made["details"]
    return made if is_one else {**made, "action_details": {"texts": options}}


def lost(text: str, details: Record | None = None) -> Record:
    """A line for an action of the source that no manifest line can express: a problem `lost`."""
    return line(UNSUPPORTED, {"text": text, "loss": True}, details)


def omitted(text: str) -> Record:
    """A line for something else that is left out, such as a wait: a problem `omitted`."""
    return line(UNSUPPORTED, {"text": text, "loss": False})
