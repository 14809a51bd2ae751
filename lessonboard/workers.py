"""The workers of this program: each kind of work wired to whoever does it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from blackboard.storage.sqlite.lock import FileLock
from lessonboard.bootstrap import App, default_path
from lessonboard.hooks.background import worker_lock
from lessonboard.install.bundle import refresh
from lessonboard.orchestration import agent_of, checkout_of, tools_for
from scheduler.handler import Handler
from scheduler.handlers.check import CheckHandler
from scheduler.handlers.improve import ImproveHandler
from scheduler.handlers.reflect import ReflectHandler
from scheduler.worker import Report, Worker


def handlers(app: App) -> dict[str, Handler]:
    """Who does which kind; a new kind is a file in `scheduler/handlers/` and a line here."""
    found: tuple[Handler, ...] = (
        ReflectHandler(app.means, app.config.automation),
        CheckHandler(),
        ImproveHandler(partial(tools_for, app), partial(checkout_of, app), agent_of(app)),
    )
    return {handler.kind: handler for handler in found}


def worker_for(app: App, concurrency: int, report: Report) -> Worker:
    """A worker on this user's board, with the settings in force."""
    return Worker(app.open, handlers(app), concurrency=concurrency, report=report)


_LONGEST = 600.0
_held: list[FileLock] = []


def begin_in_background(board: Path, stop: Callable[[], None]) -> bool:
    """Step back behind everything else, and stop after ten minutes; False if another is at work.

    The lock is held until the process ends.
    """
    lock = FileLock(Path(worker_lock(str(board))))
    if not lock.try_acquire():
        lock.close()
        return False
    _held.append(lock)
    if hasattr(os, "nice"):
        os.nice(10)
    timer = threading.Timer(_LONGEST, stop)
    timer.daemon = True
    timer.start()
    refresh(default_path().parent)
    return True
