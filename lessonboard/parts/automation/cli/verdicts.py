"""Which session is decided about, and how the verdict is shown."""

from __future__ import annotations

import click

from blackboard import Board, BoardError
from blackboard.errors import NotFound
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json
from lessonboard.parts.automation.improvements.automation import Automation
from lessonboard.parts.automation.improvements.session import patterns_of
from lessonboard.parts.automation.improvements.trigger import Verdict
from reflect.result import ReflectionResult


def last_session(board: Board, project: str) -> str:
    """The id of the project's last session that lessonboard did not start itself.

    Raises:
        NotFound: there is none.
    """
    where = {"project": project, "child": 0}
    if rows := board.view("sessions", where=where, order="-last_at", limit=1):
        return rows[0]["id"]
    raise NotFound(f"{project} has no session; `lessonboard session import` reads the history")


def looked(app: App, board: Board, session_id: str) -> tuple[Automation, ReflectionResult]:
    """The automation of a session's project, and the session's patterns.

    Raises:
        BoardError: lessonboard started the session itself.
    """
    row = board.row("sessions", options.session_named(board, session_id))
    if row["child"]:
        raise BoardError(
            f"{row['id']} was started by lessonboard itself: nothing is made of such sessions, "
            "or it would feed on itself"
        )
    return Automation(board, row["project"], app.config.automation), patterns_of(board, row)


def show(verdict: Verdict, as_json: bool) -> None:
    """Print each question with its answer, and what follows."""
    if as_json:
        print_json({
            "triggers": verdict.triggers,
            "reason": verdict.reason,
            "fingerprint": verdict.fingerprint,
            "pattern": verdict.pattern.model_dump() if verdict.pattern else None,
            "checks": [check._asdict() for check in verdict.checks],
        })  # fmt: skip
        return
    for check in verdict.checks:
        mark = "yes" if check.passed else "no "
        click.secho(f"{mark}  {check.name}: {one_line(check.found)}", bold=not check.passed)
    click.echo("It triggers." if verdict.triggers else f"It does not trigger: {verdict.reason}")
