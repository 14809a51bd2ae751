"""`lessonboard lesson approve`, `reject`, `curate` and the like: decisions about lessons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from blackboard import Board
from blackboard.views.rows import LessonRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.deciding import decide_on, lesson_id, reason
from lessonboard.cli.going_through import Keys, go_through
from lessonboard.cli.harmful import consent, despite
from lessonboard.cli.lesson import print_pairs, print_whole
from lessonboard.cli.offering import print_offer
from lessonboard.cli.opposed import print_opposed, print_same
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.cli.put_back import print_put_back
from lessonboard.cli.who_decides import decides, without
from lessonboard.present.as_json import rule_json
from lessonboard.waiting import still_waits, waiting_lessons
from reflect.curator import decisions
from reflect.curator.curate import curate as run_policy
from reflect.pipeline import stated
from reflect.pipeline.pairs import note_pairs, undecided
from reflect.reconsider import reconsider

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
    decide_on(app, lesson_id, as_json, lambda board, row: _approve(board, row, reason, despite))


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
    decide_on(app, lesson_id, as_json, lambda board, row: _tell_everywhere(board, row, reason))


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


@click.command()
@decides(without("policy", "as_json"))
@click.option(
    "--since", type=options.TimeParam(), metavar="WHEN", help="Seen since 2026-03-01, 7d."
)
@click.option("--project", help="Only of this project; its remote, its path, or the last part.")
@click.option("--policy", is_flag=True, help="Only what needs no person: do it and stop.")
@options.as_json
@click.pass_obj
def curate(app: App, since: int | None, project: str | None, policy: bool, as_json: bool) -> None:
    """Go through the lessons that wait for a decision, one key for each.

    Where a lesson contradicts another, or seems to, both are shown; press b if both can be
    followed.

    First the policy decides what it can. Lessons whose files say something else by now come
    before those that nobody has decided on, even if they were approved. What you skip or leave
    comes again the next time; what you decide is kept at once, so that you can stop whenever you
    like.
    """
    with app.open() as board:
        print_put_back(reconsider(board, app.config.curator), err=as_json)
        decided = run_policy(board, app.config.curator)
        waiting = _waiting(board, since, project)
        if as_json:
            print_json({"decided": dict(decided), "waiting": [rule_json(row) for row in waiting]})
            return
        for name, count in sorted(decided.items()):
            kind, done = name.split(".")
            click.echo(f"{counted(count, kind)} {done} by the policy.")
        if policy or not waiting:
            click.echo(f"{counted(len(waiting), 'lesson')} waiting for a decision.")
            return
        _go_through(board, waiting)


def _waiting(board: Board, since: int | None, project: str | None) -> list[LessonRow]:
    """The lessons that wait for a person and fit the options."""
    where: dict[str, Any] = {}
    if since is not None:
        where["last_seen_at>="] = since
    if project is not None:
        where["project"] = board.projects(project)
    return waiting_lessons(board, where)


def _go_through(board: Board, waiting: list[LessonRow]) -> None:
    """Ask about each lesson, and count what is left."""

    def show(row: LessonRow) -> None:
        print_whole(row, board.person)
        print_pairs(row, undecided(board, [row]).get(row["id"], []))

    names = [row["id"] for row in waiting]
    go_through(board, "lessons", names, show, _KEYS)
    rows = board.view("lessons", where={"id": names})
    pairs = undecided(board, rows)
    left = len([row for row in rows if still_waits(row) or row["id"] in pairs])
    click.echo(f"{counted(left, 'lesson')} of these still waiting.")


def _approve(board: Board, row: LessonRow, reason: str = "", despite: Sequence[str] = ()) -> None:
    """Stand behind a lesson, and see what stands beside it."""
    for each in stated.approve(board, row, reason, consent(row["harm"], despite)):
        print_same(each.row) if each.says == "same" else print_opposed(each.row, each.says)
    print_offer(board, board.row("lessons", row["id"]))


def _revise(board: Board, row: LessonRow, reason: str, words: dict[str, Any]) -> None:
    """Replace words, and see what the new ones contradict."""
    decisions.revise(board, row, reason, **words)
    for each in note_pairs(board, board.row("lessons", row["id"])):
        print_opposed(each.row, each.says)


def _reconcile(board: Board, row: LessonRow) -> None:
    """Both hold: neither is kept back because of the other."""
    decisions.reconcile(board, row)
    click.echo("Both hold from now on." if row["contradicts"] else "It contradicts nothing.")


def _edit(board: Board, row: LessonRow) -> None:
    """Ask for other words until they can be kept, and stand behind them."""
    while True:
        rule = click.prompt("Rule (Enter keeps it as it is)", default="", show_default=False)
        try:
            if rule.strip() and decisions.revise(board, row, "edited", constraint=rule):
                click.echo("Revised.")
        except decisions.Unusable as error:
            click.echo(f"{error}.")
        else:
            break
    _approve(board, board.row("lessons", row["id"]), "edited")


def _promote(board: Board, row: LessonRow) -> None:
    _approve(board, row)
    _tell_everywhere(board, board.row("lessons", row["id"]))


def _tell_everywhere(board: Board, row: LessonRow, reason: str = "") -> None:
    """Promote a lesson, and show where else it would be told; on standard error beside JSON."""
    others = sorted({name for name in board.values("sessions", "project") if name}
                    - {row["project"]})  # fmt: skip
    shown = ", ".join(map(one_line, others[:_MOST_PROJECTS]))
    more = f" and {len(others) - _MOST_PROJECTS} more" if len(others) > _MOST_PROJECTS else ""
    if others:
        count = counted(len(others), "other project")
        click.echo(f"It is told in {count} too: {shown}{more}.", err=True)
    decisions.promote(board, row, "lessons", reason)


_KEYS = Keys(
    "[a]pprove  [r]eject  [e]dit the rule  re[t]ire  [p]romote  [b]oth hold  [s]kip  [u]ndo  "
    "[q]uit",
    {
        "a": _approve,
        "r": decisions.reject,
        "e": _edit,
        "t": lambda board, row: decisions.retire(board, row, "lessons"),
        "p": _promote,
        "b": _reconcile,
    },
    lasting="b",
)
