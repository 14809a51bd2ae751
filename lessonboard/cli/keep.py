"""`lessonboard keep` and `drop`: a person's word on what he said in a session."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.deciding import print_decided, reason
from lessonboard.cli.offering import print_offer
from lessonboard.cli.who_decides import decides
from lessonboard.naming import key_of

_lesson = click.argument("lesson_id", metavar="[ID]", required=False)


@click.command()
@decides()
@_lesson
@reason
@options.as_json
@click.pass_obj
def keep(app: App, lesson_id: str | None, reason: str, as_json: bool) -> None:
    """Keep what you said: from now on agents are told it plainly.

    Without an ID, what you said last in this project and did not decide on. With one it is any
    lesson, as by `lesson approve`.
    """
    _decide(app, "keep", lesson_id, reason, as_json)


@click.command()
@decides()
@_lesson
@reason
@options.as_json
@click.pass_obj
def drop(app: App, lesson_id: str | None, reason: str, as_json: bool) -> None:
    """Drop what you said: agents are not told it again, in whatever wording.

    Without an ID, what you said last in this project and did not decide on. With one it is any
    lesson, as by `lesson reject`. `lesson undo` takes it back.
    """
    _decide(app, "drop", lesson_id, reason, as_json)


def _decide(app: App, word: str, lesson_id: str | None, reason: str, as_json: bool) -> None:
    from lessonboard import said_once

    with app.open() as board:
        if lesson_id is None:
            row = said_once.newest(board, options.the_project(app, board, None))
        else:
            row = board.row("lessons", key_of(board, "lessons", lesson_id))
        said_once.decide(board, row, word, reason)
        after = board.row("lessons", row["id"])
        print_decided(after, as_json=as_json)
        if word == "keep":
            print_offer(board, after)
