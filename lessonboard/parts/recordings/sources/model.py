"""The data model of a recording: steps, each with the screenshots before and after it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from blackboard.errors import BoardError

ActionType = Literal["CLICK", "TYPE", "SCROLL", "KEYPRESS", "DRAG", "HOVER", "UPLOAD", "DIALOG",
                     "DOWNLOAD", "CHECK", "EXTRACT"]  # fmt: skip
ProblemKind = Literal["metadata", "line", "type", "screenshot", "release", "lost", "omitted"]


class NotARecording(BoardError):
    """A folder or file holds no readable recording."""

    def __init__(self, path: Path | str, found: str, advice: str) -> None:
        super().__init__(f"could not read {path} as a recording: {found}; {advice}")
        self.path = str(path)
        self.found = found


@dataclass(frozen=True)
class Problem:
    """Something that was dropped or looks wrong, at a manifest line or (None) overall.

    "lost" and "type" are actions that are not among the steps, "line" is a damaged line;
    "omitted" is what a converter left out that is no action, such as a wait or an assertion.
    """

    index: int | None
    kind: ProblemKind
    text: str

    @property
    def is_loss(self) -> bool:
        """Whether an action is missing, so that the steps are not the whole task."""
        return self.kind in ("lost", "type", "line")


class Screenshot(NamedTuple):
    """A whole image: its name in the manifest, its path, and its hash."""

    name: str
    path: Path
    sha256: str


@dataclass(frozen=True)
class Step:
    """One user action.

    `value` depends on the kind of action, see `kinds.value_of`. `pre` is the screenshot at the
    action, `post` the next one. `details` are the recorded attributes of page and target, `action`
    the manifest's `action_details`; `index` and `last` are its first and last manifest line.
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
        """The recorded attributes of the target; empty for screen recordings."""
        target = self.details.get("target")
        return target if isinstance(target, dict) else {}


@dataclass(frozen=True)
class Recording:
    """A recording folder as read; `events` counts the manifest lines before cleaning.

    `end_details` are the recorded attributes of the final page, if any; `cards` what was written
    about the steps, by their index: `intent`, `state`, `primary`, `fallback`, `change`.
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
    cards: dict[int, dict[str, str]] = field(default_factory=dict)
