"""What this system keeps from the checks and hooks that the automation runs."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.doctor.diagnosis import Diagnosis, Level

_ADVICE = "What is left to them, and what to install: docs/parts/automation/automation.md."


def look(app: App, board: Board) -> Iterator[Diagnosis]:
    """By which means they are kept apart; nothing where this folder's automation is off."""
    from lessonboard.parts.automation.improvements.automation import Automation
    from lessonboard.parts.automation.isolation.means import means

    if not Automation(board, board.project(app.project), app.config.automation).is_enabled:
        return
    found = means()
    level: Level = "good" if found.command else "note"
    advice = "" if found.command else _ADVICE
    yield Diagnosis("isolation", level, found.summary, advice, {"means": found.name})
