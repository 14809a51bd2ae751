"""`lessonboard team`: share what was learnt with colleagues, and take it back."""

from __future__ import annotations

import signal
import threading
from typing import Any

import click

from blackboard import Board, BoardError
from blackboard.errors import UnknownProject
from blackboard.event import NewEvent
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.places import without_password

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.sharing.exchange import Exchanged
    from blackboard.sharing.membership import Membership

_SHOWN = ("constraint", "symptom", "root_cause", "resolution", "title", "says", "reason", "paths",
          "commands", "signatures", "counts", "content")  # fmt: skip
"""The fields that a preview shows, where they say anything."""

_team = click.option("--team", "place", help="Which team, where there are several: its place.")


@click.command()
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
    from lessonboard import team

    if bool(projects) == all_projects:
        raise click.UsageError("say what is shared: --project NAME, or --all-projects")
    with app.open() as board:
        _refuse_shared(app)
        named = [_project(app, board, each) for each in projects]
        talking = [_project(app, board, each) for each in sessions_of]
        member = team.join(board, place, name, named, talking)
    click.echo(f"Joined {member.place} as {member.name}. Nothing was sent yet.")
    if without_password(place) != place:
        click.echo("The password is not kept: put it into ~/.pgpass, or into PGPASSWORD.")
    click.echo("See what would be sent with: lessonboard team preview")


@click.command()
@_team
@options.as_json
@click.pass_obj
def preview(app: App, place: str | None, as_json: bool) -> None:
    """Show what the next `team sync` would send, word for word."""
    from lessonboard import team

    with app.open() as board:
        events = team.waiting(board, team.the_team(board, place))
    if as_json:
        print_json([{"type": each.type, "project": each.project, **each.payload}
                    for each in events])  # fmt: skip
        return
    _show(events)


@click.command()
@_team
@click.option("--yes", is_flag=True, help="Send without asking, also the first time.")
@click.option("--follow", is_flag=True, help="Go on until stopped, at every news.")
@options.as_json
@click.pass_obj
def sync(app: App, place: str | None, yes: bool, follow: bool, as_json: bool) -> None:
    """Send what is shared, and take in what colleagues share.

    The first time it shows what leaves this machine and asks. On a board whose log is a team's
    (--db postgresql://...) it brings the copy on this machine in step. Workers do it, too.
    """
    from lessonboard import team

    with app.open() as board:
        if app.address:
            _follow_log(board, follow, as_json)
            return
        member = team.the_team(board, place)
        if not (yes or team.was_shown(board, member)):
            _ask(board, member)
        team.agree(board, member)
        if follow:
            stopped = _until_stopped()
            team.keep_in_step(board, member, stopped.is_set, _told)
            return
        done = team.sync(board, member)
    if as_json:
        print_json(done._asdict())
    else:
        _told(done, always=True)


@click.command()
@options.as_json
@click.pass_obj
def status(app: App, as_json: bool) -> None:
    """Show with whom the board exchanges, what waits, and who has not come by."""
    from lessonboard import team_status

    with app.open() as board:
        found = team_status.look(app, board)
    if as_json:
        print_json(found)
        return
    for line in team_status.lines(found):
        click.echo(line)


@click.command()
@click.argument("names", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All that was shared.")
@click.option("--resume", is_flag=True, help="Share it again at the next sync.")
@click.pass_obj
def withdraw(app: App, names: tuple[str, ...], everything: bool, resume: bool) -> None:
    """Take back what was shared: NAMES are lessons, or others as KIND:NAME.

    It is erased with all teams that it was sent to, and from each colleague's board at his next
    sync.
    """
    from lessonboard import team

    if bool(names) == everything:
        raise click.UsageError("say what is taken back: names, or --all")
    from blackboard.sharing.membership import withdrawn

    with app.open() as board:
        shared = {(row["kind"], row["name"]) for row in board.view("shared", where={"author": ""})}
        asked = [_kind_and_name(each) for each in names]
        if resume and everything:
            asked = [_kind_and_name(each) for each in withdrawn(board)]
        unknown = [name for kind, name in asked if (kind, name) not in shared and not resume]
        if unknown:
            raise BoardError(
                f"{unknown[0]!r} was not shared; `lessonboard team list --mine` shows what was"
            )
        if resume:
            team.resume(board, asked)
            click.echo(f"{counted(len(asked), 'thing')} will be shared again.")
            return
        erased = team.withdraw(board, asked or sorted(shared))
    things, revisions = counted(len(asked or shared), "thing"), counted(erased, "revision")
    click.echo(f"Took back {things}, {revisions} in all.")


@click.command()
@_team
@click.pass_obj
def leave(app: App, place: str | None) -> None:
    """Exchange nothing any more; `team withdraw --all` before that takes back what was shared."""
    from lessonboard import team

    with app.open() as board:
        member = team.the_team(board, place)
        team.leave(board, member)
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


def _kind_and_name(given: str) -> tuple[str, str]:
    kind, found, name = given.partition(":")
    return (kind, name) if found else ("lesson", given)


def _ask(board: Board, member: Membership) -> None:
    """Show what would leave the machine, and go on only when its person wants that."""
    from lessonboard import team

    events = team.waiting(board, member)
    _show(events)
    if events and not click.confirm(f"Send this to {member.place}?", default=False, err=True):
        raise click.Abort


def _show(events: list[NewEvent]) -> None:
    for each in events:
        said: dict[str, Any] = dict(each.payload)
        kind = said.get("kind") or each.type.partition(".")[0]
        name = said.get("name") or said.get("lesson")
        click.secho(f"{kind} {one_line(str(name))}  ({one_line(each.project or 'no project')})",
                    bold=True)  # fmt: skip
        for field in _SHOWN:
            if said.get(field):
                click.echo(f"  {field}: {one_line(str(said[field]))}")
    click.echo(f"{counted(len(events), 'thing')} would be sent.")


def _told(done: Exchanged, *, always: bool = False) -> None:
    if always or any((done.sent, done.received, done.forgotten)):
        click.echo(
            f"Sent {done.sent}, received {done.received}, erased {done.forgotten} that were taken "
            "back."
        )
    for each in done.refused:
        click.echo(f"Left out what cannot be taken in, of {one_line(each)}", err=True)


def _follow_log(board: Board, follow: bool, as_json: bool) -> None:
    before = board.local.copied()
    stopped = _until_stopped()
    while True:
        board.catch_up()
        if not follow or stopped.is_set():
            break
        board.log.wait(board.local.copied(), 1.0)
    here = board.local.copied()
    if as_json:
        print_json({"events": here, "new": here - before, "offline": board.local.offline})
    elif board.local.offline:
        click.echo("The log does not answer; the copy on this machine stays as it is.", err=True)
    else:
        click.echo(f"{counted(here, 'event')} here, {here - before} of them new.")


def _until_stopped() -> threading.Event:
    """Set by Ctrl-C or SIGTERM."""
    stopped = threading.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda *_: stopped.set())
    return stopped
