"""`lessonboard admin events`: the log itself."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import click

from blackboard import Board, Event
from blackboard.event import iso
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json_line, reaching


@click.command()
@click.option("--after", type=click.IntRange(0), default=0, help="Only events after this position.")
@click.option("--stream", help="Only events of this stream, such as lesson:lesson-1a2b.")
@click.option("--type", "types", multiple=True, help="Only events of this type; may be repeated.")
@click.option("--project", help="Only events of this project.")
@click.option(
    "--since", type=options.TimeParam(), metavar="WHEN", help="Since 2026-03-01, 12h, 7d."
)
@click.option("--limit", type=click.IntRange(1), help="The most events.")
@click.option(
    "--output", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    metavar="FILE|-", help="Write them to a file that `session import` reads on another board.",
)  # fmt: skip
@options.as_of
@options.as_json
@click.pass_obj
def events(
    app: App, after: int, stream: str | None, types: tuple[str, ...], project: str | None,
    since: int | None, limit: int | None, output: Path | None, as_of: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Print the events in order; with --json one JSON object a line.

    With --output complete events are written, which `lessonboard session import` reads with the
    same ids: importing twice changes nothing, and boards of several machines can be merged. Events
    whose payload was forgotten are left out.
    """
    if output is not None:
        if after or stream or types or limit or as_of:
            raise click.UsageError("--output takes only --project and --since beside it")
        _write(app, project, since, None if str(output) == "-" else output)
        return
    with options.reading(app, as_of) as board:
        found = _chosen(board, after, stream, types, project)
        late = (event for event in found if since is None or event.occurred_at >= since)
        for event in islice(late, limit):
            _print(event, as_json=as_json)


def _chosen(
    board: Board, after: int, stream: str | None, types: tuple[str, ...], project: str | None
) -> Iterator[Event]:
    for each in [None] if project is None else board.projects(project):
        yield from board.read(after, stream=stream, types=types or None, project=each)


def _print(event: Event, *, as_json: bool) -> None:
    if as_json:
        print_json_line(event.as_json())
        return
    what = "forgotten" if event.payload is None else one_line(str(event.payload))[:120]
    click.echo(f"{event.position}  {iso(event.occurred_at)[:19]}  {event.type}  {what}")


def _write(app: App, project: str | None, since: int | None, output: Path | None) -> None:
    """Write events as they were recorded to a file, or to standard output."""
    from lessonboard import anchors
    from lessonboard.exporting import events as exporting
    from lessonboard.exporting import registry
    from lessonboard.exporting.files import whole_or_nothing

    exported = exporting.Exported()
    with app.open() as board, whole_or_nothing(output) as file:
        head = board.log.head()
        with reaching("Exporting", head) as step:
            for one in board.projects(project) if project else [None]:
                read = board.read(until=head, project=one)
                for line in exporting.lines(read, exported, since=since, progress=step):
                    file.write(line)
        if not project and since is None:
            anchors.remember(board, time.time_ns() // 1000)  # by which an import knows it again
    if output is not None:
        registry.remember(app.path, output, ["lessonboard", *sys.argv[1:]])
    holes = f"; {exported.holes} were forgotten and left out" if exported.holes else ""
    click.echo(f"Exported {counted(exported.events, 'event')}{holes}.", err=True)
