"""The lessons of a file of JSON lines."""

from __future__ import annotations

import time
from pathlib import Path

import click

from blackboard import BoardError
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, one_line, print_json, progress
from reflect.pipeline.records import Imported, import_lessons


def import_file(app: App, file: Path, project: str | None, *, as_json: bool) -> None:
    """Take in the LessonRecords of a file; `project` is that of records that name none.

    Raises:
        BoardError: it cannot be read.
    """
    try:
        content = file.read_bytes()
    except OSError as error:
        raise BoardError(f"could not read {file}: {error.strerror}") from error
    now, lines = time.time_ns() // 1000, content.split(b"\n")
    with app.open() as board:
        critic = app.critic()
        with progress("Importing", len(content)) as report:
            imported = import_lessons(board, lines, critic, now, project, report)
        board.catch_up()  # so that the first to read does not wait for it
    if as_json:
        print_json(imported.as_json())
    else:
        _report(file, imported)
    if imported.problems:
        raise SystemExit(1)


def _report(file: Path, imported: Imported) -> None:
    click.echo(
        f"Imported {counted(imported.created, 'lesson')}, revised {imported.revised}; "
        f"{imported.recurred} say what a known lesson says, {imported.unchanged} were known."
    )
    for each in imported.contradictions:
        click.echo(
            f"{file}:{each.line}: {one_line(each.lesson)} ({each.status}) "
            f"{'contradicts' if each.verdict == 'opposite' else 'may contradict'} "
            f"{one_line(each.other)} ({each.other_status})",
            err=True,
        )
    for problem in imported.problems:
        field = one_line(problem.field) or "record"
        click.echo(f"{file}:{problem.line}: {field}: {one_line(problem.message)}", err=True)
