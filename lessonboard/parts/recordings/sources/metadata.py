"""Read `metadata.json`, with the folder's name as the default for what is missing."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any, NamedTuple

from blackboard.event import micros
from blackboard.redaction.redact import redact
from blackboard.sources.lines import parse
from lessonboard.parts.recordings.sources.manifest import LATEST
from lessonboard.parts.recordings.sources.model import NotARecording, Problem

NAME = "metadata.json"
FORMAT = 2
"""The version of the manifest's lines; 1, without a number, had clicks and keys alone."""

LARGEST = 4 << 20
_NOT_IN_AN_ID = re.compile(r"[^\w.-]+")


class Metadata(NamedTuple):
    """A recording's metadata; `config` holds the recorder's settings."""

    id: str
    name: str
    description: str
    platform: str
    created_at: int | None
    config: dict[str, Any]
    problems: list[Problem]


def read_metadata(folder: Path) -> Metadata:
    """A folder's metadata; a missing or unreadable file is reported, never fatal.

    Raises:
        NotARecording: neither the file nor the folder's name gives an id, or the format is newer.
    """
    known, problem = read_object(folder / NAME)
    version, config = known.get("format"), known.get("config")
    if isinstance(version, int | float) and version > FORMAT:
        found = f"it has the format {version:g}, and only {FORMAT} is known"
        raise NotARecording(folder, found, "upgrade Lessonboard: pip install -U lessonboard")
    here = printable(folder.resolve().name)
    id_ = safe_id(known.get("session_id")) or safe_id(here)
    if not id_:
        advice = f"give it a session_id in its {NAME}"
        raise NotARecording(folder, "neither it nor its metadata has a name", advice)
    return Metadata(
        id_,
        _text(known.get("name"), 300) or here,
        _text(known.get("description"), 8_000),
        _text(known.get("platform"), 100),
        _created_at(known.get("created_at")),
        config if isinstance(config, dict) else {},
        [Problem(None, "metadata", f"{problem}; the folder's name is used")] if problem else [],
    )


def read_object(path: Path) -> tuple[dict[str, Any], str]:
    """The JSON object in a file of a recording, or {} and the problem."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except FileNotFoundError:
        return {}, f"there is no {path.name}"
    except OSError as error:
        return {}, f"{path.name} cannot be read ({error.strerror})"
    known = None if len(raw) > LARGEST else parse(raw)
    return (known, "") if known is not None else ({}, f"{path.name} is no JSON object")


def safe_id(value: object) -> str:
    """A session id that is safe as a folder name, or "".

    >>> safe_id("../evil dir"), safe_id("task004"), safe_id("..")
    ('evil-dir', 'task004', '')
    """
    is_named = isinstance(value, str | int) and not isinstance(value, bool)
    return _NOT_IN_AN_ID.sub("-", str(value)).strip(".-")[:100] if is_named else ""


def printable(text: str) -> str:
    """A text that can be encoded as UTF-8, whatever bytes a file name consists of."""
    return text.encode("utf-8", "replace").decode()


def _created_at(value: object) -> int | None:
    """A time in microseconds, from ISO 8601 or seconds since 1970; None for anything else."""
    if isinstance(value, str):
        try:
            return micros(value)
        except (ValueError, OverflowError):
            return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return round(value * 1_000_000) if 0 <= value <= LATEST else None


def _text(value: object, most: int) -> str:
    """A text without secrets and without invisible characters."""
    if not isinstance(value, str):
        return ""
    seen = "".join(char if char.isprintable() or char == "\n" else " " for char in value)
    return str(redact(seen.strip()[:most]).value)
