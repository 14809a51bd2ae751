"""Whether agents asked lately about projects that are not open to them."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard import Board, Event
from lessonboard.bootstrap import App
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.mcp.reach import OPENS
from lessonboard.present.text import counted

_LATELY = 1_000
"""Positions of the log that are looked through."""


def look(app: App, board: Board) -> Iterator[Diagnosis]:
    """Yield the projects that agents named to our tools and that are open only in themselves."""
    opened = app.opened_projects
    if "*" in opened:
        yield Diagnosis("MCP", "good", "agents in any folder may ask what any project holds")
        return
    calls = board.read(max(0, board.log.head() - _LATELY), types=["tool.called"])
    named = set(map(_asked_for, calls)) - {""}
    known = set(map(board.project, opened))
    asked = sorted({board.project(name) or "" for name in named} - known)
    if asked:
        found = f"agents asked about {counted(len(asked), 'project')} not open to them"
        details = {"projects": [{"project": name} for name in asked]}
        advice = f"`{OPENS} NAME` opens one; `--verbose` names them."
        yield Diagnosis("MCP", "note", found, advice, details)


def _asked_for(call: Event) -> str:
    """Return the project that a call of our server names, where it is not that of its session."""
    told = call.payload or {}
    given = told.get("input") if "lessonboard" in str(told.get("name")) else None
    project = given.get("project") if isinstance(given, dict) else None
    return project if isinstance(project, str) and project != call.project else ""
