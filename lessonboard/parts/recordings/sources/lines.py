"""Build the manifest lines that converters write."""

from __future__ import annotations

from typing import Any

from lessonboard.parts.recordings.sources.action import UNSUPPORTED
from lessonboard.parts.recordings.sources.model import SECRET
from lessonboard.parts.recordings.sources.sensitive import is_secret_field

Record = dict[str, Any]

_LONGEST_URL = 2_000


def line(kind: str | None, given: Record, details: Record | None = None) -> Record:
    """One manifest line."""
    record: Record = {"action_type": kind, "action_details": given}
    if details:
        url = details.get("url")
        short = {"url": url[:_LONGEST_URL]} if isinstance(url, str) else {}
        record["details"] = {**details, **short}
    return record


def typed(text: str, details: Record, *, fill: bool = True) -> Record:
    """A line for typing; text for a secret field is replaced."""
    is_secret = is_secret_field(details.get("target", {}))
    more = {"fill": fill, **({"sensitive": True} if is_secret else {})}
    return line("type", {"text": SECRET if is_secret else text}, {**details, **more})


def chosen(options: list[str], details: Record) -> Record:
    """A line for a choice from a list, of one option or several."""
    made = typed("\n".join(options), details)
    if len(options) < 2 or made["details"].get("sensitive"):
        return made
    return {**made, "action_details": {"texts": options}}


def upload(files: object, details: Record, where: str) -> Record:
    """A line for files that are chosen, by their names; `lost` where there are none."""
    named = files if isinstance(files, list) else []
    if not named or not all(isinstance(each, str) and each for each in named):
        return lost(f"{where} chooses files that it does not name", details)
    names = [each.replace("\\", "/").rpartition("/")[2] for each in named]
    return line("upload", {"files": names}, details)


def lost(text: str, details: Record | None = None) -> Record:
    """A line for an action of the source that no manifest line can express: a problem `lost`."""
    return line(UNSUPPORTED, {"text": text, "loss": True}, details)


def omitted(text: str, details: Record | None = None) -> Record:
    """A line for something else that is left out, such as a wait: a problem `omitted`."""
    return line(UNSUPPORTED, {"text": text, "loss": False}, details)
