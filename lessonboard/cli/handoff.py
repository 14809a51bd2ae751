"""`lessonboard handoff`: a session as the next agent needs it."""

from __future__ import annotations

import time
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from blackboard.agents.starting import starts_with_prompt
from blackboard.sources.repository import project_of
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import print_json

if TYPE_CHECKING:
    from blackboard import Board

_MOST_SECONDS = 3
"""Of reading, the newest transcripts first."""


@click.command()
@click.argument("session_id", metavar="[SESSION]", required=False)
@options.project
@click.option(
    "--to", "agent", metavar="AGENT",
    help="Print the command that starts this agent (claude, codex) with it, and run nothing.",
)  # fmt: skip
@options.as_json
@click.pass_obj
def handoff(
    app: App, session_id: str | None, project: str | None, agent: str | None, as_json: bool
) -> None:
    """Print the last session of this folder as the next agent needs it, or that of an ID.

    What was asked in the person's words, where it stopped, what failed, the files, the repository
    and what was run last, each with its place in the session, in at most 1,500 tokens. No model
    is asked. Give it to an agent as its first prompt, or type /handoff in its session.
    """
    from lessonboard.handing_over import hand_over, last_session
    from lessonboard.present.handoff import handoff_json, handoff_text

    if session_id is not None and project is not None:
        raise click.UsageError("give the ID of a session or --project, not both")
    if agent is not None and as_json:
        raise click.UsageError("give --to or --json, not both")
    words = _words_of(agent)
    with app.open() as board:
        _read_what_is_new(app, board)
        if session_id is None:
            row = last_session(board, _project(app, board, project))
        else:
            row = board.row("sessions", options.session_named(board, session_id))
        found, name = hand_over(board, row)
    if as_json:
        print_json(handoff_json(found, row, name))
    elif words:
        click.echo(_command(words, row["cwd"], name))
    else:
        click.echo(handoff_text(found, row, name))


def _read_what_is_new(app: App, board: Board) -> None:
    """Take in what a session left that no hook reported: one that was killed did not end."""
    from lessonboard.sweep import sweep

    until = time.monotonic() + _MOST_SECONDS
    if not board.read_only:
        sweep(app, board, lambda: time.monotonic() > until)


def _project(app: App, board: Board, given: str | None) -> str:
    """Return the project that is meant; a folder outside of any repository is one itself."""
    if given is None and app.project is None:
        return project_of(str(Path.cwd()))
    return options.the_project(app, board, given)


def _words_of(agent: str | None) -> tuple[str, ...]:
    """Return how an agent is started with a prompt; nothing where none was named."""
    known = starts_with_prompt()
    if agent is None:
        return ()
    if agent not in known:
        names = ", ".join(sorted(known))
        raise click.UsageError(f"no way to start {agent!r} with a prompt is known, but of {names}")
    return known[agent]


def _command(words: tuple[str, ...], folder: str | None, name: str) -> str:
    go = f"cd {quote(folder)} && " if folder else ""
    return f'{go}{" ".join(words)} "$(lessonboard handoff {name})"'
