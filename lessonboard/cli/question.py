"""`lessonboard session reflect --show`: the first question about a session, byte for byte."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import print_json
from reflect.digest.digest import digest
from reflect.model.agents.registry import agents
from reflect.model.consent import consent
from reflect.model.model import marked
from reflect.proposals import question
from reflect.proposals.fitting import fitting
from reflect.proposals.understand import active_lessons
from reflect.trajectory import trajectory


def show_question(app: App, beginning: str, *, as_json: bool) -> None:
    """Print what a model is sent of a session, and what the agent's program adds; send nothing."""
    with options.reading(app) as board:
        session = board.row("sessions", options.session_named(board, beginning))
        looked = digest(trajectory(board, session))
        rows = active_lessons(board, session["project"])
        asked = [
            "\n\n".join(message.text for message in marked(thread))
            for each in looked.windows
            for thread in [question.propose(each, fitting(rows, each))]
        ]
        agent = None if consent(board).endpoint else agents().get(session["agent"] or "")
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
