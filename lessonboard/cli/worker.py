"""`lessonboard admin worker`: does what is on the queue, until it is stopped."""

from __future__ import annotations

from typing import Any

import click
import orjson

from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, one_line
from lessonboard.cli.stopping import when_asked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scheduler.work.item import Item


@click.command()
@click.option("--once", is_flag=True, help="Stop after one item, or when there is none.")
@click.option("--until-idle", is_flag=True, help="Stop when nothing is left to do.")
@click.option(
    "--concurrency", type=click.IntRange(1, 64), default=1, show_default=True,
    help="Items handled in parallel.",
)  # fmt: skip
@click.option(
    "--tag",
    "tags",
    multiple=True,
    help="What this machine has that work may need; repeatable. A browser and a model are found.",
)
@click.option("--quiet", is_flag=True, help="Say nothing of single items.")
@click.option(
    "--background", is_flag=True,
    help="Until nothing is left, for ten minutes at most, with low priority, and not if another "
    "one is at work already; so hooks start it.",
)  # fmt: skip
@click.option(
    "--exchange", is_flag=True,
    help="Only exchange with teams, once; so hooks start it, every 30 s at most.",
)  # fmt: skip
@click.pass_obj
def worker(
    app: App,
    once: bool,
    until_idle: bool,
    concurrency: int,
    tags: tuple[str, ...],
    quiet: bool,
    background: bool,
    exchange: bool,
) -> None:
    """Do what is on the queue: reflect on merged changes and ended sessions, and improve.

    Before that, and every ten minutes, it looks for changed transcripts whose end no hook reported,
    such as those of killed sessions. With --once it does not.

    It runs until it is stopped (Ctrl-C or SIGTERM): then it finishes the current item; stopped
    again, it ends immediately. It may be killed at any time; the next worker resumes its items.
    """
    if exchange:
        from lessonboard import exchanges

        exchanges.exchange(app)
        return
    from lessonboard.workers import (
        background_worker,
        keep_sweeping,
        run_in_background,
        sweep_once,
        worker_for,
    )

    if background:
        thinking = background_worker(app)
        when_asked(thinking.stop)
        run_in_background(app, thinking)
        return
    running = worker_for(app, concurrency, _silent if quiet else _report, tags)
    when_asked(running.stop)
    if until_idle:
        sweep_once(app, running)
    elif not once:
        keep_sweeping(app, running)
    done = running.run(until_idle=until_idle or once, most=1 if once else None)
    click.echo(
        f"Did {counted(done.completed, 'item')}; {done.failed} failed, "
        f"{done.released} were given back."
    )


def _report(what: str, item: Item, said: str) -> None:
    about: Any = orjson.dumps(item.input).decode()
    click.echo(
        f"{what}: {item.id} {one_line(item.kind)} {one_line(about)[:120]} {one_line(said)[:300]}"
    )


def _silent(_what: str, _item: Item, _said: str) -> None:
    return None
