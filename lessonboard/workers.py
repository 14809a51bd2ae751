"""The workers of this program: each kind of work wired to whoever does it."""

from __future__ import annotations

from functools import partial

from lessonboard.bootstrap import App
from lessonboard.orchestration import agent_of, checkout_of, tools_for
from scheduler.handler import Handler
from scheduler.handlers.improve import ImproveHandler
from scheduler.handlers.reflect import ReflectHandler
from scheduler.worker import Report, Worker


def handlers(app: App) -> dict[str, Handler]:
    """Who does which kind; a new kind is a file in `scheduler/handlers/` and a line here."""
    found: tuple[Handler, ...] = (
        ReflectHandler(app.means, app.config.automation),
        ImproveHandler(partial(tools_for, app), partial(checkout_of, app), agent_of(app)),
    )
    return {handler.kind: handler for handler in found}


def worker_for(app: App, concurrency: int, report: Report) -> Worker:
    """A worker on this user's board, with the settings in force."""
    return Worker(app.open, handlers(app), concurrency=concurrency, report=report)
