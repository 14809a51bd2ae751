"""`lessonboard recording accept`: what was changed in the file of a workflow is what is run."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json
from lessonboard.cli.who_decides import decides
from lessonboard.parts.recordings.cli.workflow import (
    problems_shown,
    show_difference,
    workflow_row,
)
from lessonboard.parts.recordings.workflow.file import changed
from lessonboard.parts.recordings.workflow.versions import record_edit


@click.command()
@decides()
@click.argument("recording_id", metavar="ID")
@click.option("--reason", default="", help="Why; it is kept with the edit.")
@options.as_json
@click.pass_obj
def accept(app: App, recording_id: str, reason: str, as_json: bool) -> None:
    """Accept what was changed in the file of the workflow ID; you are shown it and asked."""
    with app.open() as board, problems_shown(as_json=as_json):
        row = workflow_row(board, recording_id)
        found = changed(board, row)
        if found is None:
            _print("", as_json=as_json)
            return
        show_difference(found.diff)
        for host in found.new_hosts:
            click.echo(f"lessonboard: it opens another host: {one_line(host)}", err=True)
        click.confirm("Is this what shall be run?", abort=True, err=True)
        event = record_edit(board, row, found.document, reason=reason)
    _print(event, as_json=as_json)


def _print(event: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"event": event or None})
    else:
        click.echo(f"Accepted as {event}." if event else "Nothing is changed in its file.")
