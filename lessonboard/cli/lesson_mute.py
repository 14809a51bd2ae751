"""`lessonboard lesson mute` and `unmute`: a lesson is told no more in a session or a project."""

from __future__ import annotations

from collections.abc import Callable

import click

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.deciding import lesson_id, reason
from lessonboard.cli.output import one_line, print_json
from lessonboard.cli.who_decides import decides
from lessonboard.muting import Where
from lessonboard.naming import key_of

_session = click.option("--session", metavar="ID", help="In this session alone.")
_project = click.option(
    "--project", help="In this project; default: the repository of the working folder."
)


@click.command()
@decides()
@lesson_id
@_session
@_project
@reason
@options.as_json
@click.pass_obj
def mute(
    app: App, lesson_id: str, session: str | None, project: str | None, reason: str, as_json: bool
) -> None:
    """Tell agents a lesson no more, in one project or session; its guard rests there too.

    Elsewhere it is told as before. `lesson retire` is for everywhere.
    """
    from lessonboard import muting

    _decide(app, lesson_id, session, project, as_json, lambda board, name, where:
            muting.mute(board, name, where, reason))  # fmt: skip


@click.command()
@decides()
@lesson_id
@_session
@_project
@options.as_json
@click.pass_obj
def unmute(
    app: App, lesson_id: str, session: str | None, project: str | None, as_json: bool
) -> None:
    """Tell a lesson again where it was muted."""
    from lessonboard import muting

    _decide(app, lesson_id, session, project, as_json, muting.unmute)


def _decide(
    app: App,
    lesson_id: str,
    session: str | None,
    project: str | None,
    as_json: bool,
    decide: Callable[[Board, str, Where], bool],
) -> None:
    if session is not None and project is not None:
        raise click.UsageError("give --session or --project, not both")
    with app.open() as board:
        name = key_of(board, "lessons", lesson_id)
        where = Where(session, None if session else options.the_project(app, board, project))
        is_new = decide(board, name, where)
        from lessonboard.muting import is_muted

        muted = is_muted(board, name, where)
    if as_json:
        print_json({"id": name, "session": where.session, "project": where.project,
                    "muted": muted, "new": is_new})  # fmt: skip
        return
    state = "muted" if muted else "told again"
    click.echo(
        f"{one_line(name)}: {state if is_new else f'{state} already'} in {one_line(str(where))}"
    )
