"""`lessonboard lesson edit` and `lesson undo`: a lesson's or insight's words, and decisions."""

from __future__ import annotations

from typing import get_args

import click

from blackboard import Board
from blackboard.views.rows import RuleRow
from blackboard.vocabulary import Severity
from lessonboard import decided
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.lesson.deciding import decide_on, reason, rule_id
from lessonboard.cli.lesson.opposed import print_opposed
from lessonboard.cli.who_decides import decides
from reflect.curator import decisions
from reflect.pipeline.pairs import note_pairs

_OF_LESSONS = ("symptom", "root_cause", "resolution", "severity")


@click.command()
@decides()
@rule_id
@click.option("--rule", help="What to do from now on, in one imperative sentence.")
@click.option("--symptom", help="What went wrong.")
@click.option("--root-cause", help="Why it went wrong.")
@click.option("--resolution", help="How it was fixed.")
@click.option("--severity", type=click.Choice(get_args(Severity)), help="How bad it is.")
@click.option("--category", help="What it is about, such as testing.")
@reason
@options.as_json
@click.pass_obj
def edit(
    app: App, /, rule_id: str, rule: str | None, reason: str, as_json: bool, **words: str | None
) -> None:
    """Replace words of a lesson or insight; of an insight its rule and category."""
    given = {name: value for name, value in words.items() if value is not None}
    if rule is None and not given:
        raise click.UsageError("say what to replace, for example --rule 'Run ...'")

    def decide(board: Board, row: RuleRow) -> None:
        if "statement" in row and any(name in given for name in _OF_LESSONS):
            raise click.UsageError("an insight has a rule and a category alone")
        name = "constraint" if "constraint" in row else "statement"
        named = {} if rule is None else {name: rule}
        decisions.revise(board, row, reason, **given, **named)
        if "constraint" in row:
            for each in note_pairs(board, board.row("lessons", row["id"])):
                print_opposed(each.row, each.says)

    decide_on(app, rule_id, as_json, decide)


@click.command()
@decides()
@rule_id
@click.option(
    "--decision", metavar="EVENT", help="A decision other than the last; `lesson ID` lists them."
)
@options.as_json
@click.pass_obj
def undo(app: App, rule_id: str, decision: str | None, as_json: bool) -> None:
    """Undo the last decision about a lesson or insight, by a person or the policy.

    Also one about its guard, or where it is muted.
    """
    decide_on(app, rule_id, as_json, lambda board, row: decided.undo(board, row, decision))
