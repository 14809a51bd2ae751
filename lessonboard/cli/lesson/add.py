"""`lessonboard lesson add`: a person's sentence, or a file of lessons, comes onto the board."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from blackboard.harm import harms
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.lesson.harmful import consent, despite
from lessonboard.cli.output import print_json, print_lines, screen
from lessonboard.cli.who_decides import decides, without
from lessonboard.present.rows import rule_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.vocabulary import Severity
    from reflect.pipeline.stated import Added


@click.command()
@decides(without("file"))
@click.argument("rule", nargs=-1)
@click.option(
    "--when-command",
    "commands",
    multiple=True,
    metavar="COMMAND",
    help="Show it when this command is about to run; may be repeated.",
)
@click.option(
    "--when-path",
    "paths",
    multiple=True,
    metavar="PATH",
    help="Show it when this file is worked on; may be repeated.",
)
@click.option(
    "--severity", type=click.Choice(["low", "medium", "high"]), default="medium", show_default=True,
    help="How much it costs to ignore it.",
)  # fmt: skip
@click.option("--insight", is_flag=True, help="A statement about the project, not a rule.")
@click.option("--global", "everywhere", is_flag=True, help="It holds in every project.")
@click.option("--project", help="Where it holds; default: the repository of the working folder.")
@click.option(
    "--file", type=click.Path(path_type=Path), help="Import the lessons of a file of JSON lines."
)
@despite
@options.as_json
@click.pass_obj
def add(
    app: App,
    rule: tuple[str, ...],
    commands: tuple[str, ...],
    paths: tuple[str, ...],
    severity: Severity,
    insight: bool,
    everywhere: bool,
    project: str | None,
    file: Path | None,
    despite: tuple[str, ...],
    as_json: bool,
) -> None:
    """Add your own rule, in one sentence; agents are shown it from now on.

    It is approved immediately, since you state it; lessons that say the opposite are
    shown. A harmful rule waits until you name the harm to approve it, here with --despite. Each
    lesson of a --file waits until you or the policy approve it.
    """
    from reflect.pipeline import stated

    if everywhere and project is not None:
        raise click.UsageError("give --global or --project, not both")
    if (file is None) is not bool(rule):
        raise click.UsageError("give a rule or --file")
    if file is not None:
        from lessonboard.cli.lesson.records import import_file

        import_file(app, file, project, as_json=as_json)
        return
    with app.open() as board:
        home = None if everywhere else options.the_project(app, board, project)
        critic, now, text = app.critic(), time.time_ns() // 1000, " ".join(rule)
        added: stated.Added[Any]
        if insight:
            added = stated.add_insight(board, text, home, critic, now)
        else:
            named = stated.Rule(text, commands, paths, consent(harms(text), despite), severity)
            added = stated.add(board, named, home, critic, now)
        me = board.person
    _print(added, me, as_json=as_json)


def _print(added: Added[Any], me: str, *, as_json: bool) -> None:
    from lessonboard.cli.lesson.opposed import briefly, print_opposed
    from lessonboard.present.as_json import rule_json
    from reflect.curator import decisions

    decisions.require_named(added.row)
    if as_json:
        contradicts = [briefly(row, verdict) for row, verdict in added.against]
        print_json({**rule_json(added.row), "new": added.is_new, "contradicts": contradicts})
        return
    if not added.is_new:
        click.echo("It is known already, and approved now:")
    print_lines(rule_lines(added.row, screen(), me))
    for row, verdict in added.against:
        print_opposed(row, verdict)
