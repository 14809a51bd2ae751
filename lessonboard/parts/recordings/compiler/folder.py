"""The folder `workflows/ID/`: a projection of the events into files.

The events are the source of truth. A file that somebody edited is renamed to `NAME.edited` before
it is written again. Only `workflow.yaml` is read back: see
`lessonboard/parts/recordings/workflow_file/folder.py`.
"""

from __future__ import annotations

import csv
import io
import re
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
from blackboard.sources.lines import parse
from lessonboard.parts.recordings.compiler import frames
from lessonboard.parts.recordings.compiler.card import digest
from lessonboard.parts.recordings.sources import Recording, Screenshot, Step

_WRITTEN = ".written.json"
"""For each file that we wrote: its SHA-256, and the hash of a screenshot's input."""

_UNSAFE = re.compile(r"[^\w.-]")
_IMAGES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")

CARDS, DRAFT, WORKFLOW = "step_cards.json", "schema.draft.json", "schema.json"
EACH = "each.csv"


class File(NamedTuple):
    """A file to write: its name, the hash of its input, and how to make it.

    `made_from` is empty where the content itself shows whether it changed.
    """

    name: str
    made_from: str
    make: Callable[[], bytes]


class Written(NamedTuple):
    """The edited files that were kept beside the new ones, and those that failed."""

    put_aside: list[str]
    failed: list[str]


def write_folder(folder: Path, files: Sequence[File]) -> Written:
    """Write the files that differ from the folder's.

    Our own files that are no longer needed stay, except for outdated screenshots.

    Raises:
        CannotWrite: the disk is full, or the folder is not writable.
    """
    _prepare(folder)
    known = _known(folder)
    put_aside: list[str] = []
    failed: list[str] = []
    now: dict[str, list[str]] = {}
    try:
        for file in files:
            try:
                now[file.name] = _update(folder, file, known.get(file.name), put_aside)
            except frames.Unreadable as error:
                failed.append(str(error))
    finally:
        # Also after a failure, or the files just written would look edited by hand.
        with suppress(CannotWrite):
            write(folder / _WRITTEN, _pretty({**known, **now}))
    kept = {**known, **now}
    if any(_is_shot(file.name) for file in files):
        for name in filter(_is_shot, set(known) - set(now)):
            _remove(folder / name, kept.pop(name))
    write(folder / _WRITTEN, _pretty(kept))
    return Written(put_aside, failed)


def folder_of(workflows: Path, recording: str) -> Path:
    """The folder of a recording's workflow."""
    return workflows / _UNSAFE.sub("_", recording)


def written_entry(folder: Path, name: str) -> tuple[str, str]:
    """The SHA-256 of a file as we wrote it last, and what it was made from; empty if unknown."""
    found = _known(folder).get(name, ["", ""])
    return found[0], found[1]


def remember_written(folder: Path, name: str, content: bytes, made_from: str) -> None:
    """Note that a file is as it should be.

    Raises:
        CannotWrite: the folder is not writable.
    """
    entry = {name: [sha256(content).hexdigest(), made_from]}
    write(folder / _WRITTEN, _pretty({**_known(folder), **entry}))


def compiled_files(
    cards: Sequence[StepCardCompiled],
    draft: WorkflowDrafted | None,
    workflow: Mapping[str, Any] | None,
) -> Iterator[File]:
    """The files made from events alone."""
    listed = [card.model_dump(exclude={"recording"}) for card in cards]
    yield _json_file(CARDS, listed)
    if draft is not None:
        yield _json_file(DRAFT, {**draft.draft, "faults": draft.faults})
    if workflow is not None:
        yield _json_file(WORKFLOW, workflow)
        rows = (workflow.get("loop") or {}).get("rows") or []
        if rows:
            yield File(EACH, "", lambda: _csv(rows))


def _csv(rows: Sequence[Mapping[str, str]]) -> bytes:
    """The values of each round of a loop, for `recording run --each`."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def recording_files(recording: Recording) -> Iterator[File]:
    """The cleaned manifest, the metadata, and the screenshots with click marks."""
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
    """The files that we wrote last time, by name; empty if unreadable."""
    try:
        written = parse((folder / _WRITTEN).read_bytes()) or {}
    except OSError:
        return {}
    return {
        name: [str(item) for item in entry]
        for name, entry in written.items()
        if isinstance(entry, list) and len(entry) == 2 and _is_inside(name)
    }


def _is_inside(name: str) -> bool:
    """Whether a name stays inside the folder, even if the list was tampered with."""
    path = Path(name)
    return bool(path.parts) and ".." not in path.parts and not path.is_absolute()


def _is_shot(name: str) -> bool:
    return Path(name).suffix.lower() in _IMAGES


def _update(
    folder: Path, file: File, known: Sequence[str] | None, put_aside: list[str]
) -> list[str]:
    """Write one file if it differs, and return its entry."""
    path = folder / file.name
    existing = _digest_of(path)
    is_ours = known is not None and existing == known[0]
    if existing is not None and is_ours and file.made_from and [existing, file.made_from] == known:
        return [existing, file.made_from]
    content = file.make()
    wanted = sha256(content).hexdigest()
    if existing is not None and existing != wanted and not is_ours:
        put_aside.append(_put_aside(path))
    if existing != wanted:
        write(path, content)
    return [wanted, file.made_from]


def _put_aside(path: Path) -> str:
    """Rename an edited file, and return its new name."""
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
    """Delete a generated file unless it was edited."""
    if _digest_of(path) == known[0]:
        with suppress(OSError):
            path.unlink()
