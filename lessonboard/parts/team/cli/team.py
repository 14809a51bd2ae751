"""`lessonboard team join`, `leave` and `status`: with whom a board exchanges."""

from __future__ import annotations

import click

from blackboard import Board, BoardError
from blackboard.errors import UnknownProject
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, print_json
from lessonboard.cli.who_decides import decides
from lessonboard.places import without_password


@click.command()
@decides()
@click.argument("place")
@click.option("--name", help="Your name in the team; of a log it is the user of its database.")
@click.option("--project", "projects", multiple=True, help="A project to share; repeatable.")
@click.option("--all-projects", is_flag=True, help="Share what belongs to any project, or none.")
@click.option(
    "--sessions-of", multiple=True, help="A project whose sessions are shared too; repeatable."
)
@click.pass_obj
def join(
    app: App, place: str, name: str | None, projects: tuple[str, ...], all_projects: bool,
    sessions_of: tuple[str, ...],
) -> None:  # fmt: skip
    """Exchange with a team: PLACE is the address of its log, or a folder that all can reach.

    Shared are the lessons, insights, reviews, workflows, decisions, accounts and open work of the
    projects that are named, never sessions unless --sessions-of names their project. Nothing is
    sent before `lessonboard team sync` has shown what.
    """
    from lessonboard.parts.team import joining

    if bool(projects) == all_projects:
        raise click.UsageError("say what is shared: --project NAME, or --all-projects")
    with app.open() as board:
        _refuse_shared(app)
        named = [_project(app, board, each) for each in projects]
        talking = [_project(app, board, each) for each in sessions_of]
        member = joining.join(board, place, name, named, talking)
    click.echo(f"Joined {member.place} as {member.name}. Nothing was sent yet.")
    if without_password(place) != place:
        click.echo("The password is not kept: put it into ~/.pgpass, or into PGPASSWORD.")
    click.echo("See what would be sent with: lessonboard team preview")


@click.command()
@options.as_json
@click.pass_obj
def status(app: App, as_json: bool) -> None:
    """Show with whom the board exchanges, what waits, and who has not come by."""
    from lessonboard.parts.team.status import lines, look

    with app.open() as board:
        found = look(app, board)
    if as_json:
        print_json(found)
        return
    for line in lines(found):
        click.echo(line)


@click.command()
@decides()
@options.team
@click.pass_obj
def leave(app: App, place: str | None) -> None:
    """Exchange nothing any more; `team withdraw --all` before that takes back what was shared."""
    from lessonboard.parts.team import joining

    with app.open() as board:
        member = joining.the_team(board, place)
        joining.leave(board, member)
        shared = len(board.view("shared", where={"author": ""}))
    click.echo(f"Left {member.place}. What colleagues shared stays on this board.")
    if shared:
        click.echo(f"They keep the {counted(shared, 'thing')} that you shared; "
                   "`lessonboard team withdraw --all` takes that back.")  # fmt: skip


def _project(app: App, board: Board, name: str) -> str:
    """A project as the board knows it; one that only colleagues know yet is as it was named."""
    try:
        return options.the_project(app, board, name)
    except UnknownProject:
        return name


def _refuse_shared(app: App) -> None:
    if app.address:
        raise BoardError("this board is a team's log itself, so that all of it is shared already")
