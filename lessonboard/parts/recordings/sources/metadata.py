"""Read `metadata.json`, with the folder's name as the default for what is missing."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any, NamedTuple

from blackboard.event import micros
from blackboard.redaction.redact import redact
from blackboard.sources.lines import parse
from lessonboard.parts.recordings.sources.model import NotARecording, Problem

NAME = "metadata.json"
FORMAT = 2
"""The version of the manifest's lines; 1, without a number, had clicks and keys alone."""

_LONGEST = 4 << 20
_LONGEST_NAME = 300
_LONGEST_DESCRIPTION = 8_000
_NOT_IN_AN_ID = re.compile(r"[^\w.-]+")
_LATEST = 253_402_300_799


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
    known, problem = _load(folder / NAME)
    problems = [Problem(None, "metadata", problem)] if problem else []
    _check_format(folder, known.get("format"))
    here = printable(folder.resolve().name)
    id_ = safe_id(known.get("session_id")) or safe_id(here)
    if not id_:
        advice = f"give it a session_id in its {NAME}"
        raise NotARecording(folder, "neither it nor its metadata has a name", advice)
    description = _text(known, "description", _LONGEST_DESCRIPTION)
    config = known.get("config")
    return Metadata(
        id_,
        _text(known, "name", _LONGEST_NAME) or here,
        description,
        _text(known, "platform", 100),
        created_at(known.get("created_at")),
        config if isinstance(config, dict) else {},
        problems,
    )


def _check_format(folder: Path, version: object) -> None:
    """Refuse a recording of a newer format.

    Raises:
        NotARecording: its lines may mean something else than they did.
    """
    if isinstance(version, int | float) and version > FORMAT:
        found = f"it has the format {version:g}, and only {FORMAT} is known"
        raise NotARecording(folder, found, "upgrade Lessonboard: pip install -U lessonboard")


def safe_id(value: object) -> str:
    """A session id that is safe as a folder name, or "".

    >>> safe_id("../evil dir"), safe_id("task004"), safe_id("..")
    ('evil-dir', 'task004', '')
    """
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return ""
    return _NOT_IN_AN_ID.sub("-", value).strip(".-")[:100]


def printable(text: str) -> str:
    """A text that can be encoded as UTF-8, whatever bytes a file name consists of."""
    return text.encode("utf-8", "replace").decode()


def created_at(value: object) -> int | None:
    """A time in microseconds, from ISO 8601 or seconds since 1970; None for anything else."""
    if isinstance(value, str):
        try:
            value = micros(value) / 1_000_000
        except (ValueError, OverflowError):
            return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return round(value * 1_000_000) if 0 <= value <= _LATEST else None


def _load(path: Path) -> tuple[dict[str, Any], str]:
    try:
        with path.open("rb") as file:
            raw = file.read(_LONGEST + 1)
    except FileNotFoundError:
        return {}, f"there is no {NAME}; the folder's name is used"
    except OSError as error:
        return {}, f"{NAME} cannot be read ({error.strerror}); the folder's name is used"
    known = None if len(raw) > _LONGEST else parse(raw)
    return (known, "") if known is not None else ({}, f"{NAME} is no JSON object")


def _text(known: dict[str, Any], key: str, most: int) -> str:
    """A text without secrets and without invisible characters."""
    value = known.get(key)
    if not isinstance(value, str):
        return ""
    seen = "".join(char if char.isprintable() or char == "\n" else " " for char in value)
    return str(redact(seen.strip()[:most]).value)
