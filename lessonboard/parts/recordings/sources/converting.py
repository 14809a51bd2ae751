"""Convert a file of another tool to recording folders: by the first converter that knows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from blackboard.digests import sha256
from blackboard.event import iso
from blackboard.plugins import contents
from lessonboard.parts.recordings.sources.action import KINDS
from lessonboard.parts.recordings.sources.addresses import refused_address
from lessonboard.parts.recordings.sources.codegen import CODEGEN
from lessonboard.parts.recordings.sources.devtools import DEVTOOLS
from lessonboard.parts.recordings.sources.metadata import safe_id
from lessonboard.parts.recordings.sources.model import NotARecording
from lessonboard.parts.recordings.sources.source_file import (
    Converted,
    Converter,
    SourceFile,
    read_source,
)
from lessonboard.parts.recordings.sources.writing import write_recording

CONVERTERS = (DEVTOOLS, CODEGEN)
"""A new format adds its converter here; a plug-in registers one with `Registry.recording`."""

_ADVICE = (
    "give a recording folder, the JSON that the Recorder of Chrome DevTools exports, or what "
    "`playwright codegen --target=jsonl -o task.jsonl URL` writes; scripts are not read"
)


def convert(file: Path, into: Path) -> list[Path]:
    """Write the recording folders of a file below `into`; an existing one stays as it is.

    The name of a folder derives from its title and content, so a file always gives the same
    recordings.

    Raises:
        NotARecording: the file is in no known format, or has no recording that can be used.
        BoardError: a folder could not be written.
    """
    source = read_source(file)
    known = (each for each in (*CONVERTERS, *added_converters()) if each.sniff(source))
    if (converter := next(known, None)) is None:
        found = "its format is not known" if source.content.strip() else "it is empty"
        raise NotARecording(file, found, _ADVICE)
    recordings = [each for each in converter.convert(source) if _is_usable(source, each)]
    if not recordings:
        found = f"nothing in it is an action on a page ({converter.name})"
        raise NotARecording(file, found, "record the task again")
    return [write_recording(into, _metadata(each), each.lines, each.images) for each in recordings]


def added_converters() -> list[Converter]:
    """The converters of plug-ins."""
    names = {each.name for each in CONVERTERS}
    return contents.values("recording", names, _problem)


def _problem(value: Any) -> str:
    return "" if isinstance(value, Converter) else "is no `Converter`"


def _is_usable(source: SourceFile, converted: Converted) -> bool:
    """Whether a recording has an action.

    Raises:
        NotARecording: it opens an address that is not one of a web page.
    """
    for line in converted.lines:
        if found := refused_address(line["action_details"], line.get("details", {})):
            advice = "only pages of http and https can be recorded; remove that step"
            raise NotARecording(source.path, f"it opens {found}", advice)
    return any(line["action_type"] in KINDS for line in converted.lines)


def _metadata(converted: Converted) -> dict[str, Any]:
    name = (safe_id(converted.title) or "recording")[:60]
    return {
        "session_id": f"{name}-{sha256(converted.seed).hexdigest()[:8]}",
        "name": converted.title,
        "description": "",
        "created_at": iso(converted.created_at),
        "platform": converted.platform,
        "config": converted.config,
    }
