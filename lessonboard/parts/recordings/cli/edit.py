"""`lessonboard recording edit`, `check`, `diff`, `undo`, `schema`: the workflow as a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import unified_diff
from pathlib import Path

import click

from blackboard import Board, BoardError
from blackboard.views.rows import WorkflowRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.naming import key_of
from lessonboard.parts.recordings.cli.run import workflows_option
from lessonboard.parts.recordings.compiler.folder import folder_of
from lessonboard.parts.recordings.workflow_file.document import Json, steps_of
from lessonboard.parts.recordings.workflow_file.folder import (
    context_of,
    look,
    parsed,
    project,
    take_in,
)
from lessonboard.parts.recordings.workflow_file.history import (
    last_edit,
    record_edit,
    version,
    versions,
    without,
)
from lessonboard.parts.recordings.workflow_file.read import NAME, BadWorkflowFile, Context, written
from lessonboard.parts.recordings.workflow_file.renewal import PERSON
from lessonboard.parts.recordings.workflow_file.shape import json_schema
from lessonboard.parts.recordings.workflow_file.yaml_tree import parse
from lessonboard.parts.recordings.workflow_files import WORKFLOWS, folder_with_file, in_force

hosts_option = click.option(
    "--allow-host", "hosts", multiple=True, metavar="HOST[:PORT]",
    help="Another host that the file may name, besides those of the recording.",
)  # fmt: skip
_id = click.argument("recording_id", metavar="ID")
_reason = click.option("--reason", default="", help="Why; it is kept with the edit.")


@contextmanager
def problems_shown(*, as_json: bool) -> Iterator[None]:
    """All problems of a workflow file, each on a line, before the command ends with them."""
    try:
        yield
    except BadWorkflowFile as error:
        if as_json:
            print_json(_as_json(error))
            raise SystemExit(1) from error
        _show(error)
        raise


def show_taken(event: str, conflicts: object, *, as_json: bool) -> None:
    """That the edits of a file were recorded, on standard error."""
    if event and not as_json:
        click.echo(f"lessonboard: the edits of {NAME} are recorded as {event}", err=True)
    for conflict in conflicts if isinstance(conflicts, (list, tuple)) else ():
        click.echo(f"lessonboard: it was changed elsewhere as well; {conflict}", err=True)


@click.command()
@_id
@workflows_option
@hosts_option
@_reason
@options.as_json
@click.pass_obj
def edit(
    app: App,
    recording_id: str,
    workflows: Path | None,
    hosts: tuple[str, ...],
    reason: str,
    as_json: bool,
) -> None:
    """Open the workflow ID in an editor ($VISUAL or $EDITOR), check it and record the edit.

    Where it has errors they are shown, and it is opened again if you like. Without a terminal it
    says where the file is; edit it there, and `recording run` takes it as it is.
    """
    with app.open() as board:
        row = _row(board, recording_id)
        folder = folder_with_file(board, row["id"], workflows) or folder_of(
            workflows or WORKFLOWS, row["id"]
        )
        project(board, row, folder)
        if not sys.stdin.isatty() or as_json:
            with problems_shown(as_json=as_json):
                taken = take_in(board, row, folder, actor=PERSON, hosts=frozenset(hosts),
                                reason=reason)  # fmt: skip
            _print_edited(folder / NAME, taken.event, as_json=as_json)
            return
        while True:
            click.edit(filename=str(folder / NAME))
            try:
                taken = take_in(board, row, folder, actor=PERSON, hosts=frozenset(hosts),
                                reason=reason)  # fmt: skip
                break
            except BadWorkflowFile as error:
                _show(error)
                if not click.confirm("Open it again?", default=True, err=True):
                    raise
        _print_edited(folder / NAME, taken.event, as_json=as_json)
        show_taken("", taken.conflicts, as_json=as_json)


def _print_edited(path: Path, event: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"file": str(path), "event": event or None})
    elif event:
        click.echo(f"The edit is recorded as {event}; {one_line(str(path))} is what is run.")
    else:
        click.echo(f"Nothing is changed in {one_line(str(path))}")


@click.command()
@click.argument("what", metavar="ID|FILE")
@workflows_option
@hosts_option
@options.as_json
@click.pass_obj
def check(
    app: App, what: str, workflows: Path | None, hosts: tuple[str, ...], as_json: bool
) -> None:
    """Check the file of the workflow ID, or FILE; exit code 1 where it has errors.

    Every error is shown with its line and column. Nothing is recorded.
    """
    with app.open() as board, problems_shown(as_json=as_json):
        path, owner = Path(what), ""
        if not path.is_file():
            row = _row(board, what)
            owner = row["id"]
            folder = folder_with_file(board, row["id"], workflows)
            if folder is None:
                raise BoardError(
                    f"no {NAME} of {row['id']} was found; give --workflows, or write it with "
                    f"`lessonboard recording edit {row['id']}`"
                )
            path = folder / NAME
        workflow = parsed(path, path.read_bytes(), _context(board, path, frozenset(hosts), owner))
    steps, params = len(steps_of(workflow)), len(workflow["task_params"])
    if as_json:
        print_json({"file": str(path), "problems": [], "steps": steps, "parameters": params})
        return
    click.echo(
        f"{one_line(str(path))}: {counted(steps, 'step')}, {counted(params, 'parameter')}, no error"
    )


@click.command()
@_id
@click.option("--from", "first", metavar="EVENT", help="A version; default: as compiled last.")
@click.option("--to", "last", metavar="EVENT", help="A version; default: as it is run.")
@workflows_option
@options.as_json
@click.pass_obj
def diff(
    app: App,
    recording_id: str,
    first: str | None,
    last: str | None,
    workflows: Path | None,
    as_json: bool,
) -> None:
    """Show how the workflow ID was edited, as a diff of its file.

    EVENT is the id of a version as `recording show` lists it, or its position in the log.
    """
    with app.open() as board:
        row = _row(board, recording_id)
        with problems_shown(as_json=as_json):
            row, taken = in_force(board, row, workflows)
        show_taken(taken.event, taken.conflicts, as_json=as_json)
        found = versions(board, row["id"])
    before = version(found, first).workflow if first else row["compiled"] or row["workflow"]
    after = version(found, last).workflow if last else row["workflow"]
    texts = [written(each).splitlines() for each in (before, after)]
    names = [f"{NAME} {first or 'compiled'}", f"{NAME} {last or 'now'}"]
    lines = list(unified_diff(texts[0], texts[1], names[0], names[1], lineterm=""))
    if as_json:
        print_json({"from": names[0], "to": names[1], "diff": lines})
        return
    for line in lines or ["There is no difference."]:
        click.echo(line)


@click.command()
@_id
@click.argument("event", required=False)
@workflows_option
@_reason
@options.as_json
@click.pass_obj
def undo(
    app: App,
    recording_id: str,
    event: str | None,
    workflows: Path | None,
    reason: str,
    as_json: bool,
) -> None:
    """Take back the last edit of the workflow ID, or the edit EVENT; undoing an undo redoes it."""
    with app.open() as board:
        row = _row(board, recording_id)
        with problems_shown(as_json=as_json):
            row, taken = in_force(board, row, workflows)
        show_taken(taken.event, taken.conflicts, as_json=as_json)
        found = versions(board, row["id"])
        undone = version(found, event) if event else last_edit(found)
        new = record_edit(
            board,
            row,
            without(found, undone),
            actor=PERSON,
            undoes=undone.event,
            reason=reason,
        )
        row, _ = in_force(board, board.row("workflows", row["id"]), workflows)
    if as_json:
        print_json({"event": new, "undoes": undone.event, "edited": row["compiled"] is not None})
        return
    state = "still edited" if row["compiled"] is not None else "as it was compiled"
    click.echo(f"{undone.event} is taken back; {one_line(row['title'])} is {state}.")
    click.echo(f"Redo: lessonboard recording undo {one_line(row['id'])} {new}")


@click.command()
def schema() -> None:
    """Print the JSON Schema of `workflow.yaml`."""
    print_json(json_schema())


def _row(board: Board, beginning: str) -> WorkflowRow:
    return board.row("workflows", key_of(board, "workflows", beginning))


def _context(board: Board, path: Path, hosts: frozenset[str], owner: str) -> Context:
    """What a file is checked beside: the workflow `owner`, else the one that it names."""
    value = parse(path.read_bytes().decode(errors="replace")).value
    recording = owner or (value.get("recording") if isinstance(value, dict) else None)
    found = versions(board, recording) if isinstance(recording, str) and recording else []
    if not found:
        return Context(hosts=hosts)
    file = look(path.parent) if path.name == NAME else None
    made_from = file.made_from if file else ""
    base = next((each for each in found if each.event == made_from), found[-1])
    return context_of(found, base, hosts)


def _as_json(error: BadWorkflowFile) -> Json:
    problems = [{"line": each.mark.line, "column": each.mark.column, "text": each.text}
                for each in error.problems]  # fmt: skip
    return {"file": str(error.path), "problems": problems}


def _show(error: BadWorkflowFile) -> None:
    for line in error.lines:
        click.echo(one_line(line), err=True)
