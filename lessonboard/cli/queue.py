"""`lessonboard admin queue`: the queue, by hand."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import click
import orjson

from blackboard import Board, BoardError
from blackboard.event import iso
from blackboard.views.rows import WorkRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json, print_lines, print_list
from lessonboard.present.as_json import row_json
from lessonboard.present.rows import work_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scheduler.work.item import Item, Priority
    from scheduler.work.queue import Queue

_STATES = ("ready", "blocked", "claimed", "completed", "failed", "quarantined")
_worker = click.option(
    "--worker", help="The name that holds the item; default: this machine and terminal."
)


@click.command()
@click.argument("kind")
@click.option("--input", "given", default="{}", help="The input of the work, as a JSON object.")
@click.option(
    "--priority", type=click.Choice(["P1", "P2", "P3"]), default="P2", show_default=True,
    help="How urgent it is.",
)  # fmt: skip
@click.option("--after", multiple=True, metavar="ID", help="Only after this item; may be repeated.")
@click.option("--needs", multiple=True, metavar="TAG", help="Only by a worker with this tag.")
@click.option("--dedup-key", help="Reuse the open item with the same key.")
@click.option("--project", help="Where it belongs; default: the working folder's repository.")
@options.as_json
@click.pass_obj
def add(
    app: App,
    kind: str,
    given: str,
    priority: Priority,
    after: tuple[str, ...],
    needs: tuple[str, ...],
    dedup_key: str | None,
    project: str | None,
    as_json: bool,
) -> None:
    """Put an item of KIND on the queue."""
    with app.open() as board:
        item, is_new = _queue(board, None).create(
            kind,
            _object(given, "--input"),
            priority=priority,
            depends_on=after,
            dedup_key=dedup_key,
            project=project or app.project,
            needs=needs,
        )
    if as_json:
        print_json({"item": item, "new": is_new})
    else:
        click.echo(item if is_new else f"{item} (it was there already)")


@click.command()
@click.argument("item", required=False)
@click.option("--state", type=click.Choice(_STATES), help="Only those in this state.")
@click.option("--kind", help="Only those of this kind.")
@options.limit
@options.as_of
@options.as_json
@click.pass_obj
def queue(
    app: App, item: str | None, state: str | None, kind: str | None, limit: int, as_of: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    """List work items, newest first; with an ITEM show its input, outcome and what it waits for."""
    if item is not None and (state or kind):
        raise click.UsageError("give an ITEM or filters, not both")
    given = {"item": item, "state": state, "kind": kind}
    where = {name: value for name, value in given.items() if value}
    with options.reading(app, as_of) as board:
        rows = board.view("work", where=where, order="-created_at", limit=limit)
        waits = _stuck(board, rows)
    if item is not None:
        _show(item, rows, waits, as_json=as_json)
        return
    print_list(
        rows,
        lambda row: work_lines(row, waits.get(row["item"], ())),
        lambda row: _as_json(row, waits),
        nothing="No work.",
        as_json=as_json,
    )


def _show(item: str, rows: list[WorkRow], waits: Mapping[str, list[str]], *, as_json: bool) -> None:
    """Print one item with what it needs, what it waits for, and its outcome."""
    if not rows:
        from scheduler.work.item import NoSuchItem

        raise NoSuchItem(f"there is no work item {item!r}; see `lessonboard admin queue`")
    if as_json:
        print_json(_as_json(rows[0], waits))
        return
    row = rows[0]
    print_lines(work_lines(row, waits.get(item, ())))
    for name in ("input", "waiting_for", "outcome", "reason", "worker"):
        if row[name]:
            value = row[name]
            text = value if isinstance(value, str) else orjson.dumps(value).decode()
            click.echo(f"  {name.replace('_', ' ')}: {one_line(text)[:500]}")


@click.command()
@click.option("--kind", "kinds", multiple=True, help="Only of this kind; may be repeated.")
@click.option("--limit", type=click.IntRange(1), default=1, show_default=True, help="At most.")
@click.option("--tag", "tags", multiple=True, help="A tag that you provide; may be repeated.")
@_worker
@options.as_json
@click.pass_obj
def claim(
    app: App,
    kinds: tuple[str, ...],
    limit: int,
    tags: tuple[str, ...],
    worker: str | None,
    as_json: bool,
) -> None:
    """Take the most urgent items, for five minutes each."""
    with app.open() as board:
        items = _queue(board, worker, tags).claim(kinds or None, limit)
    if as_json:
        print_json([_claimed_as_json(item) for item in items])
        return
    if not items:
        click.echo("Nothing is ready.")
    for item in items:
        click.echo(f"{item.id}  {item.kind}  {one_line(orjson.dumps(item.input).decode())[:200]}")


def _claimed_as_json(item: Item) -> dict[str, Any]:
    shown = {name: value for name, value in item._asdict().items() if name != "claim"}
    return {**shown, "lease_expires_at": iso(item.lease_expires_at)}


@click.command()
@click.argument("item")
@click.option("--outcome", default="{}", help="Its outcome, as a JSON object.")
@click.option("--failed", is_flag=True, help="The attempt failed: it is tried again later.")
@click.option("--no-retry", is_flag=True, help="With --failed: it cannot succeed, quarantine it.")
@click.option("--release", is_flag=True, help="Give it back as it was.")
@click.option("--retry", is_flag=True, help="Make a failed or quarantined item ready again.")
@click.option("--reason", help="Why; --failed needs it.")
@_worker
@click.pass_obj
def finish(
    app: App, item: str, outcome: str, failed: bool, no_retry: bool, release: bool, retry: bool,
    reason: str | None, worker: str | None,
) -> None:  # fmt: skip
    """Complete an item that you hold, or with an option, give it another outcome.

    After three failed attempts an item is quarantined; --retry resets the count.
    """
    if failed + release + retry > 1 or (no_retry and not failed):
        raise click.UsageError("give one of --failed [--no-retry], --release and --retry")
    if retry:
        with app.open() as board:
            _queue(board, None).retry(item, reason or "retried by hand")
        click.echo(f"{item} is ready again")
    elif failed:
        if not reason:
            raise click.UsageError("--failed needs --reason")
        _finish(app, item, worker, lambda queue, held: queue.fail(held, reason, retry=not no_retry))
    elif release:
        _finish(
            app, item, worker, lambda queue, held: queue.release([held], reason or "given back")
        )
    else:
        value = _object(outcome, "--outcome")
        _finish(app, item, worker, lambda queue, held: queue.complete([(held, value)]))


def _object(given: str, option: str) -> dict[str, Any]:
    """Return the JSON object that an option holds.

    Raises:
        BoardError: it holds something else.
    """
    try:
        value = orjson.loads(given)
    except orjson.JSONDecodeError as error:
        raise BoardError(f"{option} is no JSON: {error}") from error
    if not isinstance(value, dict):
        raise BoardError(f'{option} must be a JSON object, such as \'{{"session": "..."}}\'')
    return value


def _stuck(board: Board, rows: Iterable[WorkRow]) -> dict[str, list[str]]:
    """For which quarantined items the blocked ones of some rows wait."""
    if not any(row["state"] == "blocked" for row in rows):
        return {}
    from scheduler.work.stuck import CONCERNED, stuck

    return stuck(board.view("work", where={"state": CONCERNED}))


def _queue(board: Board, worker: str | None, tags: Sequence[str] = ()) -> Queue:
    from scheduler.work.queue import Queue  # with the models of events, which reads do without

    return Queue(board, _name(worker), tags=tags)


def _finish(app: App, item: str, worker: str | None, end: Callable[[Queue, Item], None]) -> None:
    """End an item that is held under the worker's name."""
    with app.open() as board:
        queue = _queue(board, worker)
        end(queue, queue.held(item)._replace(worker=_name(worker)))
        row = board.row("work", item)
    print_lines(work_lines(row))


def _name(worker: str | None) -> str:
    """Return the name under which this terminal holds items: the same from command to command."""
    terminal = os.getsid(0) if hasattr(os, "getsid") else os.getppid()
    return worker or f"{socket.gethostname()}:shell:{terminal}"


def _as_json(row: WorkRow, waits: Mapping[str, list[str]]) -> dict[str, Any]:
    """Return a row without what only the queue needs, and with its times as others print them."""
    shown_ones = {name: value for name, value in row.items() if name not in ("place", "queue")}
    not_before = iso(row["not_before"]) if row["not_before"] else None
    stuck_on = waits.get(row["item"], [])
    return {**row_json("work", shown_ones), "not_before": not_before, "stuck_on": stuck_on}
