"""`lessonboard reflect --show`: the first question about a session, byte for byte."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import print_json
from reflect.digest.digest import digest
from reflect.model.model import marked
from reflect.proposals import question
from reflect.proposals.fitting import fitting
from reflect.proposals.understand import active_lessons
from reflect.trajectory import trajectory


def show_question(app: App, beginning: str, *, as_json: bool) -> None:
    """Print what a model is sent of a session; nothing is sent.

    An agent's own program adds to it what `docs/agents.md` lists for its version.
    """
    with options.reading(app) as board:
        session = board.row("sessions", options.session_named(board, beginning))
        looked = digest(trajectory(board, session))
        rows = active_lessons(board, session["project"])
        asked = [
            "\n\n".join(message.text for message in marked(thread))
            for each in looked.windows
            for thread in [question.propose(each, fitting(rows, each))]
        ]
    if as_json:
        print_json({"session": session["id"], "questions": asked})
        return
    for text in asked:
        click.echo(text)
    if not asked:
        click.echo("Nothing would be sent: nothing happened in it.", err=True)
