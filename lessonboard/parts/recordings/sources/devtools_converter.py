"""Recognise and convert a file that the Recorder of Chrome DevTools exported as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from lessonboard.parts.recordings.sources.devtools import TYPES, Flow, viewport
from lessonboard.parts.recordings.sources.model import NotARecording
from lessonboard.parts.recordings.sources.source_file import Converted, Converter, SourceFile

_MOST_NAMED = 5


def _sniff(source: SourceFile) -> bool:
    """Whether a file is a flow, or something so much like one that its steps must be judged."""
    flow = source.json
    steps = flow.get("steps") if isinstance(flow, dict) else None
    return isinstance(steps, list) and any(_type(step) in TYPES for step in steps)


def _convert(source: SourceFile) -> Iterator[Converted]:
    flow: dict[str, Any] = source.json
    strange = Counter(_named(_type(step)) for step in flow["steps"] if _type(step) not in TYPES)
    if strange:
        named = ", ".join(f"{name} ({count})" for name, count in strange.most_common(_MOST_NAMED))
        found = (
            f"{strange.total()} of its {len(flow['steps'])} steps are of a type that Chrome "
            f"DevTools does not write: {named}"
        )
        advice = "it seems to be of another tool; export it as a recording of Chrome DevTools"
        raise NotARecording(source.path, found, advice)
    title = flow.get("title")
    yield Converted(
        title=title if isinstance(title, str) and title else source.path.stem,
        lines=Flow().lines(flow),
        seed=source.content,
        config={"source": "chrome-devtools-recorder", "viewport": viewport(flow)},
        created_at=source.modified,
    )


def _type(step: object) -> str:
    kind = step.get("type") if isinstance(step, dict) else None
    return kind if isinstance(kind, str) else ""


def _named(kind: str) -> str:
    return repr(kind[:40]) if kind else "no type"


DEVTOOLS = Converter("Chrome DevTools Recorder", _sniff, _convert)
