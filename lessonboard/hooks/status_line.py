"""`lessonboard status-line`: what an agent shows below its input, asked for many times a minute.

It opens the board as hooks do, never waits, and writes nothing. Claude Code writes on standard
input which session and folder it is (https://code.claude.com/docs/en/statusline).
"""

from __future__ import annotations

import os
import select
import sys

from blackboard.errors import BoardError
from blackboard.next_step import command_of
from blackboard.plugins.parts import PARTS
from blackboard.sources.exclusion import decision_keys, is_off_here
from blackboard.sources.repository import project_of
from blackboard.storage.hook_board import HookBoard
from blackboard.storage.hook_status import (
    guard_that_spoke,
    last_shown,
    next_step,
    trusted_checkouts,
    waiting,
)
from blackboard.storage.sqlite_json import Json
from lessonboard.hooks.off import cache_path, why_off
from lessonboard.hooks.reply import REVIEW, cut
from lessonboard.untrusted_lessons import COMMAND, keeps_lessons, untrusted

_PATIENCE = 0.05
_WAIT = 0.2
"""Seconds to wait for input, where standard input is a pipe that stays empty."""

_LONGEST = 1 << 20
_LONGEST_RULE = 60
_LONGEST_FOLDER = 4_096
_SESSION = ("session_id",)
_FOLDERS = (("workspace", "project_dir"), ("workspace", "current_dir"), ("cwd",))


def main(board: str, config: str) -> None:
    """Print one line, whatever the input and the state of the board."""
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
        parts = [*_parts(board, session, project), *_untrusted(board, folder), *_lacking(path)]
    except BoardError:
        return "lessonboard: run `lessonboard doctor`"
    return f"lessonboard: {', '.join(parts) or 'on'}"


def _parts(board: HookBoard, session: str, project: str) -> list[str]:
    """Return what was shown, what waits, and what the person may do next; only they see it."""
    told, number = len(board.delivered(session)), waiting(board, project)
    last, spoke = last_shown(board, session), guard_that_spoke(board, session)
    step = next_step(board, project)
    parts = [f"{told} shown"] if told else []
    parts += [f'last "{cut(last, _LONGEST_RULE)}"'] if told and last else []
    parts += [f"{number} {'waits' if number == 1 else 'wait'} for you: {REVIEW}"] if number else []
    if spoke and step != (ends := command_of("guard off", spoke)):
        parts.append(f"a guard spoke: `{ends}` ends it")
    return [*parts, f"`{step}`?"] if step else parts


def _untrusted(board: HookBoard, folder: str) -> list[str]:
    """Return how many lessons the repository keeps that its person did not trust yet."""
    if not keeps_lessons(folder):
        return []
    _, number = untrusted(folder, trusted_checkouts(board))
    lessons = f"{number} {'lesson' if number == 1 else 'lessons'}"
    line = f"this repository holds {lessons} that you have not trusted: `{COMMAND}`"
    return [line] if number else []


def _lacking(path: str) -> list[str]:
    """Return the line that installs what a part needs which the board uses."""
    if not any(part.missing and part.topics for part in PARTS):
        return []
    from lessonboard.switched_parts import install_line, lacking

    return [f"{part.name} lacks libraries: `{install_line(part.name)}`" for part in lacking(path)]


def _told() -> tuple[str, str]:
    """Return the session and the folder; empty where the input is empty or no JSON."""
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
