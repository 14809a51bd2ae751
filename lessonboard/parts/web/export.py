"""Static pages to publish: the approved lessons and what they did, and nothing else unless asked.

What lessons quote stays at home: symptoms, evidence, sessions, reasons and ids of events are
private until somebody asks for them. Home folders in rules become `~`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from blackboard import Board, BoardError, atomic_file
from blackboard.redaction.homes import without_homes
from blackboard.redaction.redact import redact
from blackboard.views.rows import LessonRow
from lessonboard.bootstrap import App
from lessonboard.exporting import registry
from lessonboard.exporting.selection import select
from lessonboard.parts.web.accounts import pool_of_all, shown_account
from lessonboard.parts.web.rendering import FOLDER, environment, render
from lessonboard.present.text import place_of
from reflect.accounts.ledger import accounts

_REPOSITORY = re.compile(r"[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:/[\w.~-]+)+")
_MARKER = ".lessonboard-pages"
_STATIC = FOLDER.parent / "static"
_OURS = re.compile(r"(?:index|lesson-[a-z0-9_-]+)\.html|style\.css|icon\.svg")


class Published(NamedTuple):
    """A lesson as it leaves; what is private is empty."""

    file: str
    rule: str
    place: str
    row: LessonRow
    details: dict[str, str]
    quotes: list[str]


def export(
    app: App,
    board: Board,
    folder: Path,
    projects: Sequence[str] | None,
    *,
    command: Sequence[str],
    evidence: bool = False,
) -> int:
    """Write the pages into a folder of their own; returns how many.

    `command` is what writes them again: `forget` names it.

    Raises:
        BoardError: the folder holds other files, or cannot be written.
    """
    board.catch_up()
    rows = [_published(row, evidence=evidence)
            for row in select(board, projects, ["approved"], with_global=True)]  # fmt: skip
    found = zip(rows, accounts(board, [each.row for each in rows]), strict=True)
    pool, settings = pool_of_all(board), app.config.curator
    made = environment()
    texts = {"index.html": render(made, "export_index.html", {"lessons": rows, "now": 0})}
    for each, account in found:
        shown = shown_account(each.row, account, pool, settings)
        texts[each.file] = render(made, "export_lesson.html", {"each": each, "account": shown})
    _write(folder, texts)
    registry.remember(app.path, folder / "index.html", command)
    return len(texts)


def _published(row: LessonRow, *, evidence: bool) -> Published:
    details = {"Symptom": row["symptom"], "Cause": row["root_cause"], "Remedy": row["resolution"]}
    private: dict[str, Any] = {"details": details, "quotes": [e["quote"] for e in row["evidence"]]}
    shown = private if evidence else {"details": {}, "quotes": []}
    return Published(
        file=f"{re.sub(r'[^a-z0-9-]', '_', row['id'].lower())}.html",
        rule=_public(row["constraint"]),
        place=_public_place(row),
        row=row,
        details={name: _public(text) for name, text in shown["details"].items() if text},
        quotes=[_public(text) for text in shown["quotes"]],
    )


def _public(text: str) -> str:
    """A text without secrets and the names of home folders.

    >>> _public("Use /home/ada/kite/run.sh"), _public(r"C:\\Users\\Ada King\\kite")
    ('Use ~/kite/run.sh', '~\\\\kite')
    """
    return without_homes(redact(text).value, str(Path.home()))


def _public_place(row: LessonRow) -> str:
    """Where a lesson holds; of what is no repository on a host its last part alone."""
    place = place_of(row["project"], row["scope"])
    if place == place_of(None) or _REPOSITORY.fullmatch(row["project"] or ""):
        return place
    name = re.split(r"[/\\]", _public(row["project"] or "").rstrip("/\\"))[-1]
    return name if name not in ("", "~") else "a folder"


def _write(folder: Path, texts: dict[str, str]) -> None:
    """Put the pages in the place of those of an earlier export; other files are not touched."""
    contents = {name: text.encode() for name, text in texts.items()}
    contents |= {name: (_STATIC / name).read_bytes() for name in ("style.css", "icon.svg")}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        earlier = _earlier(folder)
        foreign = {path.name for path in folder.iterdir()} - earlier
        if foreign and (not earlier or foreign & contents.keys()):
            raise BoardError(
                f"nothing was written: {folder} holds other files, such as {min(foreign)}; name a "
                "folder of its own"
            )
        for name in earlier - contents.keys() - {_MARKER}:
            (folder / name).unlink(missing_ok=True)
        atomic_file.write(folder / _MARKER, "\n".join(contents).encode())
        for name, content in contents.items():
            atomic_file.write(folder / name, content)  # in the place of a link, never through it
            (folder / name).chmod(0o644)
    except OSError as error:
        raise BoardError(f"could not write to {folder}: {error.strerror}") from error


def _earlier(folder: Path) -> set[str]:
    """The files of the export before, with the one that lists them; nothing where there was none.

    A list that is a link is somebody else's, and a name in it may be that of a page alone.
    """
    marker = folder / _MARKER
    if marker.is_symlink() or not marker.is_file():
        return set()
    listed = marker.read_bytes().decode(errors="replace").splitlines()
    return {_MARKER, *(name for name in listed if _OURS.fullmatch(name))}
