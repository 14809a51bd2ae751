"""Reports of reruns as they lie beside the board: what is in them, and their pictures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import orjson

from blackboard import BoardError, NotFound

_NAME = re.compile(r"[\w.-]{1,120}")
_LARGEST_PICTURE = 20 << 20


_REPORT = {"recording": "", "title": "", "succeeded": False, "verdict": "", "started_at": "",
           "seconds": 0.0, "parameters": {}}  # fmt: skip
_STEP = {"intent": "", "verdict": "", "seconds": 0.0, "found_by": "", "note": "", "reason": "",
         "expected": "", "screenshot": "", "number": 0}  # fmt: skip
"""What a report of another version may lack."""


def exists(board: Path, run: str) -> bool:
    """Whether the report of a run is still there."""
    return bool(run) and _NAME.fullmatch(run) is not None and (_folder(board, run)).is_dir()


def report(board: Path, run: str) -> dict[str, Any]:
    """What a report says.

    Raises:
        NotFound: it is not there any more.
        BoardError: it is none.
    """
    try:
        found = orjson.loads((_folder(board, run) / "report.json").read_bytes())
    except FileNotFoundError as error:
        raise NotFound(f"there is no report of the run {run!r} beside the board") from error
    except (OSError, ValueError) as error:
        raise BoardError(f"could not read the report of {run!r}: {error}") from error
    if not isinstance(found, dict) or not isinstance(found.get("steps"), list):
        raise BoardError(f"could not read the report of {run!r}: it is none of this program")
    steps = [{**_STEP, **step} for step in found["steps"] if isinstance(step, dict)]
    return {**_REPORT, **found, "steps": steps}


def picture(board: Path, run: str, step: str) -> bytes:
    """The screenshot of a step.

    Raises:
        NotFound: there is none.
    """
    if step.isdecimal():
        file = _folder(board, run) / "screenshots" / f"{int(step)}.png"
        if file.is_file() and not file.is_symlink() and file.stat().st_size < _LARGEST_PICTURE:
            return file.read_bytes()
    raise NotFound(f"the run {run!r} has no picture of step {step!r}")


def _folder(board: Path, run: str) -> Path:
    if not _NAME.fullmatch(run) or run in (".", ".."):
        raise NotFound(f"there is no run {run[:60]!r}")
    return board.parent / "reruns" / run
