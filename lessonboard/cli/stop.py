"""`lessonboard stop`: ends the worker that runs in the background."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App


@click.command()
@click.pass_obj
def stop(app: App) -> None:
    """End the worker that runs in the background of this board.

    It finishes what it is at, and nothing is lost: what is not read or reflected on yet waits. The
    next session of an agent, or `lessonboard admin worker`, goes on with it.
    """
    from lessonboard.running_worker import running
    from lessonboard.running_worker import stop as stop_worker
    from lessonboard.unread import how_far

    try:
        ended = stop_worker(app.path)
    except TimeoutError:
        click.echo(f"Asked the worker (process {running(app.path)}) to stop; it ends its item.")
        return
    if ended is None:
        click.echo("No worker runs in the background of this board.")
        return
    click.echo(f"Stopped the worker (process {ended}).")
    with app.existing() as board:
        if left := how_far(app, board):
            click.echo(f"{left}.")
