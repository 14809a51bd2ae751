"""`lessonboard forget`: erasing events, after showing what goes with them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from blackboard import Board
from blackboard.errors import NotFound
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.forget_plan import lines
from lessonboard.cli.forget_retention import confirm, ensure_set, plan_of_retention, reason_of
from lessonboard.cli.output import counted, one_line, print_json, progress
from lessonboard.cli.who_decides import decides, without

if TYPE_CHECKING:
    from blackboard.forgetting import Plan
    from lessonboard.erasing import Copy


@click.command()
@decides(without("dry_run"))
@click.argument("event_ids", nargs=-1, metavar="[EVENT_ID]...")
@click.option("--session", help="All of a session, for good: its id, or the beginning of it.")
@click.option("--project", help="All of a project: its remote, its path, or the last part.")
@click.option("--before", type=options.TimeParam(), metavar="WHEN",
              help="What happened before 2026-03-01, or more than 12h, 7d, 4w ago.")  # fmt: skip
@click.option("--matching", metavar="TEXT", help="What contains this text, in any case.")
@click.option("--model", metavar="NAME",
              help="All lessons that this model or version of a prompt proposed.")  # fmt: skip
@click.option(
    "--retention",
    is_flag=True,
    help="The oldest sessions, by the limits of [retention] in the settings.",
)
@click.option("--reason", default="", help="Why; it is kept.")
@click.option("--dry-run", is_flag=True, help="Show what would be erased, and erase nothing.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@options.as_json
@click.pass_obj
def forget(
    app: App,
    event_ids: tuple[str, ...],
    session: str | None,
    project: str | None,
    before: int | None,
    matching: str | None,
    model: str | None,
    retention: bool,
    reason: str,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Erase what events say, and what was learnt from it, wherever it went.

    Name events, or conditions; events must meet all of them. What would be erased is shown first.
    The file is rewritten, which may take a while. The log still shows that there were events, and
    it still verifies. This cannot be undone.
    """
    conditions = {"session": session, "project": project, "before": before, "matching": matching}
    given = {name: value for name, value in conditions.items() if value is not None}
    alone = [name for name, value in (("--model", model), ("--retention", retention)) if value]
    if len(alone) > 1 or (alone and (event_ids or given)):
        raise click.UsageError(f"{alone[0]} takes no other condition and no event")
    if retention:
        ensure_set(app)
        reason = reason or reason_of(app)
    elif model is None:
        _check(event_ids, given)
    with app.existing() as board:
        event_ids = event_ids if model is None else _proposed_by(board, model)
        plan = plan_of_retention(app, board) if retention else _plan(board, event_ids, given)
        if not (dry_run or yes) and plan.events:
            _ask(plan, is_named=bool(event_ids))
        elsewhere = _copies(app, board, plan)
        if not dry_run:
            _erase_beside(app, board, plan)
        erased = [] if dry_run else _forget(board, plan, reason)
        if retention and not dry_run:
            confirm(app, board)
    _report(plan, erased, elsewhere, dry_run, as_json)


def _check(event_ids: Sequence[str], given: dict[str, Any]) -> None:
    if bool(event_ids) == bool(given):
        raise click.UsageError(
            "name events, or say which with --session, --project, --before or --matching"
        )
    if not given.get("matching", "x").strip():
        raise click.UsageError("--matching needs a text to look for")


def _plan(board: Board, event_ids: Sequence[str], given: dict[str, Any]) -> Plan:
    from blackboard.forgetting import plan, plan_of
    from blackboard.selection import Selection

    with progress("Searching", board.log.head()) as report:
        reached = 0

        def step(position: int) -> None:
            nonlocal reached
            report(position - reached)
            reached = position

        if event_ids:
            return plan_of(board, event_ids, step)
        selection = Selection(
            session=_session(board, given["session"]) if "session" in given else None,
            projects=_names(board, given["project"]) if "project" in given else None,
            before=given.get("before"),
            matching=given.get("matching"),
        )
        return plan(board, selection, step)


def _proposed_by(board: Board, model: str) -> tuple[str, ...]:
    """Return the events by which a model, or a version of its prompt, proposed lessons."""
    from blackboard.events.lesson import LessonCreated

    found = tuple(
        event.id
        for event in board.read(types=[LessonCreated.type])
        if model in str((event.payload or {}).get("asked", "")).split()
    )
    if not found:
        raise NotFound(
            f"no lesson was proposed by {model!r}; `lessonboard admin model --log` names models"
        )
    return found


def _names(board: Board, project: str) -> tuple[str, ...]:
    """Return all names of the projects that a person may mean: events carry any of them."""
    return tuple(name for each in board.projects(project) for name in board.names_of(each))


def _session(board: Board, beginning: str) -> str:
    """Return the id of a session.

    A session that was forgotten before counts too, so that an erasure can be finished.
    """
    try:
        return options.session_named(board, beginning)
    except NotFound:
        if board.log.version(f"closed:session:{beginning}"):
            return beginning
        raise


def _ask(plan: Plan, *, is_named: bool) -> None:
    """Ask on a terminal; a script names events, or says that it is sure."""
    if not sys.stdin.isatty():
        if is_named:
            return
        raise click.UsageError("nothing was erased: --yes is needed where no one can be asked")
    for line in lines(plan):
        click.echo(line, err=True)
    if not click.confirm("Erase all of it? This cannot be undone", err=True):
        click.echo("Nothing was erased.", err=True)
        raise SystemExit(1)


def _forget(board: Board, plan: Plan, reason: str) -> list[str]:
    from blackboard.forgetting import forget

    def tell(stage: str) -> None:
        if sys.stderr.isatty():
            click.echo(f"{stage} ...", err=True)

    return forget(board, plan, reason=reason, tell=tell)


def _copies(app: App, board: Board, plan: Plan) -> list[Copy]:
    from lessonboard.erasing import copies

    return copies(board, app.path, plan) if plan.events else []


def _erase_beside(app: App, board: Board, plan: Plan) -> None:
    from lessonboard.erasing import erase_beside
    from lessonboard.places import runs_folder

    if plan.events:
        erase_beside(board, app.path, plan, runs_folder())


def _report(
    plan: Plan, erased: Sequence[str], elsewhere: Sequence[Copy], dry_run: bool, as_json: bool
) -> None:
    if as_json:
        copied = [{"path": str(path), "advice": advice} for path, advice in elsewhere]
        print_json({"forgotten": erased, "dry_run": dry_run, **plan.as_json(), "copies": copied})
    elif dry_run:
        click.echo("\n".join(lines(plan)))
    else:
        more = len(erased) - plan.asked
        cited = f", {more} of which cited the others" if 0 < more < len(erased) else ""
        click.echo(f"Forgot {counted(len(erased), 'event')}{cited}.")
    if elsewhere and not as_json:
        click.echo("These may hold the text too and were not changed; delete or rewrite them:")
        for path, advice in elsewhere:
            click.echo(f"  {one_line(str(path))}  ({one_line(advice)})")
