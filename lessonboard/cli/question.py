"""`lessonboard session reflect --show`: the first question about a session, byte for byte."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import print_json
from lessonboard.would_ask import agent_of, questions_about


def show_question(app: App, beginning: str, *, as_json: bool) -> None:
    """Print what a model is sent of a session, and what the agent's program adds; send nothing."""
    with options.reading(app) as board:
        session = board.row("sessions", options.session_named(board, beginning))
        asked = questions_about(board, session)
        agent = agent_of(board, session)
    added = agent.adds if agent else None
    if as_json:
        print_json({"session": session["id"], "questions": asked,
                    "added": added and added._asdict()})  # fmt: skip
        return
    for text in asked:
        click.echo(text)
    if not asked:
        click.echo("Nothing would be sent: nothing happened in it.", err=True)
    elif agent:
        unknown = "what is not known yet"
        click.echo(f"{agent.title} itself adds {added or unknown}", err=True)
