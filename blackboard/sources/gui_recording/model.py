"""What a recording is: steps, each with what was seen before and after it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from blackboard.errors import BoardError

SECRET = "[secret]"  # noqa: S105 - what stands where one was typed
"""What stands in the place of a typed secret."""

ADDRESS_BAR = {"role": "textbox", "name": "Address bar", "tag": "address-bar"}
"""The target of a typed address that the browser, not the page, was given."""

ActionType = Literal["CLICK", "TYPE", "SCROLL", "KEYPRESS", "DRAG"]
ProblemKind = Literal[
    "metadata", "line", "type", "screenshot", "gap", "order", "end", "release", "stop"
]


class NotARecording(BoardError):
    """A folder or file holds no recording that could be read."""

    def __init__(self, path: Path | str, found: str, advice: str) -> None:
        super().__init__(f"could not read {path} as a recording: {found}; {advice}")
        self.path = str(path)
        self.found = found


@dataclass(frozen=True)
class Problem:
    """Something that was left out or looks wrong, at a manifest line or (None) in the whole."""

    index: int | None
    kind: ProblemKind
    text: str


class Screenshot(NamedTuple):
    """A sound image: its name in the manifest, where it lies, and its hash."""

    name: str
    path: Path
    sha256: str


@dataclass(frozen=True)
class Step:
    """One action of the person who recorded, after cleaning.

    `value` is the text typed (`SECRET` where `sensitive`), the key, "down 3" for scrolling,
    "double", "right" or "middle" for a click that is not a plain one, what a drag ended on.
    `pre` is what was seen when it was done, `post` what was seen next. `details` is what the
    recorder saw of the target. `index` and `last` are the first and last manifest line of it.
    """

    index: int
    action_type: ActionType
    value: str | None
    details: dict[str, Any]
    pre: Screenshot | None
    post: Screenshot | None
    sensitive: bool = False
    kind: str = ""
    action: dict[str, Any] = field(default_factory=dict)
    timestamp: float | None = None
    last: int = 0

    @property
    def target(self) -> dict[str, Any]:
        """What the recorder saw of the thing acted on; empty for recordings of a screen."""
        target = self.details.get("target")
        return target if isinstance(target, dict) else {}


@dataclass(frozen=True)
class Recording:
    """A recording folder as read; `events` counts the manifest's lines before cleaning.

    `end_details` is what the recorder saw of the page at the end, if it told that.
    """

    id: str
    name: str
    description: str
    platform: str
    created_at: int | None
    config: dict[str, Any]
    folder: Path
    steps: tuple[Step, ...]
    end: Screenshot | None
    events: int
    manifest_sha256: str
    screenshots: dict[str, str]
    problems: tuple[Problem, ...] = ()
    end_details: dict[str, Any] = field(default_factory=dict)

    def cleaned_lines(self) -> list[dict[str, Any]]:
        """The manifest of the cleaned recording: a line a step, and the last frame."""
        lines = [_line(each.kind, each.action, each.pre, each.timestamp, each.details)
                 for each in self.steps]  # fmt: skip
        return [*lines, _line("end", {}, self.end, None, {})] if self.end else lines


def _line(
    kind: str,
    action: dict[str, Any],
    shot: Screenshot | None,
    at: float | None,
    details: dict[str, Any],
) -> dict[str, Any]:
    line: dict[str, Any] = {
        "action_type": kind,
        "action_details": action,
        "screenshot": shot and shot.name,
        "voice_clip": None,
        "timestamp": at,
    }
    return {**line, "details": details} if details else line
