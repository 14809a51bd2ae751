"""Whether a workflow can be run in a browser, as far as its document says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def why_not_runnable(document: Mapping[str, Any]) -> str:
    """What a run of a workflow would refuse; empty where it is nothing.

    >>> step = {"do": "click", "what": "Click what is marked in 1.png."}
    >>> why_not_runnable({"format": 3, "title": "Empty the bin", "steps": [step]})
    'it was recorded outside of web pages: it has no address at which it begins'
    """
    from lessonboard.parts.recordings.workflow.checks import checked

    if not document.get("start") and not any("page" in step for step in document.get("steps", ())):
        return "it was recorded outside of web pages: it has no address at which it begins"
    _, problems = checked(document, accepted=document)
    if not problems:
        return ""
    path, text = problems[0]
    number = path[1] + 1 if len(path) > 1 and path[0] == "steps" and isinstance(path[1], int) else 0
    return f"step {number}: {text}" if number else text
