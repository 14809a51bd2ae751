"""The question of `init`: whether a model may read digests of sessions; none is the default."""

from __future__ import annotations

import sys
import time

import click

from lessonboard.bootstrap import App
from lessonboard.cli.model import PER_DAY, payload_of
from lessonboard.cli.output import rounded
from lessonboard.cli.who_decides import why_refused

NONE = "none"


def ask(app: App, wanted: str | None) -> None:
    """Allow whom `--model` names; without it ask at a terminal, once for a board.

    Who answers nothing, and who is not at a terminal, is asked by nobody and nobody is asked.
    """
    from reflect.model.consent import consent

    if wanted == NONE:
        return
    with app.open() as board:
        is_answered = bool(board.log.version("model-consent"))
        if wanted is None and (is_answered or not _can_be_asked(app)):
            return
        name = wanted or _choice(app)
        if name == NONE:
            from blackboard.events.consent import ModelWithdrawn

            board.record(ModelWithdrawn(reason="asked by init"), actor="human")
            return
        board.record(payload_of(app, name, PER_DAY), actor="human")
        asked = consent(board).asked
    click.echo(f"{asked} is asked after sessions; `lessonboard model show` says what it took.",
               err=True)  # fmt: skip


def _can_be_asked(app: App) -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty() and not why_refused(app)


def _choice(app: App) -> str:
    """What a person answers, after he was told what is sent and how much."""
    from lessonboard.asking import offered
    from reflect.digest.price import expected

    found = offered()
    if not found:
        return NONE
    click.echo("\nA model can read a digest of each session and propose lessons, which are checked "
               "against what happened. Sent are your words, failed calls with their errors, the "
               "agent's last words and short lists of the rest, without known secrets: "
               "`lessonboard reflect --show SESSION` prints it.", err=True)  # fmt: skip
    with app.open() as board:
        for name, account in found.items():
            price = expected(board, name, time.time_ns() // 1000)
            signed_in = f" as {account}" if account else ""
            click.echo(f"  {name}{signed_in}: its own sessions, {price.sessions_a_week} a week, "
                       f"about {rounded(price.tokens_a_month)} tokens a month; at most "
                       f"{rounded(PER_DAY)} a day", err=True)  # fmt: skip
    choice: str = click.prompt("Ask whom?", default=NONE, err=True,
                               type=click.Choice([*found, NONE]))  # fmt: skip
    return choice
