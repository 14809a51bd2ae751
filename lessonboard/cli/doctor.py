"""`lessonboard doctor`: whether all is well, and what to do where it is not."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.checkup import Finding, examine
from lessonboard.cli.options import as_json
from lessonboard.cli.output import print_json, shown


@click.command()
@as_json
@click.pass_obj
def doctor(app: App, as_json: bool) -> None:
    """Look at the board, its views and the transcripts on this machine."""
    findings = examine(app)
    if as_json:
        print_json([finding._asdict() for finding in findings])
    else:
        for finding in findings:
            _print(finding)
    if any(finding.level == "bad" for finding in findings):
        raise SystemExit(1)


def _print(finding: Finding) -> None:
    mark = {"good": "ok  ", "note": "note", "bad": "BAD "}[finding.level]
    click.echo(f"{mark}  {finding.what}: {shown(finding.found)}")
    if finding.advice:
        click.echo(f"      {finding.advice}")
