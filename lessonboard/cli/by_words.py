"""`lessonboard "some words"`: a search without the name of a command.

Of an error it first shows what was done about it before.
"""

from __future__ import annotations

import re
from typing import Any

import click

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lessonboard.bootstrap import App

FIRST_MINUTE = "lessonboard.first_minute"
"""In the context of a command: the first minute was part of it, so that nothing else is asked."""

_NAME = re.compile(r"[A-Za-z-]+")


def is_text(word: str) -> bool:
    """Return whether a first word cannot be meant as a command or an option.

    >>> is_text("Missing script: test"), is_text("E0308"), is_text("serach"), is_text("--db")
    (True, True, False, False)
    """
    return bool(word) and not word.startswith("-") and not _NAME.fullmatch(word)


def by_words(search: click.Command | None) -> click.Command:
    """Return the command that does so: `search` with its options."""
    assert search is not None

    @click.pass_context
    def answer(ctx: click.Context, /, **given: Any) -> None:
        text = " ".join(given["words"])
        if not _first_minute(ctx):
            return
        if not (given["as_json"] or given["as_of"]):
            _fix(ctx.obj, text)
        ctx.invoke(search, **given)

    return type(search)(
        "search", callback=answer, params=search.params, help=search.help,
        context_settings=search.context_settings,
    )  # fmt: skip


def _first_minute(ctx: click.Context) -> bool:
    """Offer to read the history where there is no board; returns whether there is one now."""
    if ctx.obj.has_board:
        return True
    from lessonboard.cli.first_minute import begin, is_due

    if not is_due(ctx.obj):
        return True  # and the search says what reads it
    ctx.meta[FIRST_MINUTE] = True
    begin(ctx.obj)
    return bool(ctx.obj.has_board)


def _fix(app: App, text: str) -> None:
    """Show what was done about an error before, where the words are one."""
    from blackboard.fixes import fixes
    from blackboard.search.moments import error_line
    from blackboard.session_names import short_ids
    from lessonboard.present.fixes import fixes_lines

    with app.existing() as board:
        found = fixes(board, text, here=board.project(app.project))
        is_known = found.exact or (error_line(text) is not None and (found.seen or found.lessons))
        if not is_known:
            return
        sessions = [each.latest.session for each in found.remedies]
        names, me = short_ids(sessions, board.keys("sessions")), board.person
    for line in fixes_lines(found, names, None, me):
        click.echo(line)
    click.echo()
