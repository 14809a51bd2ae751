"""The checks of `doctor`: one file per topic, each check a function that returns findings.

A new check is a function that returns findings, called in `examine` or below; one of a part or of a
plug-in is registered by `Registry.doctor`. Checks read and never write; what cannot be read is a
finding as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial
from pathlib import Path

from blackboard import Board
from blackboard.errors import BoardReadOnly
from blackboard.plugins import contents
from blackboard.plugins.loading import imported
from lessonboard.bootstrap import App
from lessonboard.doctor import (
    backtest,
    behind,
    board,
    claude,
    codex,
    copilot,
    files,
    guards,
    hook_log,
    hook_server,
    mcp_projects,
    model,
    off,
    packages,
    parts,
    plugins,
    projects,
    queue,
    repository,
    retention,
    transcripts,
    trust,
    use,
    worker,
)
from lessonboard.doctor.diagnosis import Diagnosis

__all__ = ["Diagnosis", "examine"]

_LONG = 20_000
"""Events of a log that takes seconds to fold, which a read-only board does for itself alone."""

_AFTER_A_REBUILD = (
    "those of sessions, lessons and work are left out until the views are rebuilt",
    "`lessonboard admin verify --rebuild` does it now, as would the next command that reads.",
)
_Check = Callable[[], Iterable[Diagnosis]]


def examine(app: App, now: int) -> list[Diagnosis]:
    """Run all checks; a check that fails becomes a finding.

    Args:
        app: the board's path and the settings.
        now: the time in microseconds since 1970.
    """
    return [
        *_guarded("SQLite", lambda: [board.sqlite()]),
        *_guarded("packages", packages.look),
        *(settings := _guarded("settings", lambda: [board.configuration(app)])),
        *_guarded("parts", lambda: parts.look(app)),
        *_guarded("board", lambda: _path_findings(app, now, settings[0].level == "good")),
        *_guarded("Claude Code", lambda: [claude.set_up(Path.cwd())]),
        *_guarded("Codex", lambda: [codex.set_up(Path.cwd())]),
        *_guarded("Copilot CLI", copilot.set_up),
    ]


def _path_findings(app: App, now: int, is_configured: bool) -> Iterable[Diagnosis]:
    if not is_configured:
        yield Diagnosis("board", "note", "not checked, for the settings may say where it is")
        return
    path = app.path
    yield from _guarded("board", lambda: _board_findings(app, path, now))
    yield from _guarded("hook errors", lambda: [hook_log.errors(path, now)])
    yield from _guarded("hook losses", lambda: [hook_log.losses(path, now)])
    yield from _guarded("hook server", lambda: [hook_server.look(path)])
    yield from _guarded("outbox", lambda: [hook_log.outbox(path, now)])


def _board_findings(app: App, path: Path, now: int) -> Iterable[Diagnosis]:
    if not path.exists():
        advice = (
            "`lessonboard init` makes one and registers with your agents; `lessonboard session "
            "import` makes one from the sessions on this machine."
        )
        yield Diagnosis("board", "note", f"there is none yet ({path})", advice)
        yield from _guarded("off", lambda: [off.look(app, None)])
        yield from _guarded("transcripts", lambda: transcripts.compared(app, None, now))
        yield from _guarded("plug-ins", lambda: plugins.look(None, plugins.probed()))
        return
    yield from _guarded("permissions", lambda: files.permissions(path))
    yield from _guarded("disk", lambda: [files.disk(path)])
    try:
        opened = Board.open(path, read_only=True)
    except BoardReadOnly:
        found = f"{path} is empty, or was made by an older lessonboard"
        yield Diagnosis(
            "board", "note", found, "The next command that writes brings it up to date."
        )
        return
    with closing(opened):
        yield from _guarded("board", lambda: board.look(opened, path))
        yield from _guarded("use", lambda: [use.look(opened)])
        if opened.lag() is None and opened.log.head() > _LONG:
            yield Diagnosis("checks", "note", *_AFTER_A_REBUILD)
            return
        yield from _guarded("off", lambda: [off.look(app, opened)])
        yield from _guarded("transcripts", lambda: transcripts.compared(app, opened, now))
        yield from _guarded("sweep", lambda: behind.look(app, opened, now))
        yield from _guarded("retention", lambda: retention.look(app, opened))
        yield from _guarded("worker", lambda: worker.look(path))
        yield from _guarded("work", lambda: queue.look(opened, now))
        yield from _guarded("backtest", lambda: backtest.look(opened))
        yield from _guarded("projects", lambda: projects.look(opened))
        yield from _guarded("guards", lambda: guards.look(opened))
        yield from _guarded("trust", lambda: trust.look(opened))
        yield from _guarded("repository", lambda: repository.look(opened))
        yield from _guarded("MCP", lambda: mcp_projects.look(app, opened))
        yield from _guarded("model", lambda: model.look(app, opened))
        for each in contents.part_entries("doctor"):
            yield from _guarded(each.name, partial(imported(each.value), app, opened))
        probed = plugins.probed()
        yield from _guarded("plug-ins", lambda: plugins.look(opened, probed))
        for each in plugins.checks(probed):
            yield from _guarded(each.name, partial(each.value, app, opened))


def _guarded(what: str, check: _Check) -> list[Diagnosis]:
    """Return a check's findings; a crash becomes a finding, so that the other checks still run."""
    findings = []
    try:
        for finding in check():
            findings.append(finding)  # keeps those from before a crash
    except Exception as error:  # a check must never crash the report
        findings.append(Diagnosis(what, "bad", f"could not be checked: {_message(error)}"))
    return findings


def _message(error: Exception) -> str:
    return str(error) or type(error).__name__
