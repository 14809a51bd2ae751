"""`lessonboard lesson approve`, `reject`, `promote` and the like: decisions about lessons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from blackboard import Board
from blackboard.views.rows import LessonRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.deciding import decide_on, lesson_id, reason
from lessonboard.cli.harmful import consent, despite
from lessonboard.cli.offering import print_offer
from lessonboard.cli.opposed import print_opposed, print_same
from lessonboard.cli.output import counted, one_line
from lessonboard.cli.who_decides import decides
from reflect.curator import decisions
from reflect.pipeline import stated
from reflect.pipeline.pairs import note_pairs

_MOST_PROJECTS = 20


@click.command()
@decides()
@lesson_id
@reason
@despite
@options.as_json
@click.pass_obj
def approve(app: App, lesson_id: str, reason: str, despite: tuple[str, ...], as_json: bool) -> None:
    """Stand behind a lesson; the beginning of its ID is enough.

    Where another says the same or the opposite, you are shown which; both stand. One that does
    harm is approved only when you name that, with --despite or when asked at a terminal; once its
    words change it waits again.
    """
    decide_on(app, lesson_id, as_json, lambda board, row: stand_behind(board, row, reason, despite))


@click.command()
@decides()
@lesson_id
@reason
@options.as_json
@click.pass_obj
def reject(app: App, lesson_id: str, reason: str, as_json: bool) -> None:
    """Call a lesson wrong or useless; it is offered no more."""
    decide_on(app, lesson_id, as_json, lambda board, row: decisions.reject(board, row, reason))


@click.command()
@decides()
@lesson_id
@click.option("--constraint", help="What to do from now on, in one imperative sentence.")
@click.option("--symptom", help="What went wrong.")
@click.option("--root-cause", help="Why it went wrong.")
@click.option("--resolution", help="How it was mended.")
@click.option("--severity", type=click.Choice(["low", "medium", "high"]), help="How bad it is.")
@reason
@options.as_json
@click.pass_obj
def revise(app: App, /, lesson_id: str, reason: str, as_json: bool, **words: str | None) -> None:
    """Replace some of a lesson's words."""
    given = {name: value for name, value in words.items() if value is not None}
    if not given:
        raise click.UsageError("say what to replace, for example --constraint 'Run ...'")
    decide_on(
        app,
        lesson_id,
        as_json,
        lambda board, row: _revise(board, row, reason, given),
    )


@click.command()
@decides()
@lesson_id
@reason
@options.as_json
@click.pass_obj
def retire(app: App, lesson_id: str, reason: str, as_json: bool) -> None:
    """Offer a lesson no more: it was right once."""
    decide_on(
        app, lesson_id, as_json, lambda board, row: decisions.retire(board, row, "lessons", reason)
    )


@click.command()
@decides()
@lesson_id
@reason
@options.as_json
@click.pass_obj
def promote(app: App, lesson_id: str, reason: str, as_json: bool) -> None:
    """Say that a lesson holds in every project.

    You are shown in which other projects of the board it is told from now on.
    """
    decide_on(app, lesson_id, as_json, lambda board, row: tell_everywhere(board, row, reason))


@click.command()
@decides()
@lesson_id
@reason
@options.as_json
@click.pass_obj
def pin(app: App, lesson_id: str, reason: str, as_json: bool) -> None:
    """Always show a lesson where it fits, and never retire it without you.

    Other lessons are held back from some sessions, to measure whether they help.
    """
    decide_on(app, lesson_id, as_json, lambda board, row: decisions.pin(board, row, reason))


@click.command()
@decides()
@lesson_id
@reason
@options.as_json
@click.pass_obj
def unpin(app: App, lesson_id: str, reason: str, as_json: bool) -> None:
    """Measure a pinned lesson again, and leave it to the policy."""
    decide_on(app, lesson_id, as_json, lambda board, row: decisions.unpin(board, row, reason))


@click.command()
@decides()
@lesson_id
@click.option("--decision", metavar="EVENT", help="Another decision than the last; see `show`.")
@options.as_json
@click.pass_obj
def undo(app: App, lesson_id: str, decision: str | None, as_json: bool) -> None:
    """Take back the last decision about a lesson, whoever made it."""
    decide_on(
        app,
        lesson_id,
        as_json,
        lambda board, row: decisions.undo(board, row, "lessons", decision),
    )


def stand_behind(
    board: Board, row: LessonRow, reason: str = "", despite: Sequence[str] = ()
) -> None:
    """Stand behind a lesson, and see what stands beside it."""
    for each in stated.approve(board, row, reason, consent(row["harm"], despite)):
        print_same(each.row) if each.says == "same" else print_opposed(each.row, each.says)
    print_offer(board, board.row("lessons", row["id"]))


def _revise(board: Board, row: LessonRow, reason: str, words: dict[str, Any]) -> None:
    """Replace words, and see what the new ones contradict."""
    decisions.revise(board, row, reason, **words)
    for each in note_pairs(board, board.row("lessons", row["id"])):
        print_opposed(each.row, each.says)


def tell_everywhere(board: Board, row: LessonRow, reason: str = "") -> None:
    """Promote a lesson, and show where else it would be told; on standard error beside JSON."""
    others = sorted({name for name in board.values("sessions", "project") if name}
                    - {row["project"]})  # fmt: skip
    shown = ", ".join(map(one_line, others[:_MOST_PROJECTS]))
    more = f" and {len(others) - _MOST_PROJECTS} more" if len(others) > _MOST_PROJECTS else ""
    if others:
        count = counted(len(others), "other project")
        click.echo(f"It is told in {count} too: {shown}{more}.", err=True)
    decisions.promote(board, row, "lessons", reason)
