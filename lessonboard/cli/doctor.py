"""`lessonboard doctor`: whether all is well, and what to do where it is not."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import click

from lessonboard.bootstrap import App
from lessonboard.cli.options import as_json
from lessonboard.cli.output import one_line, print_json
from lessonboard.doctor import Diagnosis, examine


@click.command()
@click.option("--verbose", is_flag=True, help="Show tables: agents, hooks, errors.")
@click.option("--secrets", is_flag=True, help="Scan the board for secrets instead.")
@as_json
@click.pass_obj
def doctor(app: App, verbose: bool, secrets: bool, as_json: bool) -> None:
    """Check that memory works: the board, the transcripts, the hooks of the agents.

    Writes nothing. With --secrets, all events are scanned with today's redaction rules, and the
    command is shown that erases those with secrets that an older version missed.
    """
    if secrets:
        from lessonboard.cli.doctor_secrets import look_for_secrets

        look_for_secrets(app, as_json=as_json)
        return
    findings = examine(app, time.time_ns() // 1000)
    if as_json:
        print_json([_as_json(finding) for finding in findings])
    else:
        for finding in findings:
            _print(finding, verbose=verbose)
    if any(finding.level == "bad" for finding in findings):
        raise SystemExit(1)


def _as_json(finding: Diagnosis) -> dict[str, Any]:
    return {**finding._asdict(), "details": finding.details or {}}


def _print(finding: Diagnosis, *, verbose: bool) -> None:
    mark = {"good": "ok  ", "note": "note", "bad": "BAD "}[finding.level]
    click.echo(f"{mark}  {finding.what}: {one_line(finding.found)}")
    if finding.advice:
        click.echo(f"      {one_line(finding.advice)}")
    for rows in (finding.details or {}).values() if verbose else ():
        if isinstance(rows, list) and rows:
            for line in _lines(rows):
                click.echo(f"        {line}")


def _lines(values: Sequence[Any]) -> Iterator[str]:
    """Rows as a table, under the names of their fields; other values a line each."""
    rows = [value for value in values if isinstance(value, dict)]
    if len(rows) < len(values):
        yield from map(_cell, values)
        return
    names = list(dict.fromkeys(name for row in rows for name in row))
    cells = [names, *([_cell(row.get(name)) for name in names] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  ".join(map(str.ljust, row, widths)).rstrip()


def _cell(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_cell, value)) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (
        "-" if value is None else one_line(f"{value:g}" if isinstance(value, float) else str(value))
    )
