"""What colleagues share, as rows and lines: the reads of `lessonboard team`."""

from __future__ import annotations

from typing import Any

import click

from blackboard import Board
from blackboard.delivery.voice import author_shown
from blackboard.event import iso
from lessonboard.cli.output import one_line, print_json

_TRUST = "trust"


def listed(board: Board, *, mine: bool) -> list[dict[str, Any]]:
    """Whom one trusts and what colleagues share; or what this board shares."""
    rows = [dict(row) for row in board.view("shared", order="id") if bool(row["author"]) != mine]
    return rows if mine else [*_trusted(board), *rows]


def named(board: Board, name: str) -> list[dict[str, Any]]:
    """What is shared by a name, of a lesson also by LESSON@AUTHOR; or all that a colleague shares.

    Raises:
        UsageError: nothing is.
    """
    thing, _, author = name.partition("@")
    wanted = [{"name": name}, {"author": name}, {"name": thing, "author": author}]
    rows = {row["id"]: dict(row) for where in wanted if all(where.values())
            for row in board.view("shared", where=where, order="id")}  # fmt: skip
    if not rows:
        raise click.UsageError(f"nothing is shared as {name!r}; see `lessonboard team --shared`")
    return list(rows.values())


def print_rows(rows: list[dict[str, Any]], *, whole: bool, as_json: bool) -> None:
    """The rows for a person, a line each or with all that they hold, or for a program."""
    if as_json:
        print_json([{**row, "at": iso(row["at"])} for row in rows])
        return
    if not rows:
        click.echo("Nothing yet; `lessonboard team sync` imports what colleagues share.")
    for row in rows:
        if whole:
            _print_whole(row)
        else:
            click.echo(line(row))


def line(row: dict[str, Any]) -> str:
    """A row as one line."""
    title = one_line(row["title"])[:200]
    if row["kind"] == _TRUST:
        why = f": {title}" if title else ""
        return f"{author_shown(row['name'])}  trusted since {iso(row['at'])[:10]}{why}"
    mark = "  (unsigned)" if row["signed"] == "unsigned" else ""
    mark += "  (withdrawn)" if row["content"].get("says") == "withdrawn" else ""
    who = author_shown(row["author"]) if row["author"] else "you"
    return f"{who}  {row['kind']} {one_line(row['name'])}{mark}  {title}"


def _print_whole(row: dict[str, Any]) -> None:
    click.secho(f"{row['kind']} {one_line(row['name'])} of {one_line(row['author'] or 'you')}, "
                f"{iso(row['at'])[:16]}Z", bold=True)  # fmt: skip
    for field, value in row["content"].items():
        if value not in ("", [], {}, None):
            click.echo(f"  {one_line(field)}: {one_line(str(value))}")


def _trusted(board: Board) -> list[dict[str, Any]]:
    """The colleagues who are trusted, as rows beside those of what is shared."""
    from lessonboard.parts.team.sharing.trusting import trusted

    return [
        {"id": f"{_TRUST}:{each.name}", "kind": _TRUST, "author": "", "name": each.name,
         "title": each.reason, "at": each.since}
        for each in trusted(board)
    ]  # fmt: skip
