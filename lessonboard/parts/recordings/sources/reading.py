"""Read a recording folder: parse, check, clean, and pair each step with its images."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from blackboard.redaction.redact import redact_all
from lessonboard.parts.recordings.sources import images, manifest, metadata
from lessonboard.parts.recordings.sources.action import Action
from lessonboard.parts.recordings.sources.clicks import join_double_clicks, join_presses
from lessonboard.parts.recordings.sources.model import (
    NotARecording,
    Problem,
    Recording,
    Screenshot,
    Step,
)
from lessonboard.parts.recordings.sources.repeats import join_repeats
from lessonboard.parts.recordings.sources.strokes import hide_secrets, join_scrolling, join_typing
from lessonboard.parts.recordings.sources.tail import without_stop
from lessonboard.parts.recordings.sources.values import TYPES, value_of


def read_recording(folder: Path) -> Recording:
    """The cleaned recording in a folder.

    Raises:
        NotARecording: there is no manifest, or it has no actions.
    """
    if not (folder / manifest.NAME).is_file():
        found = f"it has no {manifest.NAME}" if folder.is_dir() else "it is no folder"
        raise NotARecording(folder, found, f"give the folder that holds {manifest.NAME}")
    described = metadata.read_metadata(folder)
    lines = manifest.read_manifest(folder / manifest.NAME)
    problems = [*described.problems, *lines.problems]
    actions = clean(lines.actions, described.config, problems)
    if not actions:
        raise NotARecording(folder, _no_action(lines, problems), "record the task again")
    shots = _Images(folder, problems)
    frames = [shots.look(name, index) for index, name in enumerate(lines.shots)]
    return Recording(
        id=described.id,
        name=described.name,
        description=described.description,
        platform=described.platform,
        created_at=described.created_at or _first_time(lines),
        config=described.config,
        folder=folder.resolve(),
        steps=tuple(_step(action, frames) for action in actions),
        end=next((frame for frame in reversed(frames[actions[-1].last + 1 :]) if frame), None),
        events=len(frames),
        manifest_sha256=lines.sha256,
        screenshots={frame.name: frame.sha256 for frame in frames if frame},
        problems=tuple(sorted(problems, key=_position)),
        end_details=redact_all(lines.end_details).value,
    )


def clean(actions: list[Action], config: dict[str, Any], problems: list[Problem]) -> list[Action]:
    """The actions as a person would describe them; whatever was dropped is added to `problems`."""
    clicked = join_double_clicks(join_presses(actions, problems))
    written = join_scrolling(join_repeats(join_typing(hide_secrets(clicked))))
    return list(hide_secrets(without_stop(written, config, problems)))


class _Images:
    """The images of a folder, each read once."""

    def __init__(self, folder: Path, problems: list[Problem]) -> None:
        self._folder = folder.resolve()
        self._problems = problems
        self._known: dict[str, Screenshot | None] = {}

    def look(self, name: str | None, index: int) -> Screenshot | None:
        """The image that a line names, or None; a problem is reported once."""
        if name is None:
            return None
        if name not in self._known:
            self._known[name] = self._read(name, index)
        return self._known[name]

    def _read(self, name: str, index: int) -> Screenshot | None:
        path = images.inside(self._folder, name)
        sha256, problem = images.digest(path) if path else ("", "lies outside of the folder")
        if path is None or problem:
            text = f"{name[:100]} {problem}; the step is kept without it"
            self._problems.append(Problem(index, "screenshot", text))
            return None
        return Screenshot(name, path, sha256)


def _step(action: Action, frames: list[Screenshot | None]) -> Step:
    after = action.last + 1
    return Step(
        index=action.index,
        action_type=TYPES.get(action.kind, "CLICK"),
        value=value_of(action.kind, action.given, action.details),
        details=redact_all(action.details).value,
        pre=frames[action.index],
        post=frames[after] if after < len(frames) else None,
        sensitive=action.sensitive,
        kind=action.kind,
        action=action.given,
        timestamp=action.timestamp,
        last=action.last,
    )


def _first_time(lines: manifest.Manifest) -> int | None:
    return next((round(at * 1_000_000) for at in lines.times if at is not None), None)


def _position(problem: Problem) -> int:
    """The problem's line; those of the whole recording come first."""
    return -1 if problem.index is None else problem.index


def _no_action(lines: manifest.Manifest, problems: list[Problem]) -> str:
    found = f"none of its {len(lines.shots)} manifest lines holds an action"
    return f"{found} ({problems[-1].text})" if problems else found
