"""Write a recording folder atomically, readable by its owner only."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson

from blackboard.errors import BoardError
from blackboard.private_folder import make_private_folder
from blackboard.redaction.redact import redact_all
from lessonboard.parts.recordings.sources import manifest, metadata


def write_recording(
    into: Path,
    known: Mapping[str, Any],
    lines: Iterable[Mapping[str, Any]],
    images: Iterable[tuple[str, bytes]] = (),
) -> Path:
    """Write the folder `into/SESSION_ID`; an existing one stays as it is.

    `known` is the metadata with the `session_id`; lines are written without secrets; images are
    names such as "screenshots/0.png" with their bytes.

    Raises:
        BoardError: the folder could not be written.
    """
    folder = into / str(known["session_id"])
    about = redact_all({"format": metadata.FORMAT, **known}).value
    text = b"".join(orjson.dumps(redact_all(dict(line)).value) + b"\n" for line in lines)
    files = [(manifest.NAME, text), (metadata.NAME, orjson.dumps(about)), *images]
    try:
        into.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".", dir=into) as unfinished:
            draft = Path(unfinished) / folder.name
            make_private_folder(draft / "screenshots")
            draft.chmod(0o700)
            for name, content in files:
                how = os.O_WRONLY | os.O_CREAT | os.O_EXCL
                with os.fdopen(os.open(draft / name, how, 0o600), "wb") as file:
                    file.write(content)
            if not folder.exists():
                draft.rename(folder)
    except OSError as error:
        if folder.is_dir():  # another process was first
            return folder
        raise BoardError(
            f"could not write {folder}: {error.strerror}; nothing was kept, fix that and run the "
            "same command again, or choose another folder with --to"
        ) from error
    return folder
