"""Projects that are likely one repository, as the board and what was read of their files say."""

from __future__ import annotations

import shlex
from collections import Counter

from blackboard import Board
from blackboard.repositories.alike import alike
from blackboard.repositories.suggest import Suggestion, suggestions


def suggested(board: Board) -> list[Suggestion]:
    """Return the pairs of projects that a person may want to merge, best founded first."""
    sessions = Counter[str]()
    folders: dict[str, str] = {}
    for row in board.view("sessions", where={"child": 0}):
        if row["project"]:
            sessions[row["project"]] += 1
            folders[(row["cwd"] or "").replace("\\", "/").rstrip("/")] = row["project"]
    if len(sessions) < 2:
        return []
    folders.pop("", None)
    alikes = alike(board.view("files", where={"several": 1}), folders)
    return suggestions(board.view("ties"), alikes, board.local.names.all(), sessions)


def merge_command(each: Suggestion) -> str:
    """Return the command that makes them one."""
    return f"lessonboard admin project {shlex.quote(each.one)} {shlex.quote(each.other)} --merge"
