"""`lessonboard lesson keep` and `lesson drop`: whether agents are shown a lesson or insight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from blackboard import Board
from blackboard.views.rows import RuleRow
from lessonboard import said_once
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.lesson.deciding import approve, decide_on, reason, show_everywhere
from lessonboard.cli.lesson.harmful import despite
from lessonboard.cli.who_decides import decides
from reflect.curator import decisions

_rule_id = click.argument("rule_id", metavar="[ID]", required=False)


@click.command()
@decides()
@_rule_id
@click.option("--everywhere", is_flag=True, help="It holds in every project.")
@click.option(
    "--pin/--no-pin", default=None,
    help="Always show it where it fits and never measure it; --no-pin ends only that.",
)  # fmt: skip
@click.option("--wake", is_flag=True, help="Only show it again although it rests.")
@despite
@reason
@options.as_json
@click.pass_obj
def keep(
    app: App,
    rule_id: str | None,
    everywhere: bool,
    pin: bool | None,
    wake: bool,
    despite: tuple[str, ...],
    reason: str,
    as_json: bool,
) -> None:
    """Approve a lesson or insight, so that agents are shown it plainly.

    Without an ID it is what you said last in this project and did not decide on. Lessons that say
    the same or the opposite are shown. A harmful one is approved only when you name the harm, with
    --despite or when asked at a terminal; when its words change it waits again.
    """
    acts: list[Callable[[Board, Any, str], object]] = []
    acts += [show_everywhere] if everywhere else []
    acts += [] if pin is None else [decisions.pin if pin else decisions.unpin]
    acts += [decisions.wake] if wake else []

    def decide(board: Board, row: RuleRow) -> None:
        if "statement" in row and (pin is not None or wake):
            raise click.UsageError("an insight is neither pinned nor has a check")
        if not acts or (row["status"] != "approved" and pin is not False and not wake):
            approve(board, row, reason, despite)
        for act in acts:
            act(board, board.row(decisions.view_of(row), row["id"]), reason)

    decide_on(app, rule_id, as_json, decide)


@click.command()
@decides()
@_rule_id
@click.option("--outdated", is_flag=True, help="It was right once: retire it.")
@reason
@options.as_json
@click.pass_obj
def drop(app: App, rule_id: str | None, outdated: bool, reason: str, as_json: bool) -> None:
    """Reject a lesson or insight: agents are not shown it again, in any wording.

    Without an ID it is what you said last in this project and did not decide on. `lesson undo`
    brings it back.
    """

    def decide(board: Board, row: RuleRow) -> None:
        if outdated or "statement" in row:
            decisions.retire(board, row, reason)
        else:
            said_once.decide(board, row, "drop", reason)

    decide_on(app, rule_id, as_json, decide)
