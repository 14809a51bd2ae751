"""Writing a recording folder: readable by its owner alone, and whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson

from blackboard.errors import BoardError
from blackboard.redaction.redact import redact_all
from blackboard.sources.gui_recording import manifest, metadata

Image = tuple[str, bytes]


def write_recording(
    into: Path,
    known: Mapping[str, Any],
    lines: Iterable[Mapping[str, Any]],
    images: Iterable[Image] = (),
) -> Path:
    """Write the folder `into/SESSION_ID`; one that is there already is left as it is.

    Args:
        into: the folder of all recordings, made where it is missing.
        known: the metadata; its `session_id` names the folder.
        lines: the manifest's, from which secrets are taken out.
        images: names such as "screenshots/0.png" with their bytes.

    Raises:
        BoardError: it could not be written.
    """
    folder = into / str(known["session_id"])
    if folder.exists():
        return folder
    try:
        into.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".", dir=into) as unfinished:
            made = Path(unfinished) / folder.name
            _write(made, known, lines, images)
            _move(made, folder)
    except OSError as error:
        raise BoardError(
            f"could not write {folder}: {error.strerror}; nothing was kept, mend that and run the "
            "same command again, or choose another folder with --to"
        ) from error
    return folder


def _write(
    made: Path,
    known: Mapping[str, Any],
    lines: Iterable[Mapping[str, Any]],
    images: Iterable[Image],
) -> None:
    (made / "screenshots").mkdir(parents=True, mode=0o700)
    made.chmod(0o700)
    for name, content in images:
        _private(made / name, content)
    told = b"".join(orjson.dumps(redact_all(dict(line)).value) + b"\n" for line in lines)
    _private(made / manifest.NAME, told)
    about = redact_all(dict(known)).value
    _private(made / metadata.NAME, orjson.dumps(about, option=orjson.OPT_INDENT_2))


def _private(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)


def _move(made: Path, folder: Path) -> None:
    """Put the folder in its place, unless another process was faster with the same."""
    try:
        made.rename(folder)
    except OSError:
        if not folder.is_dir():
            raise
        shutil.rmtree(made)
