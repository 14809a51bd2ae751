"""What follows a look at a session: an improvement is considered."""

from __future__ import annotations

from blackboard import Board
from blackboard.views.rows import SessionRow
from lessonboard.bootstrap import App
from lessonboard.part_settings import AutomationSettings
from lessonboard.parts.automation.improvements.automation import Automation
from lessonboard.parts.automation.improvements.session import patterns_of
from reflect.reflecting import ReflectionTools


def reflected(
    app: App, board: Board, session: SessionRow, item: str, tools: ReflectionTools
) -> None:
    """Consider an improvement by the settings in force."""
    consider(app.config.automation, board, session, item, tools)


def consider(
    settings: AutomationSettings,
    board: Board,
    session: SessionRow,
    item: str,
    tools: ReflectionTools,
) -> None:
    """Let the automation decide about the patterns of a session; an attempt more adds nothing."""
    critic = tools.critic.settings
    automation = Automation(board, session["project"], settings, critic=critic)
    automation.consider(patterns_of(board, session), cause=item)
