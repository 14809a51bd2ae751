"""What `doctor` looks at: one file a topic, each check a function that says what it found.

A new check is a function that gives findings, called in `examine`. Checks read and never write;
what cannot be read is a finding like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

from blackboard import Board
from blackboard.errors import BoardReadOnly
from lessonboard.bootstrap import App
from lessonboard.doctor import (
    board,
    claude,
    codex,
    files,
    hook_log,
    latency,
    off,
    plugins,
    queue,
    transcripts,
)
from lessonboard.doctor.finding import Finding

__all__ = ["Finding", "examine"]

_Check = Callable[[], Iterable[Finding]]


def examine(app: App, now: int) -> list[Finding]:
    """Look at everything; what cannot be looked at is a finding too.

    Args:
        app: which board, which settings.
        now: the time in microseconds since 1970.
    """
    return [
        *_tried("SQLite", lambda: [board.sqlite()]),
        *_tried("configuration", lambda: [board.configuration(app)]),
        *_tried("board", lambda: _of_the_path(app, now)),
        *_tried("Claude Code", lambda: [claude.set_up(Path.cwd())]),
        *_tried("Codex", lambda: [codex.set_up(Path.cwd())]),
        *_tried("hooks", lambda: latency.hooks(now)),
    ]


def _of_the_path(app: App, now: int) -> Iterable[Finding]:
    path = app.path
    yield from _tried("board", lambda: _of_the_board(app, path, now))
    yield from _tried("hook errors", lambda: [hook_log.errors(path, now)])
    yield from _tried("spill file", lambda: [hook_log.spill(path, now)])


def _of_the_board(app: App, path: Path, now: int) -> Iterable[Finding]:
    if not path.exists():
        advice = "Run `lessonboard import` to make it."
        yield Finding("board", "note", f"there is none at {path}", advice)
        yield from _tried("off", lambda: [off.look(app, None)])
        yield from _tried("transcripts", lambda: transcripts.compared(app, None, now))
        yield from _tried("plug-ins", lambda: plugins.look(None))
        return
    yield from _tried("permissions", lambda: files.permissions(path))
    yield from _tried("disk", lambda: [files.disk(path)])
    try:
        opened = Board.open(path, read_only=True)
    except BoardReadOnly:
        found = f"{path} is empty, or was made by an older lessonboard"
        yield Finding("board", "note", found, "The next command that writes brings it up to date.")
        return
    with closing(opened):
        yield from _tried("board", lambda: board.look(opened, path))
        yield from _tried("off", lambda: [off.look(app, opened)])
        yield from _tried("transcripts", lambda: transcripts.compared(app, opened, now))
        yield from _tried("work", lambda: queue.look(opened, now))
        yield from _tried("plug-ins", lambda: plugins.look(opened))


def _tried(what: str, check: _Check) -> list[Finding]:
    """A check's findings; one that stumbles must not keep the others from being told."""
    findings = []
    try:
        for finding in check():
            findings.append(finding)  # those before a failure are kept
    except Exception as error:  # whatever it is, it is told
        findings.append(Finding(what, "bad", f"could not be looked at: {_said(error)}"))
    return findings


def _said(error: Exception) -> str:
    return str(error) or type(error).__name__
