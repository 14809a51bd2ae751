"""`lessonboard lesson context`: the few lessons that fit a situation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from blackboard import Board, BoardError, Delivery, Situation
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json
from lessonboard.exclusion import omission


@click.command()
@click.option("--project", help="The project; default: the repository of the working folder.")
@click.option("--prompt", help="What the agent was asked.")
@click.option(
    "--prompt-file", type=click.Path(path_type=Path), help="A file with it; - is standard input."
)
@click.option(
    "--path", "paths", multiple=True, help="A file that is being worked on; may be repeated."
)
@click.option("--command", default="", help="The command that is about to run.")
@click.option("--error", default="", help="The current error.")
@click.option(
    "--max",
    "most",
    type=click.IntRange(1, 20),
    help="The most lessons; default 5, and 2 or 3 for a command.",
)
@click.option(
    "--budget", type=click.IntRange(1), metavar="TOKENS", help="The most tokens; default 1500."
)
@options.as_of
@options.as_json
@click.pass_obj
def context(
    app: App,
    project: str | None,
    prompt: str | None,
    prompt_file: Path | None,
    paths: tuple[str, ...],
    command: str,
    error: str,
    most: int | None,
    budget: int | None,
    as_of: str | None,
    as_json: bool,
) -> None:
    """Print what an agent would be shown in a situation, or nothing.

    A lesson must share a file, a command or an error with what is given, or a prompt must have a
    sentence that shares enough rare words with it; otherwise nothing is printed. Hooks and the MCP
    server choose in the same way, but hooks, which act unasked, only say what is surer.
    """
    default_most, default_budget = app.context_limits
    with options.reading(app, as_of) as board:
        meant = _project(app, board, project)
        if reason := omission(board).why_off(meant, None, None):
            click.echo(f"Nothing is shown: lessonboard is off there: {one_line(reason)}", err=True)
        situation = Situation(
            prompt=_prompt(prompt, prompt_file),
            project=meant,
            paths=paths,
            command=command,
            error=error,
            asked=True,
        )
        found = Delivery() if reason else board.context(
            situation,
            limit=most or default_most,
            budget=budget or default_budget,
            min_confidence=app.min_confidence,
        )  # fmt: skip
    if as_json:
        print_json(_as_json(found))
    elif not found.abstained:
        click.echo(found.text)


def _prompt(prompt: str | None, file: Path | None) -> str:
    if prompt is not None and file is not None:
        raise click.UsageError("give --prompt or --prompt-file, not both")
    if file is None:
        return prompt or ""
    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise BoardError(f"could not read {file}: {error.strerror}") from error
    return raw.decode("utf-8", "replace")


def _project(app: App, board: Board, given: str | None) -> str | None:
    """Return the project meant: the one named, else the repository here; None means any."""
    return app.project if given is None else options.the_project(app, board, given)


def _as_json(found: Delivery) -> dict[str, Any]:
    items = [
        {
            "id": choice.candidate.id,
            "kind": choice.candidate.kind,
            "score": choice.score,
            "reason": choice.reason,
        }
        for choice in found.items
    ]
    return {"text": found.text, "items": items, "abstained": found.abstained}
