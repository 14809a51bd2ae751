"""What lessons did in a span of time, gathered and printed: in five sentences, whole, as JSON."""

from __future__ import annotations

import time
from typing import Any

import click

from blackboard import Board
from blackboard.event import iso
from lessonboard import announcing
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.announcing import note_shown
from lessonboard.cli.output import print_json
from lessonboard.present.as_json import rule_json
from lessonboard.present.effects import pool_json
from lessonboard.present.report import Week, sentences
from lessonboard.unread import nothing_read
from lessonboard.waiting import number_waiting
from reflect.accounts.digest import Digest, Span
from reflect.accounts.judge import judge
from reflect.backtest.result import result
from reflect.curator.report import report as sum_up
from reflect.guards.next_steps import next_steps, spoke_since


def show_week(
    app: App, since: int, project: str | None, *, everything: bool, as_json: bool
) -> None:
    """Print what lessons did since a time.

    Args:
        app: the settings and the board.
        since: microseconds since 1970.
        project: of this one alone.
        everything: each lesson, not only the sentences.
        as_json: print all of it for other programs.
    """
    with options.reading(app) as board:
        week = _gathered(app, board, since, project)
        if everything or as_json:
            from lessonboard.present.model import state  # it takes what asks models

            week = week._replace(model=state(board, app.config.model, week.span.until))
        if everything and not as_json:
            note_shown(app, board, week.said, week.steps)
        unread = nothing_read(board)
    if as_json:
        print_json(_as_json(week))
    elif everything:
        from lessonboard.cli.lesson.whole_report import print_whole

        print_whole(week)
    else:
        for sentence in [unread] if unread and week.found.is_empty else sentences(week):
            click.echo(sentence)


def _gathered(app: App, board: Board, since: int, project: str | None) -> Week:
    span = Span(since, time.time_ns() // 1000, app.config.curator.stale_days)
    if not board.read_only:
        judge(board)
    projects = None if project is None else board.projects(project)
    where = {} if projects is None else {"project": projects}
    return Week(
        span,
        sum_up(board, span, projects, app.config.curator),
        number_waiting(board, where),
        announcing.sentences(board, where),
        next_steps(board, where),
        spoke_since(board, since, where),
        result(board, projects=projects).as_json(),
        {},
        "--all" if project is None else f"--project {project}",
        bool(board.view("exposures", where={"injected_at>=": 0}, limit=1)),
    )


def _as_json(week: Week) -> dict[str, Any]:
    return {
        **_digest_json(week.found, week.span),
        "backtest": week.backtest if week.backtest["sessions"] else None,
        "model": week.model,
        "next": [step.as_json() for step in week.steps],
        "waiting": week.waiting,
        "spoke": [row["id"] for row in week.spoke],
        "remembering": [rule_json(row) for row in week.said],
    }


def _digest_json(found: Digest, span: Span) -> dict[str, Any]:
    from lessonboard.cli.lesson.whole_report import PARTS

    parts = {name: [line._asdict() for line in getattr(found, name)] for name in PARTS}
    return {
        "since": iso(span.since),
        "until": iso(span.until),
        "pools": [pool_json(pool) for pool in found.pools],
        **parts,
        "injections": found.injections,
        "tokens": found.tokens,
        "silent_sessions": found.silent.part,
        "sessions": found.silent.total,
        "session_tokens": dict(found.used),
    }
