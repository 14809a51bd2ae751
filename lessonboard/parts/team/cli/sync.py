"""`lessonboard team sync`: what is sent, and sending it."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

import click

from blackboard import Board
from blackboard.delivery.voice import author_shown
from blackboard.event import NewEvent
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json, print_json_line
from lessonboard.cli.stopping import when_asked
from lessonboard.cli.who_decides import decides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lessonboard.parts.team.sharing.exchange import Exchanged
    from lessonboard.parts.team.sharing.membership import Membership


def _is_first(ctx: click.Context) -> bool:
    """Whether this would be the first to send to the team; later ones send as workers do."""
    from lessonboard.parts.team import joining

    app: App = ctx.obj
    if app.address or ctx.params["dry_run"]:
        return False
    from lessonboard.parts.team.sharing.membership import memberships

    with app.open() as board:
        if not memberships(board):  # repositories alone, of which nothing is sent
            return False
        return not joining.was_shown(board, joining.the_team(board, ctx.params["place"]))


_SHOWN = ("constraint", "symptom", "root_cause", "resolution", "title", "says", "reason", "paths",
          "commands", "signatures", "counts", "content")  # fmt: skip
"""The fields that a preview shows, where they say anything."""


@click.command()
@decides(_is_first)
@options.team
@click.option("--dry-run", is_flag=True, help="Only show what would be sent, verbatim.")
@click.option("--yes", is_flag=True, help="Send without asking, also the first time.")
@click.option("--follow", is_flag=True, help="Continue until stopped, whenever there is news.")
@options.as_json
@click.pass_obj
def sync(
    app: App, place: str | None, dry_run: bool, yes: bool, follow: bool, as_json: bool
) -> None:
    """Send what is shared, and receive what colleagues share.

    Of repositories it imports what you fetched; it runs no `git fetch`, and sends nothing there.
    The first time it shows what leaves this machine and asks. On a board whose log is a team's
    (--db postgresql://...) it updates the copy on this machine. Workers do it, too.
    """
    from lessonboard import exchanges
    from lessonboard.parts.team import exchanging, joining
    from lessonboard.parts.team.opposites import compare
    from lessonboard.parts.team.sharing.membership import memberships

    with app.open() as board:
        if app.address and not dry_run:
            _follow_log(board, follow, as_json)
            return
        if not dry_run:
            is_any = _import_repositories(board, as_json=as_json)
            if is_any and place is None and not memberships(board):
                compare(board)
                return
        member = joining.the_team(board, place)
        if dry_run:
            _show(exchanging.waiting(board, member), as_json=as_json)
            return
        if not (yes or joining.was_shown(board, member)):
            _ask(board, member)
        joining.agree(board, member)
        exchanges.begin(app.path)
        if follow:
            stopped = threading.Event()
            when_asked(stopped.set)
            tell = partial(_told, as_json=as_json)
            exchanging.keep_in_step(board, member, stopped.is_set, tell)
            return
        done = exchanging.sync(board, member)
    _told(done, as_json=as_json, always=True)


def _import_repositories(board: Board, *, as_json: bool) -> bool:
    """Import what trusted repositories hold, and name what is refused; whether there is any."""
    from lessonboard.parts.team.repositories import sync_repositories

    synced = sync_repositories(board)
    for each in synced:
        name = author_shown(each.source)
        if not as_json:
            click.echo(f"{name}: {counted(each.changed, 'lesson')} changed.")
        for refused in each.refused:
            click.echo(f"{name}: {one_line(refused)}", err=True)
        if each.ended:
            click.echo(f"{name} is no longer trusted: {one_line(each.ended)}", err=True)
        if each.fault:
            click.echo(f"lessonboard: {one_line(each.fault)}", err=True)
    return bool(synced)


def _ask(board: Board, member: Membership) -> None:
    """Show what would leave the machine, and continue only when its person wants that."""
    from lessonboard.parts.team.exchanging import waiting

    events = waiting(board, member)
    _show(events, as_json=False)
    if events and not click.confirm(f"Send this to {member.place}?", default=False, err=True):
        raise click.Abort


def _show(events: list[NewEvent], *, as_json: bool) -> None:
    if as_json:
        print_json([{"type": each.type, "project": each.project, **each.payload}
                    for each in events])  # fmt: skip
        return
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


def _told(done: Exchanged, *, as_json: bool, always: bool = False) -> None:
    is_told = always or any(done)
    if as_json and is_told:
        (print_json if always else print_json_line)(done._asdict())
    elif is_told:
        click.echo(
            f"Sent {done.sent}, received {done.received}, erased {done.forgotten} forgotten."
        )
    for each in () if as_json else done.refused:
        click.echo(f"Skipped what cannot be imported, of {one_line(each)}", err=True)


def _follow_log(board: Board, follow: bool, as_json: bool) -> None:
    before = board.local.copied()
    stopped = threading.Event()
    when_asked(stopped.set)
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
