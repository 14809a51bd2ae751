"""Reports of reruns as they lie beside the board: what is in them, and their pictures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import orjson
from pydantic import BaseModel, ValidationError

from blackboard import BoardError, NotFound
from lessonboard.places import RERUNS

_NAME = re.compile(r"[\w.-]{1,120}")
_LARGEST_PICTURE = 20 << 20
_MOST_DATA = 2_000


class Seen(BaseModel):
    """What a page showed instead."""

    url: str = ""
    title: str = ""
    refused: str = ""
    headings: list[str] = []
    candidates: list[str] = []


class Problem(BaseModel):
    """What was expected and not found."""

    reason: str = ""
    expected: str = ""
    seen: Seen = Seen()


class Step(Problem):
    """A step of a run."""

    number: int
    intent: str = ""
    verdict: str = ""
    seconds: float = 0.0
    found_by: str = ""
    note: str = ""
    screenshot: str | None = None
    extracted: Any = None

    @property
    def read(self) -> str:
        """What the step has read, as JSON; empty where it read nothing."""
        return "" if self.extracted is None else orjson.dumps(self.extracted).decode()[:_MOST_DATA]


class Report(BaseModel):
    """A run that is over."""

    recording: str = ""
    title: str = ""
    succeeded: bool = False
    verdict: str = ""
    outcome: str = ""
    started_at: str = ""
    seconds: float = 0.0
    parameters: dict[str, str] = {}
    steps: list[Step]
    missed: Problem | None = None


def exists(board: Path, run: str) -> bool:
    """Whether the report of a run is still there."""
    return _NAME.fullmatch(run) is not None and (folder(board, run) / "report.json").is_file()


def report(board: Path, run: str) -> Report:
    """What a report says.

    Raises:
        NotFound: it no longer exists.
        BoardError: it is none.
    """
    try:
        return Report.model_validate_json((folder(board, run) / "report.json").read_bytes())
    except FileNotFoundError as error:
        raise NotFound(f"there is no report of the run {run!r} beside the board") from error
    except (OSError, ValidationError) as error:
        raise BoardError(
            f"could not read the report of {run!r}: it is none of this program"
        ) from error


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
