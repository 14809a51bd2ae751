"""`lessonboard recording check`: whether the file of a workflow has errors, and its schema."""

from __future__ import annotations

from pathlib import Path

import click

from blackboard import Board, BoardError
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.parts.recordings.cli.current import problems_shown, workflow_row
from lessonboard.parts.recordings.cli.edit import hosts_option
from lessonboard.parts.recordings.workflow_file.document import Json, steps_of
from lessonboard.parts.recordings.workflow_file.folder import context_of, look, parsed
from lessonboard.parts.recordings.workflow_file.history import versions
from lessonboard.parts.recordings.workflow_file.read import NAME, Context
from lessonboard.parts.recordings.workflow_file.shape import json_schema
from lessonboard.parts.recordings.workflow_file.yaml_tree import parse
from lessonboard.parts.recordings.workflow_files import folder_with_file


@click.command()
@click.argument("what", metavar="ID|FILE", required=False)
@click.option("--schema", is_flag=True, help="Print the JSON Schema of such a file instead.")
@hosts_option
@options.as_json
@click.pass_obj
def check(app: App, what: str | None, schema: bool, hosts: tuple[str, ...], as_json: bool) -> None:
    """Check the file of the workflow ID, or FILE; exit code 1 where it has errors.

    Every error is shown with its line and column. Nothing is recorded.
    """
    if schema:
        print_json(json_schema())
        return
    if what is None:
        raise click.UsageError("give the ID of a recording, or the FILE of a workflow")
    with app.existing() as board, problems_shown(as_json=as_json):
        path, workflow = _checked(board, what, frozenset(hosts))
    steps, params = len(steps_of(workflow)), len(workflow["task_params"])
    if as_json:
        print_json({"file": str(path), "problems": [], "steps": steps, "parameters": params})
        return
    click.echo(
        f"{one_line(str(path))}: {counted(steps, 'step')}, {counted(params, 'parameter')}, no error"
    )


def _checked(board: Board, what: str, hosts: frozenset[str]) -> tuple[Path, Json]:
    """The file that is meant, and the workflow in it.

    Raises:
        BadWorkflowFile: it has errors.
        BoardError: the workflow has no file.
    """
    path, owner = Path(what), ""
    if not path.is_file():
        owner = workflow_row(board, what)["id"]
        folder = folder_with_file(board, owner)
        if folder is None:
            raise BoardError(
                f"no {NAME} of {owner} was found; write it with "
                f"`lessonboard recording edit {owner}`"
            )
        path = folder / NAME
    return path, parsed(path, path.read_bytes(), _context(board, path, hosts, owner))


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
