"""`lessonboard status-line`: what an agent shows below its input, asked for many times a minute.

It opens the board as hooks do, waits for nobody, and writes nothing. Claude Code tells on standard
input which session and folder it is (https://code.claude.com/docs/en/statusline).
"""

from __future__ import annotations

import os
import select
import sys

from blackboard.errors import BoardError
from blackboard.sources.exclusion import decision_keys, is_off_here
from blackboard.sources.repository import project_of
from blackboard.storage.hook_board import HookBoard
from blackboard.storage.hook_guards import next_step
from blackboard.storage.sqlite_json import Json
from lessonboard.hooks.off import cache_path, why_off

_PATIENCE = 0.05
_WAIT = 0.2
"""Seconds for what is told, where standard input is a pipe that says nothing."""

_LONGEST = 1 << 20
_LONGEST_FOLDER = 4_096
_SESSION = ("session_id",)
_FOLDERS = (("workspace", "project_dir"), ("workspace", "current_dir"), ("cwd",))


def main(board: str, config: str) -> None:
    """Print one line, whatever is told and however the board is."""
    session, folder = _told()
    line = _line(board, config, session, folder or os.getcwd())
    sys.stdout.write(f"{line}\n")


def _line(path: str, config: str, session: str, folder: str) -> str:
    project = project_of(folder)
    if is_off_here() or why_off(config, project, folder, cache_path(path)):
        return "lessonboard: off here"
    if not os.path.exists(path):
        return "lessonboard: no board yet"
    try:
        board = HookBoard(path, _PATIENCE)
        if board.is_off(decision_keys(project, session), project):
            return "lessonboard: off here"
        told, waiting = len(board.delivered(session)), board.waiting(project)
        step = next_step(board, project)
    except BoardError:
        return "lessonboard: run `lessonboard doctor`"
    parts = [f"{told} told"] if told else []
    parts += [f"{waiting} to review"] if waiting else []
    parts += [f"`lessonboard {step}`?"] if step else []
    return f"lessonboard: {', '.join(parts) or 'on'}"


def _told() -> tuple[str, str]:
    """The session and the folder; empty where nothing is told, or no JSON."""
    if sys.stdin is None or os.isatty(0):
        return "", ""
    if not select.select([0], [], [], _WAIT)[0]:
        return "", ""
    text = os.read(0, _LONGEST).decode("utf-8", "replace")
    try:
        session, *folders = Json().fields(text, _SESSION, *_FOLDERS)
    except (BoardError, ValueError):
        return "", ""
    named = [each for each in folders if isinstance(each, str) and os.path.isabs(each)
             and len(each) < _LONGEST_FOLDER]  # fmt: skip
    return str(session or ""), next(iter(named), "")
