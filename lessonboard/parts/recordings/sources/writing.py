"""Write a recording folder atomically, readable by its owner only."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson

from blackboard.errors import BoardError
from blackboard.private_folder import make_private_folder
from blackboard.redaction.redact import redact_all
from lessonboard.parts.recordings.sources import manifest, metadata

Image = tuple[str, bytes]


def write_recording(
    into: Path,
    known: Mapping[str, Any],
    lines: Iterable[Mapping[str, Any]],
    images: Iterable[Image] = (),
) -> Path:
    """Write the folder `into/SESSION_ID`; an existing one stays as it is.

    Args:
        into: the folder of all recordings, created if missing.
        known: the metadata; its `session_id` names the folder.
        lines: the manifest's lines, written without secrets.
        images: names such as "screenshots/0.png" with their bytes.

    Raises:
        BoardError: the folder could not be written.
    """
    folder = into / str(known["session_id"])
    if folder.exists():
        return folder
    try:
        into.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".", dir=into) as unfinished:
            draft = Path(unfinished) / folder.name
            _write(draft, known, lines, images)
            _move(draft, folder)
    except OSError as error:
        raise BoardError(
            f"could not write {folder}: {error.strerror}; nothing was kept, fix that and run the "
            "same command again, or choose another folder with --to"
        ) from error
    return folder


def _write(
    draft: Path,
    known: Mapping[str, Any],
    lines: Iterable[Mapping[str, Any]],
    images: Iterable[Image],
) -> None:
    make_private_folder(draft / "screenshots")
    draft.chmod(0o700)
    for name, content in images:
        _private(draft / name, content)
    manifest_lines = b"".join(orjson.dumps(redact_all(dict(line)).value) + b"\n" for line in lines)
    _private(draft / manifest.NAME, manifest_lines)
    about = redact_all({"format": metadata.FORMAT, **known}).value
    _private(draft / metadata.NAME, orjson.dumps(about, option=orjson.OPT_INDENT_2))


def _private(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)


def _move(draft: Path, folder: Path) -> None:
    """Move the folder into place, unless another process created it first."""
    try:
        draft.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
        shutil.rmtree(draft)
