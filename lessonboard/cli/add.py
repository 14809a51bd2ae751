"""`lessonboard add`: one sentence of a person becomes a lesson that agents are told."""

from __future__ import annotations

import time

import click

from blackboard.harm import harms
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.harmful import consent, despite
from lessonboard.cli.output import print_json, print_lines, screen
from lessonboard.cli.who_decides import decides
from lessonboard.present.rows import lesson_lines


@click.command()
@decides()
@click.argument("rule", nargs=-1, required=True)
@click.option(
    "--when-command",
    "commands",
    multiple=True,
    metavar="COMMAND",
    help="Tell it when this command is about to run; may be repeated.",
)
@click.option(
    "--when-path",
    "paths",
    multiple=True,
    metavar="PATH",
    help="Tell it when this file is worked on; may be repeated.",
)
@click.option("--global", "everywhere", is_flag=True, help="It holds in every project.")
@click.option("--project", help="Where it holds; default: the repository of the working folder.")
@despite
@options.as_json
@click.pass_obj
def add(
    app: App,
    rule: tuple[str, ...],
    commands: tuple[str, ...],
    paths: tuple[str, ...],
    everywhere: bool,
    project: str | None,
    despite: tuple[str, ...],
    as_json: bool,
) -> None:
    """Add a rule of your own, in one sentence; agents are told it from now on.

    It is approved at once, since you state it; where a lesson says the opposite you are shown
    which. A rule that does harm waits until you approve it by the name of that, here with
    --despite. `lessonboard lesson undo` takes the approval back, `lessonboard lesson reject` the
    rule.
    """
    from lessonboard.cli.opposed import briefly, print_opposed
    from lessonboard.present.as_json import rule_json
    from reflect.curator import decisions
    from reflect.pipeline.stated import Rule, add

    if everywhere and project is not None:
        raise click.UsageError("give --global or --project, not both")
    with app.open() as board:
        home = None if everywhere else options.the_project(app, board, project)
        critic = app.critic()
        text = " ".join(rule)
        stated = Rule(text, commands, paths, consent(harms(text), despite))
        added = add(board, stated, home, critic, time.time_ns() // 1000)
        me = board.person
    decisions.require_named(added.row)
    if as_json:
        contradicts = [briefly(row, verdict) for row, verdict in added.against]
        print_json({**rule_json(added.row), "new": added.is_new, "contradicts": contradicts})
        return
    if not added.is_new:
        click.echo("A lesson says so already; it is approved now:")
    print_lines(lesson_lines(added.row, screen(), me))
    for row, verdict in added.against:
        print_opposed(row, verdict)
