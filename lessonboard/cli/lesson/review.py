"""`lessonboard lesson review`: what waits for a person, one by one, a key for each decision."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import click

from blackboard import Board
from blackboard.views.rows import LessonRow, RuleRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.lesson.deciding import approve, show_everywhere
from lessonboard.cli.lesson.going_through import Keys, go_through
from lessonboard.cli.lesson.opposed import print_same
from lessonboard.cli.lesson.whole import print_pairs, print_whole
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.cli.put_back import print_put_back
from lessonboard.cli.who_decides import decides, without
from lessonboard.inbox.model import Inbox, Waiting
from lessonboard.inbox.reading import inbox
from lessonboard.inbox.reasons import DEFERRED
from lessonboard.present.as_json import rule_json
from reflect.curator import decisions
from reflect.curator.curate import curate as run_policy
from reflect.guards.prohibiting import weigh
from reflect.pipeline.known import beside
from reflect.pipeline.pairs import undecided
from reflect.reconsider import reconsider


@click.command()
@decides(without("policy", "as_json"))
@click.option(
    "--all", "everywhere", is_flag=True, help="Of all projects, where --project names none."
)
@click.option("--project", help="Of this project; its remote, its path, or the last part.")
@click.option(
    "--since", type=options.TimeParam(), metavar="WHEN", help="Seen since 2026-03-01, 7d."
)
@click.option("--deferred", is_flag=True, help="What is deferred, with the reason.")
@click.option("--policy", is_flag=True, help="Only run the policy, without asking.")
@options.as_json
@click.pass_obj
def review(
    app: App,
    everywhere: bool,
    project: str | None,
    since: int | None,
    deferred: bool,
    policy: bool,
    as_json: bool,
) -> None:
    """Go through what waits for you, one key for each: keep, drop, skip, quit.

    These are the lessons and insights of this project. What says the same or the opposite is shown
    with it; press b if both can be followed. For what you forbade it shows how often it was done.

    First the policy decides what it can. Conclusions come first, then what was approved and is in
    doubt by now, then what you said once; of each what came back most often is first. What is set
    deferred is shown with --deferred. What you skip
    or leave comes again the next time; what you decide is kept immediately, so you can stop at any
    time.
    """
    with app.existing() as board:
        is_one = project is not None or not everywhere
        named = {"project": options.the_project(app, board, project)} if is_one else {}
        where: dict[str, Any] = named if since is None else {**named, "last_seen_at>=": since}
        print_put_back(reconsider(board, app.config.curator), err=as_json)
        decided = run_policy(board, app.config.curator)
        lessons, insights = inbox(board, "lessons", where), inbox(board, "insights", where)
        if as_json:
            print_json(_as_json(decided, lessons, insights))
            return
        for name, count in sorted(decided.items()):
            kind, done = name.split(".")
            click.echo(f"{counted(count, kind)} {done} by the policy.")
        if policy or not (deferred or lessons.groups or insights.groups):
            more = f" and {counted(insights.number(), 'insight')}" if insights.groups else ""
            click.echo(f"{counted(lessons.number(), 'lesson')}{more} waiting for a decision.")
            _say_deferred(lessons)
        elif deferred:
            _through_lessons(board, lessons.deferred)
        elif _through_lessons(board, _in_order(lessons)):
            _through_insights(board, list(insights.rows()))
            _say_deferred(lessons)


def _as_json(decided: Mapping[str, int], lessons: Inbox, insights: Inbox) -> dict[str, Any]:
    return {
        "decided": dict(decided),
        "waiting": [rule_json(row) for row in lessons.rows()],
        "insights": [rule_json(row) for row in insights.rows()],
        "deferred": [
            {**rule_json(each.row), "deferred": DEFERRED[each.deferred]}
            for each in lessons.deferred
        ],
    }


def _say_deferred(lessons: Inbox) -> None:
    if number := len(lessons.deferred):
        click.echo(f"{counted(number, 'lesson')} deferred; `lesson review --deferred` lists them.")


def _in_order(lessons: Inbox) -> list[Waiting]:
    return [each for group in lessons.groups for each in group.all]


def _through_lessons(board: Board, waiting: Sequence[Waiting]) -> bool:
    """Ask about each lesson, and count what is left; whether all were gone through."""
    if not waiting:
        return True
    deferred = {each.id: DEFERRED[each.deferred] for each in waiting if each.deferred}

    def show(row: LessonRow) -> None:
        print_whole(row, board.person)
        if row["id"] in deferred:
            click.echo(f"  Deferred: {deferred[row['id']]}.")
        print_pairs(row, undecided(board, [row]).get(row["id"], []))
        for each in beside(board, row):
            if each.says == "same":
                print_same(each.row)
        if weighed := weigh(board, row, time.time_ns() // 1000):
            click.echo(f"  As a guard it {one_line(weighed.offer)}.")

    names = [each.id for each in waiting]
    is_whole = go_through(board, "lessons", names, show, _KEYS)
    left = len(board.undecided().keys() & set(names))
    click.echo(f"{counted(left, 'lesson')} of these still waiting.")
    return is_whole


def _through_insights(board: Board, waiting: list[RuleRow]) -> None:
    if not waiting:
        return
    names = [row["id"] for row in waiting]
    go_through(board, "insights", names, print_whole, _INSIGHT_KEYS)
    left = board.view("insights", where={"id": names, "status": "candidate"})
    click.echo(f"{counted(len(left), 'insight')} of these still waiting.")


def _edit(board: Board, row: RuleRow) -> None:
    """Ask for other words until they can be kept, and approve them."""
    view = decisions.view_of(row)
    name = "constraint" if "constraint" in row else "statement"
    while True:
        rule = click.prompt("Rule (Enter keeps it as it is)", default="", show_default=False)
        try:
            if rule.strip() and decisions.revise(board, row, "edited", **{name: rule}):
                click.echo("Edited.")
        except decisions.Unusable as error:
            click.echo(f"{error}.")
        else:
            break
    approve(board, board.row(view, row["id"]), "edited")


def _promote(board: Board, row: RuleRow) -> None:
    approve(board, row)
    show_everywhere(board, board.row(decisions.view_of(row), row["id"]))


def _reconcile(board: Board, row: LessonRow) -> None:
    """Both hold: neither is kept back because of the other."""
    decisions.reconcile(board, row)
    click.echo("Both hold from now on." if row["contradicts"] else "It contradicts nothing.")


_BOTH = {"k": approve, "a": approve, "t": decisions.retire, "e": _edit, "p": _promote}
_KEYS = Keys(
    "[k]eep  [d]rop  [e]dit the rule  re[t]ire  [p]romote  [b]oth hold  [s]kip  [u]ndo  [q]uit",
    {**_BOTH, "d": decisions.reject, "r": decisions.reject, "b": _reconcile},
)
"""`a` and `r` were the keys for approving and rejecting, and still are."""

_INSIGHT_KEYS = Keys(
    "[k]eep  [d]rop  [e]dit the rule  [p]romote  [s]kip  [u]ndo  [q]uit",
    {**_BOTH, "d": decisions.retire},
)
