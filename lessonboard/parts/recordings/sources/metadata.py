"""Read `metadata.json`, with the folder's name as the default for what is missing."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from blackboard.event import micros
from blackboard.redaction.redact import redact
from blackboard.sources.lines import parse
from lessonboard.parts.recordings.sources.manifest import seconds
from lessonboard.parts.recordings.sources.model import NotARecording, Problem

NAME = "metadata.json"
FORMAT = 2
"""The version of the manifest's lines; 1, without a number, had clicks and keys alone."""

LARGEST = 4 << 20
_NOT_IN_AN_ID = re.compile(r"[^\w.-]+")


def read_metadata(folder: Path, problems: list[Problem]) -> dict[str, Any]:
    """What a folder's metadata says of its `Recording`; a missing or unreadable file is a problem.

    Raises:
        NotARecording: neither the file nor the folder's name gives an id, or the format is newer.
    """
    known, found = _known(folder / NAME)
    if found:
        problems.append(Problem(None, "metadata", f"{found}; the folder's name is used"))
    version, config = known.get("format"), known.get("config")
    if isinstance(version, int | float) and version > FORMAT:
        found = f"it has the format {version:g}, and only {FORMAT} is known"
        raise NotARecording(folder, found, "upgrade Lessonboard: pip install -U lessonboard")
    here = printable(folder.resolve().name)
    id_ = safe_id(known.get("session_id")) or safe_id(here)
    if not id_:
        advice = f"give it a session_id in its {NAME}"
        raise NotARecording(folder, "neither it nor its metadata has a name", advice)
    return {
        "id": id_,
        "name": _text(known.get("name"), 300) or here,
        "description": _text(known.get("description"), 8_000),
        "platform": _text(known.get("platform"), 100),
        "created_at": _created_at(known.get("created_at")),
        "config": config if isinstance(config, dict) else {},
    }


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


def _known(path: Path) -> tuple[dict[str, Any], str]:
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except FileNotFoundError:
        return {}, f"there is no {NAME}"
    except OSError as error:
        return {}, f"{NAME} cannot be read ({error.strerror})"
    known = parse(raw) if len(raw) <= LARGEST else None
    return known or {}, f"{NAME} is no JSON object" if known is None else ""


def _created_at(value: object) -> int | None:
    """A time in microseconds, from ISO 8601 or seconds since 1970; None for anything else."""
    if isinstance(value, str):
        with suppress(ValueError, OverflowError):
            return micros(value)
    at = seconds(value)
    return None if at is None else round(at * 1_000_000)


def _text(value: object, most: int) -> str:
    """A text without secrets and without invisible characters."""
    text = value if isinstance(value, str) else ""
    seen = "".join(char if char.isprintable() or char == "\n" else " " for char in text)
    return str(redact(seen.strip()[:most]).value)
