"""`lessonboard admin project`: which names are one project, and putting that right by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from blackboard import Board
from blackboard.event import iso
from blackboard.repositories.suggest import Suggestion
from blackboard.views.rows import TieRow
from lessonboard import project_decisions
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json, print_lines, screen
from lessonboard.cli.who_decides import decides
from lessonboard.present.line import Line
from lessonboard.present.rows import project_lines
from lessonboard.present.ties import tie_reason
from lessonboard.project_list import projects, ties
from lessonboard.project_suggestions import merge_command, suggested


@click.command()
@decides(lambda ctx: any(ctx.params[name] for name in ("merging", "splitting", "undoing")))
@click.argument("names", metavar="[NAME...]", nargs=-1)
@click.option(
    "--merge",
    "merging",
    is_flag=True,
    help="Make the first one project with the second, under its name.",
)
@click.option(
    "--split",
    "splitting",
    is_flag=True,
    help="Take a name out of its project; of two projects: keep them apart.",
)
@click.option(
    "--undo", "undoing", is_flag=True, help="Undo a merge or a split, by the id that it printed."
)
@click.option("--reason", help="Why; it is kept with the decision.")
@options.as_json
@click.pass_obj
def project(
    app: App, names: tuple[str, ...], merging: bool, splitting: bool, undoing: bool,
    reason: str | None, as_json: bool,
) -> None:  # fmt: skip
    """List projects, or show the names of one, and why they are one project.

    By itself a project is one repository, however it was cloned, moved or named.
    """
    asked = [name for name, is_given in (("--merge", merging), ("--split", splitting),
                                         ("--undo", undoing)) if is_given]  # fmt: skip
    if len(asked) > 1:
        raise click.UsageError(f"give {' or '.join(asked)}, not both")
    _ensure_number(names, asked)
    with app.existing() as board:
        if merging:
            _merge(app, board, names[0], names[1], reason or "")
        elif splitting:
            _split(app, board, names, reason or "")
        elif undoing:
            row = project_decisions.undo(board, names[0], reason)
            click.echo(f"Undone: {one_line(tie_reason(row))}")
        elif names:
            _show(board, options.the_project(app, board, names[0]), as_json=as_json)
        else:
            _list(board, as_json=as_json)


def _ensure_number(names: tuple[str, ...], asked: list[str]) -> None:
    """Raise UsageError unless there are as many names as what is asked takes."""
    match asked:
        case ["--merge"] if len(names) != 2:
            raise click.UsageError("--merge takes two projects, as in: ONE OTHER --merge")
        case ["--split"] if len(names) not in (1, 2):
            raise click.UsageError("--split takes one name, or two projects to keep apart")
        case ["--undo"] if len(names) != 1:
            raise click.UsageError("--undo takes one id")
        case [] if len(names) > 1:
            raise click.UsageError("give one project; to merge two: ONE OTHER --merge")


def _list(board: Board, *, as_json: bool) -> None:
    rows, found = projects(board), suggested(board)
    if as_json:
        print_json([
            {**row, "last_at": row["last_at"] and iso(row["last_at"]),
             "suggested": [{"merge_into": each.other, "reasons": each.reasons}
                           for each in found if each.one == row["project"]]}
            for row in rows
        ])  # fmt: skip
        return
    if not rows:
        click.echo("No projects; `lessonboard session import` reads the history on this machine.")
    where = screen()
    print_lines(line for row in rows for line in project_lines(row, where))
    print_lines(line for each in found for line in _suggestion_lines(each))


def _suggestion_lines(each: Suggestion) -> Iterator[Line]:
    yield Line(f"{one_line(each.one)} and {one_line(each.other)} may be one repository:")
    for reason in each.reasons:
        yield Line(f"  {one_line(reason)}")
    yield Line(f"  if so: {one_line(merge_command(each))}; if not, the same with --split")


def _show(board: Board, name: str, *, as_json: bool) -> None:
    names = board.names_of(name)
    found = ties(board, names)
    if as_json:
        print_json({"project": name, "names": names, "ties": list(map(_tie_as_json, found))})
        return
    click.secho(one_line(name), bold=True)
    for each in names:
        if each != name:
            click.echo(f"  {one_line(each)}")
    for reason in dict.fromkeys(map(tie_reason, found)):
        click.echo(f"  because {one_line(reason)}")


def _merge(app: App, board: Board, project: str, into: str, reason: str) -> None:
    one, other = options.the_project(app, board, project), options.the_project(app, board, into)
    event = project_decisions.merge(board, one, other, reason)
    click.echo(f"{one} is {other} now; undo it with: lessonboard admin project {event} --undo")


def _split(app: App, board: Board, names: tuple[str, ...], reason: str) -> None:
    name, *others = names
    found = options.the_project(app, board, name)
    for each in others:
        other = options.the_project(app, board, each)
        event = project_decisions.keep_apart(board, found, other, reason)
        click.echo(f"{found} and {other} are two projects; undo it with: "
                   f"lessonboard admin project {event} --undo")  # fmt: skip
        return
    event = project_decisions.split(board, name, found, reason)
    click.echo(f"{name} is no longer {found}; undo it with: "
               f"lessonboard admin project {event} --undo")  # fmt: skip


def _tie_as_json(row: TieRow) -> dict[str, Any]:
    return {
        "id": row["id"], "kind": row["kind"], "one": row["one"], "other": row["other"],
        "first_commit": row["first_commit"], "first_at": iso(row["first_at"]),
        "last_at": iso(row["last_at"]), "undone": bool(row["undone"]), "reason": tie_reason(row),
    }  # fmt: skip
