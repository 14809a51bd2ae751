"""What `doctor` looks at, each check a function that says what it found and what to do."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from typing import Literal, NamedTuple

from blackboard import Board, BoardError
from blackboard.importer import find
from blackboard.storage.sqlite.connection import SQLITE
from lessonboard.bootstrap import App
from lessonboard.discovery import transcript_folders

_MENDED_SQLITE = (3, 51, 3)
_MANY_BEHIND = 50_000


class Finding(NamedTuple):
    """One thing that was looked at."""

    what: str
    level: Literal["good", "note", "bad"]
    found: str
    advice: str = ""


def examine(app: App) -> list[Finding]:
    """Look at everything; what cannot be looked at is a finding too."""
    findings = [_sqlite(), _configuration(app)]
    if not app.path.exists():
        advice = "Run `lessonboard import` to make it."
        return [*findings, Finding("board", "note", f"there is none at {app.path}", advice)]
    try:
        with app.open() as board:
            findings += _board(app, board)
    except BoardError as error:
        findings.append(Finding("board", "bad", str(error)))
    return findings


def _board(app: App, board: Board) -> Iterator[Finding]:
    size = app.path.stat().st_size
    yield Finding("board", "good", f"{app.path}, {board.log.head()} events, {size / 1e6:.1f} MB")
    yield _permissions(app)
    yield _file(board)
    yield _views(board)
    sessions = board.keys("sessions")
    agents = ", ".join(board.values("sessions", "agent")) or "no agent"
    found = f"{len(board.keys('lessons'))} lessons from {len(sessions)} sessions of {agents}"
    yield Finding("memory", "good", found)
    yield _transcripts(app, set(sessions))


def _sqlite() -> Finding:
    version = ".".join(map(str, SQLITE))
    if SQLITE >= _MENDED_SQLITE:
        return Finding("SQLite", "good", version)
    advice = (
        "Versions before 3.51.3 can damage a file when several programs write and checkpoint at "
        "once; lessonboard's own lock prevents that between its processes."
    )
    return Finding("SQLite", "note", version, advice)


def _configuration(app: App) -> Finding:
    try:
        app.config  # noqa: B018  # read for its errors
    except BoardError as error:
        return Finding("configuration", "bad", str(error))
    return Finding("configuration", "good", "every key is known")


def _permissions(app: App) -> Finding:
    mode = stat.S_IMODE(app.path.stat().st_mode)
    if mode & 0o077:
        advice = f"Run: chmod 600 '{app.path}'"
        return Finding("permissions", "bad", f"others may read the board ({mode:o})", advice)
    return Finding("permissions", "good", f"only you may read the board ({mode:o})")


def _file(board: Board) -> Finding:
    faults = board.log.faults()
    if not faults:
        return Finding("file", "good", "SQLite finds no fault in it")
    advice = "Copy the file away; `lessonboard verify` tells whether events are hurt."
    return Finding("file", "bad", faults[0], advice)


def _views(board: Board) -> Finding:
    behind = board.lag()
    if behind is None:
        return Finding("views", "note", "await a rebuild, which the next read does")
    if behind > _MANY_BEHIND:
        return Finding(
            "views", "note", f"{behind} events behind", "The next read will take a while."
        )
    return Finding("views", "good", f"{behind} events behind, made good by the next read")


def _transcripts(app: App, known: set[str]) -> Finding:
    files = list(
        find(folder for folder in transcript_folders(app.config.import_.paths) if folder.is_dir())
    )
    missing = [
        file for file in files if not any(part in known for part in _session_names(file.name))
    ]
    if not files:
        return Finding("transcripts", "note", "Claude Code and Codex keep none on this machine")
    if not missing:
        return Finding("transcripts", "good", f"all {len(files)} on this machine are on the board")
    found = f"{len(missing)} of {len(files)} on this machine are not on the board"
    return Finding("transcripts", "note", found, "Run `lessonboard import`.")


def _session_names(name: str) -> tuple[str, str]:
    """The session ids that a file's name may hold: all of it, or its last 36 characters."""
    stem = name.split(".", maxsplit=1)[0]
    return stem, stem[-36:]
