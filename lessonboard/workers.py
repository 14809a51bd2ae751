"""The workers of this program: each kind of work wired to whoever does it."""

from __future__ import annotations

import os
import threading
from functools import partial

from blackboard.file_lock import FileLock
from lessonboard.bootstrap import App
from lessonboard.exclusion import excluded
from lessonboard.hooks.background import worker_lock
from lessonboard.install.bundle import refresh
from lessonboard.orchestration import agent_of, checkout_of, tools_for
from lessonboard.places import default_path
from scheduler.handler import Handler
from scheduler.handlers.check import CheckHandler
from scheduler.handlers.improve import ImproveHandler
from scheduler.handlers.reflect import ReflectHandler
from scheduler.worker import Report, Worker

_LONGEST = 600.0
"""Seconds that a worker in the background goes on."""


def handlers(app: App) -> dict[str, Handler]:
    """Who does which kind; a new kind is a file in `scheduler/handlers/` and a line here."""
    found: tuple[Handler, ...] = (
        ReflectHandler(app.tools, app.config.automation, excluded=excluded()),
        CheckHandler(),
        ImproveHandler(partial(tools_for, app), partial(checkout_of, app), agent_of(app)),
    )
    return {handler.kind: handler for handler in found}


def worker_for(app: App, concurrency: int, report: Report) -> Worker:
    """A worker on this user's board, with the settings in force."""
    return Worker(app.open, handlers(app), concurrency=concurrency, report=report)


def background_worker(app: App) -> Worker:
    """A worker that only thinks: nothing that acts in the user's name starts by itself."""
    kinds = {kind: each for kind, each in handlers(app).items() if kind != ImproveHandler.kind}
    return Worker(app.open, kinds, report=lambda *_: None)


def run_in_background(app: App, worker: Worker) -> None:
    """Work until nothing is left, behind everything else, for ten minutes at most.

    Another worker that does so already is enough. What comes between its last look and its end
    is seen once more.
    """
    if hasattr(os, "nice"):
        os.nice(10)
    timer = threading.Timer(_LONGEST, worker.stop)
    timer.daemon = True
    timer.start()
    refresh(default_path().parent)
    lock = FileLock(worker_lock(str(app.path)))
    seen = -1
    while seen < worker.done.completed and not worker.stopping and lock.try_acquire():
        seen = worker.done.completed
        worker.run(until_idle=True)
        lock.release()
    lock.close()
