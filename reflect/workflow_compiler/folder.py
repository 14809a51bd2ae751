"""The folder `workflows/ID/`: what the events say, as files that people and programs read.

The events are the truth. A file that somebody changed by hand is put aside as `NAME.edited`
before it is written anew; nothing is read back from the folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from blackboard.atomic_file import CannotWrite, sweep, write
from blackboard.digests import sha256
from blackboard.event import iso
from blackboard.events.recording import StepCardCompiled, WorkflowDrafted
from blackboard.private_folder import make_private_folder
from blackboard.sources.gui_recording import Recording, Screenshot, Step
from blackboard.sources.lines import parse
from reflect.workflow_compiler import frames
from reflect.workflow_compiler.card import digest

_WRITTEN = ".written.json"
"""What stands in each file by us: its SHA-256, and the hash of what a screenshot is made from."""

_IMAGES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")

CARDS, DRAFT, WORKFLOW = "step_cards.json", "schema.draft.json", "schema.json"


class File(NamedTuple):
    """A file to be: its name, what its content is made from, and how to make it.

    `made_from` is empty where the content itself says whether it has changed.
    """

    name: str
    made_from: str
    make: Callable[[], bytes]


class Written(NamedTuple):
    """What was done: files put aside because somebody had changed them, and those that failed."""

    put_aside: list[str]
    failed: list[str]


def write_folder(folder: Path, files: Sequence[File]) -> Written:
    """Bring a folder to what the files should be; what is so already is left alone.

    Of files that are ours and not wanted any more only screenshots go away, when there are others.

    Raises:
        CannotWrite: the disk is full, or the folder may not be written.
    """
    _prepare(folder)
    known = _known(folder)
    put_aside: list[str] = []
    failed: list[str] = []
    now: dict[str, list[str]] = {}
    try:
        for file in files:
            try:
                now[file.name] = _bring(folder, file, known.get(file.name), put_aside)
            except frames.Unreadable as error:
                failed.append(str(error))
    finally:
        # Also after a failure: else what was just written would look changed by hand.
        with suppress(CannotWrite):
            write(folder / _WRITTEN, _pretty({**known, **now}))
    kept = {**known, **now}
    if any(_is_shot(file.name) for file in files):
        for name in filter(_is_shot, set(known) - set(now)):
            _remove(folder / name, kept.pop(name))
    write(folder / _WRITTEN, _pretty(kept))
    return Written(put_aside, failed)


def compiled_files(
    cards: Sequence[StepCardCompiled],
    draft: WorkflowDrafted | None,
    workflow: Mapping[str, Any] | None,
) -> Iterator[File]:
    """The files that are made of events alone."""
    listed = [card.model_dump(exclude={"recording"}) for card in cards]
    yield _json_file(CARDS, listed)
    if draft is not None:
        yield _json_file(DRAFT, {**draft.draft, "faults": draft.faults})
    if workflow is not None:
        yield _json_file(WORKFLOW, workflow)


def recording_files(recording: Recording) -> Iterator[File]:
    """The cleaned manifest, the metadata, and the screenshots, marked where was clicked."""
    lines = b"".join(orjson.dumps(line) + b"\n" for line in recording.cleaned_lines())
    yield File("manifest.jsonl", "", lambda: lines)
    created = recording.created_at
    yield _json_file("metadata.json", {
        "session_id": recording.id,
        "name": recording.name,
        "description": recording.description,
        "created_at": None if created is None else iso(created),
        "platform": recording.platform,
        "config": recording.config,
    })  # fmt: skip
    seen: set[str] = set()
    steps = [(step, step.pre) for step in recording.steps]
    for step, shot in [*steps, (None, recording.end)]:
        if shot is not None and shot.name not in seen and _is_shot(shot.name):
            seen.add(shot.name)
            yield _screenshot(recording, step, shot)


def _screenshot(recording: Recording, step: Step | None, shot: Screenshot) -> File:
    screen = frames.screen_of(recording)
    if step is None or not frames.has_mark(step):
        return File(shot.name, digest("copy", shot.sha256), lambda: _copied(shot))
    made_from = digest(frames.VERSION, shot.sha256, step.action, screen)
    return File(shot.name, made_from, lambda: frames.marked(shot, step, screen))


def _copied(shot: Screenshot) -> bytes:
    try:
        return shot.path.read_bytes()
    except OSError as error:
        raise frames.Unreadable(f"{shot.path} cannot be read: {error.strerror}") from error


def _json_file(name: str, value: Any) -> File:
    return File(name, "", lambda: _pretty(value))


def _pretty(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2) + b"\n"


def _prepare(folder: Path) -> None:
    for place in (folder, folder / "screenshots"):
        try:
            make_private_folder(place)
        except OSError as error:
            raise CannotWrite(place, error) from error
        sweep(place)


def _known(folder: Path) -> dict[str, list[str]]:
    """What we wrote the last time, by name; nothing where that cannot be read."""
    try:
        found = parse((folder / _WRITTEN).read_bytes()) or {}
    except OSError:
        return {}
    return {
        name: [str(each) for each in told]
        for name, told in found.items()
        if isinstance(told, list) and len(told) == 2 and _is_inside(name)
    }


def _is_inside(name: str) -> bool:
    """Whether a name can only mean a file of the folder, whoever wrote it there."""
    path = Path(name)
    return bool(path.parts) and ".." not in path.parts and not path.is_absolute()


def _is_shot(name: str) -> bool:
    return Path(name).suffix.lower() in _IMAGES


def _bring(
    folder: Path, file: File, known: Sequence[str] | None, put_aside: list[str]
) -> list[str]:
    """Write one file if it is not what it should be; returns what stands in it now."""
    path = folder / file.name
    found = _digest_of(path)
    is_ours = known is not None and found == known[0]
    if found is not None and is_ours and file.made_from and [found, file.made_from] == known:
        return [found, file.made_from]
    content = file.make()
    wanted = sha256(content).hexdigest()
    if found is not None and found != wanted and not is_ours:
        put_aside.append(_put_aside(path))
    if found != wanted:
        write(path, content)
    return [wanted, file.made_from]


def _put_aside(path: Path) -> str:
    """Keep what somebody has changed under a name of its own; returns that."""
    names = (f"{path.name}.edited{number}" for number in chain([""], map("-{}".format, count(2))))
    aside = next(place for name in names if not (place := path.with_name(name)).exists())
    try:
        path.rename(aside)
    except OSError as error:
        raise CannotWrite(aside, error) from error
    return aside.name


def _digest_of(path: Path) -> str | None:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


def _remove(path: Path, known: Sequence[str]) -> None:
    """Take away a file of ours that nobody has changed."""
    if _digest_of(path) == known[0]:
        with suppress(OSError):
            path.unlink()
