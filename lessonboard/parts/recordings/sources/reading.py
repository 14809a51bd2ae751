"""Read a recording folder: parse, check, clean, and pair each step with its images."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from blackboard.redaction.redact import redact_all
from lessonboard.parts.recordings.sources import manifest, metadata
from lessonboard.parts.recordings.sources.cleaning import clean
from lessonboard.parts.recordings.sources.images import Images
from lessonboard.parts.recordings.sources.kinds import TYPES, value_of
from lessonboard.parts.recordings.sources.model import (
    NotARecording,
    Problem,
    Recording,
    Screenshot,
    Step,
)
from lessonboard.parts.recordings.sources.step_cards import read_cards


def read_recording(folder: Path) -> Recording:
    """The cleaned recording in a folder.

    Raises:
        NotARecording: there is no manifest, or it has no actions.
    """
    if not (folder / manifest.NAME).is_file():
        found = f"it has no {manifest.NAME}" if folder.is_dir() else "it is no folder"
        raise NotARecording(folder, found, f"give the folder that holds {manifest.NAME}")
    problems: list[Problem] = []
    known = metadata.read_metadata(folder, problems)
    lines = manifest.read_manifest(folder / manifest.NAME)
    problems += lines.problems
    cleaned = clean(lines.steps)
    if not cleaned:
        found = f"none of its {len(lines.shots)} manifest lines holds an action"
        found += f" ({problems[-1].text})" if problems else ""
        raise NotARecording(folder, found, "record the task again")
    shots = Images(folder, problems)
    frames = [shots.look(name, index) for index, name in enumerate(lines.shots)]
    steps = tuple(_paired(step, frames) for step in cleaned)
    times = (round(at * 1_000_000) for at in lines.times if at is not None)
    known["created_at"] = known["created_at"] or next(times, None)
    return Recording(
        **known,
        folder=folder.resolve(),
        steps=steps,
        cards=read_cards(folder, steps, problems),
        end=next((frame for frame in reversed(frames[steps[-1].last + 1 :]) if frame), None),
        events=len(frames),
        manifest_sha256=lines.sha256,
        screenshots={frame.name: frame.sha256 for frame in frames if frame},
        problems=tuple(sorted(problems, key=lambda each: -1 if each.index is None else each.index)),
        end_details=redact_all(lines.end_details).value,
    )


def _paired(step: Step, frames: list[Screenshot | None]) -> Step:
    after = step.last + 1
    return replace(
        step,
        action_type=TYPES.get(step.kind, "CLICK"),
        value=value_of(step.kind, step.action, step.details),
        details=redact_all(step.details).value,
        pre=frames[step.index],
        post=frames[after] if after < len(frames) else None,
    )
