"""Reports of reruns as they lie beside the board: what is in them, and their pictures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import orjson

from blackboard import BoardError, NotFound
from lessonboard.places import RERUNS

_NAME = re.compile(r"[\w.-]{1,120}")
_LARGEST_PICTURE = 20 << 20
_MOST_DATA = 2_000


_SEEN = {"url": "", "title": "", "refused": ""}
_REPORT = {"recording": "", "title": "", "succeeded": False, "verdict": "", "started_at": "",
           "seconds": 0.0, "parameters": {}}  # fmt: skip
_STEP = {"intent": "", "verdict": "", "seconds": 0.0, "found_by": "", "note": "", "reason": "",
         "expected": "", "screenshot": "", "number": 0}  # fmt: skip
"""What a report of another version may lack."""


def exists(board: Path, run: str) -> bool:
    """Whether the report of a run is still there."""
    return (
        bool(run)
        and _NAME.fullmatch(run) is not None
        and (folder(board, run) / "report.json").is_file()
    )


def report(board: Path, run: str) -> dict[str, Any]:
    """What a report says.

    Raises:
        NotFound: it no longer exists.
        BoardError: it is none.
    """
    try:
        found = orjson.loads((folder(board, run) / "report.json").read_bytes())
    except FileNotFoundError as error:
        raise NotFound(f"there is no report of the run {run!r} beside the board") from error
    except (OSError, ValueError) as error:
        raise BoardError(f"could not read the report of {run!r}: {error}") from error
    if not isinstance(found, dict) or not isinstance(found.get("steps"), list):
        raise BoardError(f"could not read the report of {run!r}: it is none of this program")
    steps = [_problem(step, _STEP) for step in found["steps"] if isinstance(step, dict)]
    missed = found.get("missed")
    return {
        **_whole(found, _REPORT),
        "steps": steps,
        "missed": _problem(missed, _STEP) if isinstance(missed, dict) else None,
    }


def _problem(found: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """A step, or an end, with what was seen there and what was read."""
    seen = found.get("seen")
    given: dict[str, Any] = seen if isinstance(seen, dict) else {}
    lists = {name: [str(each) for each in listed] for name in ("headings", "candidates")
             if isinstance(listed := given.get(name, []), list)}  # fmt: skip
    read = found.get("extracted")
    return {
        **_whole(found, known),
        "seen": {"headings": [], "candidates": [], **_whole(given, _SEEN), **lists},
        "extracted": "" if read is None else orjson.dumps(read).decode()[:_MOST_DATA],
    }


def _whole(found: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """What is known of a part, each value of the type that it should have."""
    return {name: _as(type(default), found.get(name), default) for name, default in known.items()}


def _as(kind: type[Any], value: Any, default: Any) -> Any:
    if kind is float and isinstance(value, int):
        return float(value)
    if kind is str and value is not None and not isinstance(value, str):
        return str(value)
    return value if isinstance(value, kind) else default


def picture(board: Path, run: str, step: str) -> bytes:
    """The screenshot of a step.

    Raises:
        NotFound: there is none.
    """
    if re.fullmatch(r"[0-9]{1,6}", step):
        file = (folder(board, run) / "screenshots" / f"{int(step)}.png").resolve()
        is_ours = file.is_relative_to((board.parent / RERUNS).resolve())
        if is_ours and file.is_file() and file.stat().st_size < _LARGEST_PICTURE:
            return file.read_bytes()
    raise NotFound(f"the run {run!r} has no picture of step {step!r}")


def folder(board: Path, run: str) -> Path:
    """The folder of a run.

    Raises:
        NotFound: that is no name of a run.
    """
    if not _NAME.fullmatch(run) or run in (".", ".."):
        raise NotFound(f"there is no run {run[:60]!r}")
    return board.parent / RERUNS / run
