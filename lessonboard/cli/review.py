"""`lessonboard review`: what waits for a person, one by one, a key for each decision."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import click

from blackboard import Board
from blackboard.views.rows import InsightRow, LessonRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.going_through import Keys, go_through
from lessonboard.cli.insight import print_whole as print_insight
from lessonboard.cli.insight_decisions import KEYS as INSIGHT_KEYS
from lessonboard.cli.lesson import print_pairs, print_whole
from lessonboard.cli.lesson_decisions import stand_behind, tell_everywhere
from lessonboard.cli.opposed import print_same
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.cli.put_back import print_put_back
from lessonboard.cli.who_decides import decides, without
from lessonboard.present.as_json import rule_json
from lessonboard.waiting import still_waits, waiting_insights, waiting_lessons
from reflect.curator import decisions
from reflect.curator.curate import curate as run_policy
from reflect.guards.prohibiting import weigh
from reflect.pipeline.known import beside
from reflect.pipeline.pairs import undecided
from reflect.reconsider import reconsider

_since = click.option(
    "--since", type=options.TimeParam(), metavar="WHEN", help="Seen since 2026-03-01, 7d."
)
_project = click.option(
    "--project", help="Of this project; its remote, its path, or the last part."
)
_policy = click.option("--policy", is_flag=True, help="Only what needs no person: do it and stop.")


@click.command()
@decides(without("policy", "as_json"))
@click.option("--all", "everywhere", is_flag=True, help="Of all projects.")
@_project
@_since
@_policy
@options.as_json
@click.pass_obj
def review(
    app: App, everywhere: bool, project: str | None, since: int | None, policy: bool, as_json: bool
) -> None:
    """Go through what waits for you, one key for each: keep, drop, skip, quit.

    These are the lessons and insights of this project. What says the same or the opposite is shown
    with it; press b if both can be followed. Of what you forbade it is shown how often it was done.

    First the policy decides what it can. Lessons whose files say something else by now come
    before those that nobody has decided on, even if they were approved. What you skip or leave
    comes again the next time; what you decide is kept at once, so that you can stop whenever you
    like.
    """
    if everywhere and project is not None:
        raise click.UsageError("give --all or --project, not both")
    with app.open() as board:
        named = () if everywhere else [options.the_project(app, board, project)]
        _review(app, board, _where(named, since), ("lessons", "insights"), policy, as_json)


@click.command(hidden=True)
@decides(without("policy", "as_json"))
@_project
@_since
@_policy
@options.as_json
@click.pass_obj
def curate(app: App, project: str | None, since: int | None, policy: bool, as_json: bool) -> None:
    """The lessons of all projects: what `review --all` was before."""
    with app.open() as board:
        named = () if project is None else board.projects(project)
        _review(app, board, _where(named, since), ("lessons",), policy, as_json)


def _where(projects: Any, since: int | None) -> dict[str, Any]:
    where: dict[str, Any] = {"project": list(projects)} if projects else {}
    return where if since is None else {**where, "last_seen_at>=": since}


def _review(
    app: App,
    board: Board,
    where: Mapping[str, Any],
    kinds: tuple[str, ...],
    policy: bool,
    as_json: bool,
) -> None:
    """Let the policy decide, then ask about the rest, or list it."""
    print_put_back(reconsider(board, app.config.curator), err=as_json)
    decided = run_policy(board, app.config.curator)
    lessons = waiting_lessons(board, where)
    insights = waiting_insights(board, where) if "insights" in kinds else []
    if as_json:
        listed = {"waiting": [rule_json(row) for row in lessons]}
        listed |= {"insights": [rule_json(row) for row in insights]} if "insights" in kinds else {}
        print_json({"decided": dict(decided), **listed})
        return
    for name, count in sorted(decided.items()):
        kind, done = name.split(".")
        click.echo(f"{counted(count, kind)} {done} by the policy.")
    if policy or not (lessons or insights):
        more = f" and {counted(len(insights), 'insight')}" if insights else ""
        click.echo(f"{counted(len(lessons), 'lesson')}{more} waiting for a decision.")
        return
    if _through_lessons(board, lessons):
        _through_insights(board, insights)


def _through_lessons(board: Board, waiting: list[LessonRow]) -> bool:
    """Ask about each lesson, and count what is left; whether all were gone through."""
    if not waiting:
        return True

    def show(row: LessonRow) -> None:
        print_whole(row, board.person)
        print_pairs(row, undecided(board, [row]).get(row["id"], []))
        for each in beside(board, row):
            if each.says == "same":
                print_same(each.row)
        if weighed := weigh(board, row, time.time_ns() // 1000):
            click.echo(f"  As a guard it {one_line(weighed.offer)}.")

    names = [row["id"] for row in waiting]
    is_whole = go_through(board, "lessons", names, show, _KEYS)
    rows = board.view("lessons", where={"id": names})
    pairs = undecided(board, rows)
    left = len([row for row in rows if still_waits(row) or row["id"] in pairs])
    click.echo(f"{counted(left, 'lesson')} of these still waiting.")
    return is_whole


def _through_insights(board: Board, waiting: list[InsightRow]) -> None:
    if not waiting:
        return
    names = [row["id"] for row in waiting]
    go_through(board, "insights", names, print_insight, INSIGHT_KEYS)
    left = board.view("insights", where={"id": names, "status": "candidate"})
    click.echo(f"{counted(len(left), 'insight')} of these still waiting.")


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
    stand_behind(board, board.row("lessons", row["id"]), "edited")


def _promote(board: Board, row: LessonRow) -> None:
    stand_behind(board, row)
    tell_everywhere(board, board.row("lessons", row["id"]))


def _reconcile(board: Board, row: LessonRow) -> None:
    """Both hold: neither is kept back because of the other."""
    decisions.reconcile(board, row)
    click.echo("Both hold from now on." if row["contradicts"] else "It contradicts nothing.")


_KEYS = Keys(
    "[k]eep  [d]rop  [e]dit the rule  re[t]ire  [p]romote  [b]oth hold  [s]kip  [u]ndo  [q]uit",
    {
        "k": stand_behind,
        "a": stand_behind,
        "d": decisions.reject,
        "r": decisions.reject,
        "e": _edit,
        "t": lambda board, row: decisions.retire(board, row, "lessons"),
        "p": _promote,
        "b": _reconcile,
    },
    lasting="b",
)
"""`a` and `r` were the keys for approving and rejecting, and still are."""
