"""The one validator of workflows: what is wrong with a document, of a file or of an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lessonboard.parts.recordings.workflow import rules
from lessonboard.parts.recordings.workflow.keys import FORMAT
from lessonboard.parts.recordings.workflow.shape import Fault, shaped, shown


def checked(
    value: object, recording: str = "", accepted: Mapping[str, Any] | None = None
) -> tuple[dict[str, Any], list[Fault]]:
    """The document of a parsed file or of an event, and what is wrong with it.

    A document without faults is accepted by every run: `planning.made` makes a plan of it.

    Args:
        value: as parsed.
        recording: whose workflow it must be; "" for any.
        accepted: a document that a person accepted; its texts are not checked for secrets again.
    """
    stated = value.get("format") if isinstance(value, Mapping) else None
    if stated is not None and str(stated) != str(FORMAT):
        return {}, [(("format",), _format(stated))]
    document, found = shaped(value)
    if recording and document.get("recording", recording) != recording:
        found.append((("recording",), f"this is the file of another recording, not {recording}"))
    return document, [*found, *rules.faults(document, accepted or {})]


def _format(given: object) -> str:
    is_newer = str(given).isdecimal() and float(str(given)) > FORMAT  # int() refuses 4,301 digits
    advice = "install a newer lessonboard" if is_newer else "reflect on the recording again"
    return f"it has the format {shown(str(given))}, and format {FORMAT} is read: {advice}"
