"""The question of `init`: whether a model may read digests of sessions; none is the default."""

from __future__ import annotations

import sys
import time
from contextlib import suppress

import click

from blackboard import Board
from blackboard.events.consent import PER_DAY
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, one_line, rounded
from lessonboard.cli.who_decides import why_refused

NONE = "none"


def check(app: App, name: str | None) -> None:
    """Refuse a name that cannot be asked, before anything is written.

    Raises:
        BoardError: `--model` names no model or agent that can be asked on this machine.
    """
    from lessonboard.asking import permission

    if name not in (None, NONE):
        permission(app.config.model, str(name), PER_DAY)


def ask(app: App, name: str | None) -> None:
    """Allow whom `--model` names; without it ask at a terminal, once for a board."""
    from lessonboard.asking import permission, withdraw
    from reflect.model.consent import consent

    with app.open() as board:
        if name is None:
            name = None if consent(board).decided or not _can_be_asked(app) else _choice(app, board)
        if name is None:
            return
        if name == NONE:
            withdraw(board, "init")
            return
        board.record(permission(app.config.model, name, PER_DAY), actor="human")
        asked = consent(board).asked
    click.echo(f"{one_line(asked)} is asked after sessions; `lessonboard admin model` says what "
               "it took.", err=True)  # fmt: skip


def _can_be_asked(app: App) -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty() and not why_refused(app)


def _choice(app: App, board: Board) -> str | None:
    """Ask a person after showing what is sent and how much; None where they cannot be asked."""
    from lessonboard.asking import offered, price

    found = offered(app.config.model)
    if not found:
        return None
    click.echo("\nA model can read a digest of each session and propose lessons, which are checked "
               "against what happened. Sent are your words, failed calls with their errors, the "
               "agent's last words and short lists of the rest, without known secrets: "
               "`lessonboard session reflect --show SESSION` prints it. No cheaper model than each "
               "agent's standard one was measured.", err=True)  # fmt: skip
    for name, who in found.items():
        took = price(board, name, time.time_ns() // 1000)
        click.echo(f"  {name} ({one_line(who) or 'account unknown'}): "
                   f"{counted(took.sessions_a_week, 'session')} a week, about "
                   f"{rounded(took.tokens_a_month)} tokens a month; at most "
                   f"{rounded(PER_DAY)} a day", err=True)  # fmt: skip
    with suppress(click.Abort):
        answer: str = click.prompt("Ask whom?", default=NONE, err=True,
                                   type=click.Choice([*found, NONE]))  # fmt: skip
        return answer
    return None
