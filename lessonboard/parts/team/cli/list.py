"""`lessonboard team list` and `team show`: what colleagues share."""

from __future__ import annotations

from typing import Any, get_args

import click

from blackboard import Board
from blackboard.event import iso
from blackboard.vocabulary import SharedKind
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json

_TRUST = "trust"
_kind = click.Choice(get_args(SharedKind))
_listed = click.Choice((*get_args(SharedKind), _TRUST))


@click.command("list")
@click.option("--kind", type=_listed, help="Only of this kind; `trust` is whom you trust.")
@click.option("--of", "author", help="Only of this colleague.")
@click.option("--mine", is_flag=True, help="What this board shares itself.")
@options.as_json
@click.pass_obj
def list_(app: App, kind: str | None, author: str | None, mine: bool, as_json: bool) -> None:
    """List whom you trust, what colleagues share, and the keys by which they sign it."""
    from lessonboard.parts.team import keys

    where: dict[str, Any] = {} if kind is None else {"kind": kind}
    if mine or author:
        where["author"] = "" if mine else author
    with app.open() as board:
        shared = [row for row in board.view("shared", where=where, order="id")
                  if mine or row["author"]]  # fmt: skip
        trusted = [] if mine or kind not in (None, _TRUST) else _trusted(board, author)
        found = keys.look(board)
    rows: list[dict[str, Any]] = [*trusted, *map(dict, shared)]
    if as_json:
        print_json([{**row, "at": iso(row["at"])} for row in rows])
        return
    for row in trusted:
        why = f": {one_line(row['title'])[:200]}" if row["title"] else ""
        click.echo(f"{row['name']}  trusted since {iso(row['at'])[:10]}{why}")
    if not rows:
        click.echo("Nothing yet; `lessonboard team sync` takes in what colleagues share.")
    for each in shared:
        who, title = one_line(each["author"] or "you"), one_line(each["title"])[:200]
        mark = "  (unsigned)" if each["signed"] == "unsigned" else ""
        click.echo(f"{who}  {each['kind']} {one_line(each['name'])}{mark}  {title}")
    for line in keys.lines(found):
        click.echo(one_line(line))


def _trusted(board: Board, name: str | None) -> list[dict[str, Any]]:
    """The colleagues who are trusted, as rows beside those of what is shared."""
    from lessonboard.parts.team.sharing.trusting import trusted

    return [
        {"id": f"{_TRUST}:{each.name}", "kind": _TRUST, "author": "", "name": each.name,
         "title": each.reason, "at": each.since}
        for each in trusted(board) if name in (None, each.name)
    ]  # fmt: skip


@click.command()
@click.argument("name")
@click.option("--kind", type=_kind, help="Of this kind.")
@click.option("--of", "author", help="Of this colleague.")
@options.as_json
@click.pass_obj
def show(app: App, name: str, kind: str | None, author: str | None, as_json: bool) -> None:
    """Show what is shared by a name, and who says what of it; a lesson's as LESSON@AUTHOR."""
    lesson, _, of_whom = name.partition("@")
    with app.open() as board:
        rows = [
            *board.view("shared", where={"name": name}),
            *(board.view("shared", where={"name": lesson, "author": of_whom}) if of_whom else []),
        ]
    rows = [row for row in rows if kind in (None, row["kind"]) and author in (None, row["author"])]
    if not rows:
        raise click.UsageError(f"nothing is shared as {name!r}; see `lessonboard team list`")
    if as_json:
        print_json([{**row, "at": iso(row["at"])} for row in rows])
        return
    for row in rows:
        click.secho(f"{row['kind']} {one_line(row['name'])} of {one_line(row['author'] or 'you')}, "
                    f"{iso(row['at'])[:16]}Z", bold=True)  # fmt: skip
        for field, value in row["content"].items():
            if value not in ("", [], {}, None):
                click.echo(f"  {one_line(field)}: {one_line(str(value))}")
