"""Static pages to publish: the approved lessons and what they did, and nothing else unless asked.

What lessons quote stays at home: symptoms, evidence, sessions, reasons and ids of events are
private until somebody asks for them. Home folders in rules become `~`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from blackboard import Board, BoardError, atomic_file
from blackboard.views.rows import LessonRow
from lessonboard.bootstrap import App
from lessonboard.exclusion import omission
from lessonboard.exporting import registry
from lessonboard.exporting.selection import select
from lessonboard.parts.web import export_sessions
from lessonboard.parts.web.accounts import pool_of_all, shown_account
from lessonboard.parts.web.export_sessions import Conversations, public
from lessonboard.parts.web.rendering import FOLDER, environment, render
from lessonboard.present.text import place_of
from reflect.accounts.ledger import accounts

_REPOSITORY = re.compile(r"[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:/[\w.~-]+)+")
_MARKER = ".lessonboard-pages"
_STATIC = FOLDER.parent / "static"
_OURS = re.compile(r"(?:index|sessions|(?:lesson|session)-[a-z0-9_-]+)\.html|style\.css|icon\.svg")


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
    conversations: Conversations | None = None,
) -> int:
    """Write the pages into a folder of their own; returns how many.

    `command` is what writes them again: `forget` names it. With `conversations` their sessions and
    candidates are written, too, for their owner alone to read.

    Raises:
        BoardError: the folder holds other files, or cannot be written.
    """
    board.catch_up()
    lessons = select(board, projects, ["approved"], with_global=True)
    out = omission(board)
    lessons = [row for row in lessons if not out.why_off(row["project"], None, None)]
    lessons += conversations.candidates if conversations else []
    rows = [_published(row, evidence=evidence) for row in lessons]
    found = zip(rows, accounts(board, [each.row for each in rows]), strict=True)
    pool, settings = pool_of_all(board), app.config.curator
    made = environment()
    made.globals["holds_sessions"] = conversations is not None
    texts = {"index.html": render(made, "export_index.html", {"lessons": rows, "now": 0})}
    for each, account in found:
        shown = shown_account(each.row, account, pool, settings)
        texts[each.file] = render(made, "export_lesson.html", {"each": each, "account": shown})
    more = export_sessions.files(conversations) if conversations else []
    with _replaced(folder, [*texts, *more], is_private=conversations is not None) as write:
        for name, text in texts.items():
            write(name, text.encode())
        if conversations:
            for name, text in export_sessions.pages(board, made, conversations):
                write(name, text.encode("utf-8", "replace"))
    registry.remember(app.path, folder / "index.html", command)
    return len(texts) + len(more)


def _published(row: LessonRow, *, evidence: bool) -> Published:
    details = {"Symptom": row["symptom"], "Cause": row["root_cause"], "Remedy": row["resolution"]}
    private: dict[str, Any] = {"details": details, "quotes": [e["quote"] for e in row["evidence"]]}
    shown = private if evidence else {"details": {}, "quotes": []}
    return Published(
        file=f"{re.sub(r'[^a-z0-9-]', '_', row['id'].lower())}.html",
        rule=public(row["constraint"]),
        place=_public_place(row),
        row=row,
        details={name: public(text) for name, text in shown["details"].items() if text},
        quotes=[public(text) for text in shown["quotes"]],
    )


def _public_place(row: LessonRow) -> str:
    """Where a lesson holds; of what is no repository on a host its last part alone."""
    place = place_of(row["project"], row["scope"])
    if place == place_of(None) or _REPOSITORY.fullmatch(row["project"] or ""):
        return place
    name = re.split(r"[/\\]", public(row["project"] or "").rstrip("/\\"))[-1]
    return name if name not in ("", "~") else "a folder"


@contextmanager
def _replaced(
    folder: Path, names: Sequence[str], *, is_private: bool
) -> Iterator[Callable[[str, bytes], None]]:
    """Have pages written in the place of those of an earlier export; other files are not touched.

    Raises:
        BoardError: the folder holds other files, or cannot be written.
    """
    static = {name: (_STATIC / name).read_bytes() for name in ("style.css", "icon.svg")}

    def write(name: str, content: bytes) -> None:
        atomic_file.write(folder / name, content)  # in the place of a link, never through it
        (folder / name).chmod(0o600 if is_private else 0o644)

    try:
        folder.mkdir(mode=0o700 if is_private else 0o777, parents=True, exist_ok=True)
        earlier, wanted = _earlier(folder), {*names, *static}
        foreign = {path.name for path in folder.iterdir()} - earlier
        if foreign and (not earlier or foreign & wanted):
            raise BoardError(
                f"nothing was written: {folder} holds other files, such as {min(foreign)}; name a "
                "folder of its own"
            )
        for name in earlier - wanted - {_MARKER}:
            (folder / name).unlink(missing_ok=True)
        atomic_file.write(folder / _MARKER, "\n".join([*names, *static]).encode())
        for name, content in static.items():
            write(name, content)
        yield write
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
