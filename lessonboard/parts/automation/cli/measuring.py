"""`automation run --measure`: whether merged improvements have held, on their issues."""

from __future__ import annotations

from typing import Any

import click

from blackboard import Board
from blackboard.event import iso
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, print_json
from lessonboard.parts.automation.improvements.impact import Measurement
from lessonboard.parts.automation.improvements.measure import due, measure
from lessonboard.parts.automation.orchestration import forge_of
from reflect.examine import examine


def measured(app: App, board: Board, project: str, *, dry_run: bool, as_json: bool) -> None:
    """Comment on each issue, once enough sessions after the merge were examined; print that."""
    enough = app.config.automation.measure_after
    if dry_run:
        examine(board)
        found = due(board, project, enough)
    else:
        found = measure(board, forge_of(app, board, project), project, enough)
    if as_json:
        print_json([_as_json(each) for each in found])
        return
    click.echo(f"{counted(len(found), 'issue')} {'would be' if dry_run else 'were'} commented on.")
    for each in found:
        click.echo(f"  issue {each.improvement.issue}: {each.comment}")


def _as_json(each: Measurement) -> dict[str, Any]:
    return {
        **each.improvement._asdict(),
        "merged_at": iso(each.improvement.merged_at),
        "until": iso(each.until),
        "sessions": each.sessions,
        "examined": each.after.examined,
        "recurred": each.after.seen,
        "examined_before": each.before.examined,
        "recurred_before": each.before.seen,
        "outcome": each.outcome,
        "comment": each.comment,
    }
