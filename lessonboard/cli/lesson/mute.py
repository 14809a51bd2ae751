"""`lessonboard lesson mute`: a lesson is not shown in a session or a project."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.lesson.deciding import reason
from lessonboard.cli.output import one_line, print_json
from lessonboard.cli.who_decides import decides
from lessonboard.naming import key_of


@click.command()
@decides()
@click.argument("lesson_id", metavar="ID")
@click.option("--session", metavar="ID", help="In this session alone.")
@click.option("--project", help="In this project; default: the repository of the working folder.")
@click.option("--undo", is_flag=True, help="Show it there again.")
@reason
@options.as_json
@click.pass_obj
def mute(
    app: App,
    lesson_id: str,
    session: str | None,
    project: str | None,
    undo: bool,
    reason: str,
    as_json: bool,
) -> None:
    """Stop showing a lesson in one project or session; its guard is inactive there too.

    Elsewhere it is shown as before. `lesson drop` is for everywhere.
    """
    from lessonboard import muting

    if session is not None and project is not None:
        raise click.UsageError("give --session or --project, not both")
    with app.existing() as board:
        name = key_of(board, "lessons", lesson_id)
        here = None if session else options.the_project(app, board, project)
        where = muting.Where(session, here)
        is_new = muting.unmute(board, name, where) if undo else muting.mute(
            board, name, where, reason)  # fmt: skip
    if as_json:
        print_json({"id": name, "session": where.session, "project": where.project,
                    "muted": not undo, "new": is_new})  # fmt: skip
        return
    state = ("shown again" if undo else "muted") + ("" if is_new else " already")
    click.echo(f"{one_line(name)}: {state} in {one_line(str(where))}")
