"""`lessonboard team join`: begin to exchange with a team, end it, or make its log."""

from __future__ import annotations

import click

from blackboard import Board, BoardError
from blackboard.errors import UnknownProject
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line
from lessonboard.cli.who_decides import decides, without
from lessonboard.elsewhere import NeedsExtra
from lessonboard.places import without_password


@click.command()
@decides(without("create"))
@click.argument("place", required=False)
@click.option("--name", help="Your name in the team; with a server it is your database user.")
@click.option("--project", "projects", multiple=True, help="A project to share; repeatable.")
@click.option("--all-projects", is_flag=True, help="Share what belongs to any project, or none.")
@click.option(
    "--sessions-of", multiple=True, help="A project whose sessions are shared too; repeatable."
)
@click.option("--yes", is_flag=True, help="Share projects that this board does not know, too.")
@click.option("--create", is_flag=True, help="Only make or upgrade the log in the database PLACE.")
@click.option("--undo", is_flag=True, help="Stop exchanging with the team at PLACE.")
@click.pass_obj
def join(
    app: App, place: str | None, name: str | None, projects: tuple[str, ...], all_projects: bool,
    sessions_of: tuple[str, ...], yes: bool, create: bool, undo: bool,
) -> None:  # fmt: skip
    """Exchange with the team at PLACE: a folder that all can reach, or the address of its log.

    Shared are the lessons, insights, reviews, workflows, decisions, accounts and open work of the
    projects that you name; sessions only of those named by --sessions-of. What each name matches is
    shown; one that matches nothing is refused, with what may be meant, unless you say --yes.
    Nothing is sent before `lessonboard team sync` has shown what.
    """
    if not (place or undo) or (create and undo):
        raise click.UsageError("give one place: a folder, or postgresql://USER@HOST/DATABASE")
    if create:
        _create(str(place))
    elif undo or not place:
        _leave(app, place)
    elif bool(projects) == all_projects:
        raise click.UsageError("say what is shared: --project NAME, or --all-projects")
    else:
        _join(app, place, name, projects, sessions_of, yes)


def _join(
    app: App, place: str, name: str | None, projects: tuple[str, ...], sessions_of: tuple[str, ...],
    yes: bool,
) -> None:  # fmt: skip
    from lessonboard.parts.team import joining

    with app.open() as board:
        if app.address:
            raise BoardError("this board is a team's log itself, so all of it is shared already")
        named = [_project(app, board, each, yes) for each in projects]
        talking = [_project(app, board, each, yes) for each in sessions_of]
        member = joining.join(board, place, name, named, talking)
        matches = [_matches(board, each) for each in dict.fromkeys([*named, *talking])]
    for line in matches:
        click.echo(line)
    click.echo(f"Joined {member.place} as {member.name}. Nothing was sent yet.")
    if without_password(place) != place:
        click.echo("The password is not kept: put it into ~/.pgpass, or into PGPASSWORD.")
    click.echo("See what would be sent with: lessonboard team sync --dry-run")


def _leave(app: App, place: str | None) -> None:
    from lessonboard.parts.team import joining

    with app.open() as board:
        member = joining.the_team(board, place)
        joining.leave(board, member)
        shared = len(board.view("shared", where={"author": ""}))
    click.echo(f"Left {member.place}. What colleagues shared stays on this board.")
    if shared:
        click.echo(f"They keep the {counted(shared, 'thing')} that you shared; "
                   "`lessonboard team share --undo --forget --all` erases it there.")  # fmt: skip


def _create(address: str) -> None:
    """Make a team's log in a database, or bring it to this program's format."""
    try:
        from lessonboard.parts.team.team_log import ROLES, migrate
    except ImportError as error:
        raise NeedsExtra(error) from error
    before = migrate(address)
    done = "is up to date" if before else "is ready"
    click.echo(f"The log at {without_password(address)} {done}. Let each person in, as its owner:")
    for role, may in ROLES.items():
        click.echo(f'  GRANT {role} TO "...";  -- may {may}')


def _project(app: App, board: Board, name: str, yes: bool) -> str:
    """A project as the board knows it; one that only colleagues know yet is as it was named.

    Raises:
        UnknownProject: it is not known, and was not confirmed.
    """
    try:
        return options.the_project(app, board, name)
    except UnknownProject as error:
        if yes:
            return name
        advice = "with --yes one that only colleagues know yet is joined"
        raise UnknownProject(name, error.alike, advice) from error


def _matches(board: Board, project: str) -> str:
    """How much of a project there is on this board, as a line."""
    names = {"project": board.names_of(project) or [project]}
    sessions, lessons = (len(board.view(view, where=names)) for view in ("sessions", "lessons"))
    return f"{one_line(project)}: {counted(sessions, 'session')}, {counted(lessons, 'lesson')}"
