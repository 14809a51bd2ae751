"""`lessonboard events`: the log itself."""

from __future__ import annotations

import click

from blackboard.event import iso
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json_line


@click.command()
@click.option("--after", type=click.IntRange(0), default=0, help="Only events after this position.")
@click.option("--stream", help="Only events of this stream, such as lesson:lesson-1a2b.")
@click.option("--type", "types", multiple=True, help="Only events of this type; may be repeated.")
@click.option("--project", help="Only events of this project.")
@click.option("--limit", type=click.IntRange(1), help="The most events.")
@options.as_of
@options.as_json
@click.pass_obj
def events(
    app: App,
    after: int,
    stream: str | None,
    types: tuple[str, ...],
    project: str | None,
    limit: int | None,
    as_of: str | None,
    as_json: bool,
) -> None:
    """The events in order; with --json one JSON object a line."""
    with options.reading(app, as_of) as board:
        projects = [None] if project is None else board.projects(project)
        for each in projects:
            for event in board.read(
                after, stream=stream, types=types or None, project=each, limit=limit
            ):
                if as_json:
                    print_json_line(event.as_json())
                else:
                    what = (
                        "forgotten" if event.payload is None else one_line(str(event.payload))[:120]
                    )
                    click.echo(
                        f"{event.position}  {iso(event.occurred_at)[:19]}  {event.type}  {what}"
                    )
