"""What becomes of patterns: an improvement is considered after a look, and proposed on the page."""

from __future__ import annotations

from blackboard import Board
from blackboard.views.rows import SessionRow
from lessonboard.bootstrap import App
from lessonboard.part_settings import AutomationSettings
from lessonboard.parts.automation.improvements.automation import Automation
from lessonboard.parts.automation.improvements.proposals import Proposal, proposals
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


def of_the_day(app: App, board: Board, since: int) -> list[tuple[str | None, Proposal]]:
    """What recurs in the projects that were worked on since, and has no improvement yet."""
    rows = board.view("sessions", where={"child": 0, "last_at>=": since})
    settings = app.config.automation
    return [
        (project, each)
        for project in sorted({row["project"] for row in rows}, key=str)
        for each in proposals(board, project, Automation(board, project, settings))
    ]
