"""The workers of this program: each kind of work wired to its handler."""

from __future__ import annotations

import logging
import os
import shutil
import threading
import time
from collections.abc import Collection
from functools import partial
from typing import Any

from blackboard import Board
from blackboard.errors import BoardError
from blackboard.file_lock import FileLock
from blackboard.plugins import contents
from blackboard.plugins.loading import report
from blackboard.redaction.added import write_file
from blackboard.views.rows import SessionRow
from lessonboard import retention
from lessonboard.asking import allowed_model
from lessonboard.backtesting import bring_up, rules_of
from lessonboard.bootstrap import App
from lessonboard.exchanges import exchange_on
from lessonboard.exclusion import excluded
from lessonboard.hooks.background import EVERYTHING, worker_lock
from lessonboard.running_worker import noted
from lessonboard.sweep import Swept, sweep
from reflect.reflecting import ReflectionTools
from scheduler.handler import Handler
from scheduler.handlers.backtest import BacktestHandler
from scheduler.handlers.check import CheckHandler
from scheduler.handlers.reflect import ReflectHandler
from scheduler.handlers.understand import UnderstandHandler
from scheduler.worker import Report, Worker

log = logging.getLogger(__name__)

_BROWSERS = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser")
_SWEEP_EVERY = 600.0
"""Seconds between two sweeps of a running worker."""

_LONGEST = 600.0
"""Seconds that a worker in the background runs."""


def handlers(app: App) -> dict[str, Handler]:
    """Return the handlers by kind; a new one is a file in `scheduler/handlers/` and a line here."""
    own: list[Handler] = [
        ReflectHandler(
            app.tools,
            partial(_reflected, app),
            excluded=excluded(),
            auto_guards=app.config.guards.auto,
        ),
        CheckHandler(tuple(contents.part("project check"))),
        UnderstandHandler(allowed_model(app), app.config.curator),
        BacktestHandler(rules_of(app)),
        *(_made(app, each) for each in contents.part("handler")),
    ]
    found = {handler.kind: handler for handler in own}
    return found | added_handlers(app, found)


def added_handlers(app: App, own: Collection[str]) -> dict[str, Handler]:
    """Return those of plug-ins, by kind; what cannot be made is reported and left out."""
    found: dict[str, Handler] = {}
    for each in contents.added("handler", (), contents.not_a_handler).values():
        try:
            handler = _made(app, each.value)
            kind, _ = handler.kind, handler.handle
        except Exception as error:
            report(each.plugin, f"adds a handler that fails: {type(error).__name__}: {error}")
            continue
        if kind in own or kind in found:
            report(each.plugin, f"adds a handler of {kind!r}, which has one already")
        else:
            found[kind] = handler
    return found


def _reflected(
    app: App, board: Board, session: SessionRow, item: str, tools: ReflectionTools
) -> None:
    for then in contents.part("reflected"):
        then(app, board, session, item, tools)


def _made(app: App, given: Any) -> Handler:
    """Return a handler: the object itself, one of its class, or the result of a function."""
    if isinstance(given, type):
        given = given()
    handler: Handler = given if hasattr(given, "handle") else given(app)
    return handler


def worker_for(app: App, concurrency: int, report: Report, tags: Collection[str] = ()) -> Worker:
    """Return a worker on this user's board, with the settings in force, for work with its tags."""
    write_file(app.path)
    return Worker(app.open, handlers(app), concurrency=concurrency, report=report,
                  tags={*tags, *found_tags(app)})  # fmt: skip


def found_tags(app: App) -> set[str]:
    """Return the tags of this machine: a browser, a configured model."""
    found = {"browser"} if any(map(shutil.which, _BROWSERS)) else set()
    return found | ({"model"} if app.config.model.is_server else set())


def background_worker(app: App) -> Worker:
    """Return a worker for reflection only: nothing that acts for the user starts by itself."""
    write_file(app.path)
    kinds = {kind: each for kind, each in handlers(app).items()
             if getattr(each, "in_background", False)}  # fmt: skip
    return Worker(app.open, kinds, report=lambda *_: None)


def run_in_background(app: App, worker: Worker) -> None:
    """Work until nothing is left, behind everything else, for ten minutes at most.

    Another worker that does so already is enough. What comes between its last look and its end
    is seen once more. A history that was begun is read first: searches wait for it.
    """
    if hasattr(os, "nice"):
        os.nice(10)
    timer = threading.Timer(_LONGEST, worker.stop)
    timer.daemon = True
    timer.start()
    lock = FileLock(worker_lock(str(app.path)))
    seen = -1
    with app.open() as board:
        board.local.finish_erasing()
        is_begun = board.local.imports.swept_at() == EVERYTHING
    while seen < worker.done.completed and not worker.stopping and lock.try_acquire():
        with noted(app.path):
            seen = worker.done.completed
            if is_begun:
                sweep_once(app, worker)
            worker.run(until_idle=True)
            if sweep_once(app, worker).events and not worker.stopping:
                worker.run(until_idle=True)
                with app.open() as board:
                    bring_up(app, board, stopping=lambda: worker.stopping)
        lock.release()
    lock.close()


def sweep_once(app: App, worker: Worker) -> Swept:
    """Import what other ways missed, on its own board object, until the worker is to stop.

    Then the index of searches and the backtest are brought up to date, parts do theirs, such as an
    exchange with the board's teams, and the retention that a person confirmed is applied.
    """
    with app.open() as board:
        swept = sweep(app, board, lambda: worker.stopping)
        board.index(enough=lambda: worker.stopping)  # so that searches need not
        if not swept.events:  # else once what was imported is learnt from
            bring_up(app, board, stopping=lambda: worker.stopping)
        if not worker.stopping:
            exchange_on(board, app.path)
        if swept.complete and not worker.stopping:
            retention.apply(app, board)
        return swept


def keep_sweeping(app: App, worker: Worker) -> None:
    """Sweep now and every ten minutes beside a worker, which it does not keep from stopping."""

    def run() -> None:
        while not worker.stopping:
            try:
                sweep_once(app, worker)
            except BoardError as error:  # such as a full disk; the next time it may work
                log.warning("transcripts were not scanned: %s", error)
            ends = time.monotonic() + _SWEEP_EVERY
            while not worker.stopping and time.monotonic() < ends:
                time.sleep(1)

    threading.Thread(target=run, daemon=True).start()
