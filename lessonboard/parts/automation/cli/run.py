"""`lessonboard automation run`: from a request to a draft pull request, watched and by hand."""

from __future__ import annotations

from pathlib import Path

import click

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_lines
from lessonboard.cli.who_decides import decides
from lessonboard.parts.automation.workflow import record
from lessonboard.parts.automation.workflow.step import Workflow


def _starts_work(ctx: click.Context) -> bool:
    """Whether what was typed starts an agent or comments on an issue; a dry run does neither."""
    given = ctx.params
    new = given["request"] or given["measuring"]
    return bool(given["resumed"] or (new and not given["dry_run"]))


@click.command()
@decides(_starts_work)
@click.argument("request", required=False)
@click.option("--resume", "resumed", metavar="RUN", help="Go on at the first step that is open.")
@click.option("--cancel", "cancelled", metavar="RUN", help="End a run; branch and issue stay.")
@click.option("--session", metavar="ID", help="Decide about a session, as the worker does.")
@click.option("--measure", "measuring", is_flag=True, help="Report on issues if a fix has held.")
@click.option(
    "--file", type=click.Path(dir_okay=False, path_type=Path),
    help="A workflow of your own; default: the thirteen steps of this program.",
)  # fmt: skip
@click.option("--agent", type=click.Choice(["claude", "codex", "command"]),
              help="What does the steps; default: the settings.")  # fmt: skip
@click.option("--command", "line", help="A command line as agent; its input is the prompt.")
@click.option("--project", help="With --measure; default: the repository of the working folder.")
@click.option("--reason", default="", help="With --cancel: why; it is kept.")
@click.option("--dry-run", is_flag=True, help="Only show what would be done.")
@options.as_json
@click.pass_obj
def run(
    app: App, request: str | None, resumed: str | None, cancelled: str | None,
    session: str | None, measuring: bool, file: Path | None, agent: str | None, line: str | None,
    project: str | None, reason: str, dry_run: bool, as_json: bool,
) -> None:  # fmt: skip
    """Take REQUEST through a workflow; Ctrl-C stops it, and --resume goes on."""
    if sum(map(bool, (request, resumed, cancelled, session, measuring))) != 1:
        raise click.UsageError(
            "give a REQUEST (`lessonboard automation --json` names them), or one of "
            "--resume, --cancel, --session and --measure"
        )
    with app.open() as board:
        if request:
            _begin(app, board, request, file, agent, line, dry_run=dry_run)
        elif resumed:
            _resume(app, board, resumed, agent, line)
        elif cancelled:
            from lessonboard.parts.automation.present import run_lines

            print_lines(run_lines(record.cancel(board, cancelled, reason)))
        elif session:
            _consider(app, board, session, as_json=as_json)
        else:
            from lessonboard.parts.automation.cli.measuring import measured

            named = options.the_project(app, board, project)
            measured(app, board, named, dry_run=dry_run, as_json=as_json)


def _begin(
    app: App, board: Board, request: str, file: Path | None, agent: str | None, line: str | None,
    *, dry_run: bool,
) -> None:  # fmt: skip
    from lessonboard.checkouts import checkout_of
    from lessonboard.parts.automation.cli.watched import go_on
    from lessonboard.parts.automation.orchestration import agent_of, tools_for
    from lessonboard.parts.automation.workflow.files import DEFAULT, load
    from lessonboard.parts.automation.workflow.orchestrate import start

    steps = load(str(file.absolute()) if file else DEFAULT)
    _, project = record.request_named(board, request)
    chosen = agent_of(app, agent, line)
    if dry_run:
        _show_plan(board, request, steps, chosen)
        return
    checkout = checkout_of(app, board, project)
    tools_for(app, board, project, chosen)  # says what is missing before anything is done
    run = start(board, request, steps, checkout, chosen)
    click.echo(f"{run}: {counted(len(steps.steps), 'step')} by {one_line(chosen)} in {checkout}")
    go_on(app, board, run, chosen)


def _resume(app: App, board: Board, run: str, agent: str | None, line: str | None) -> None:
    from lessonboard.parts.automation.cli.watched import go_on
    from lessonboard.parts.automation.orchestration import agent_of

    row = record.run_named(board, run)
    go_on(app, board, run, agent_of(app, agent, line) if agent or line else row["agent"])


def _consider(app: App, board: Board, session: str, *, as_json: bool) -> None:
    from lessonboard.parts.automation.cli import verdicts

    machine, result = verdicts.looked(app, board, session)
    verdict = machine.consider(result)
    verdicts.show(verdict, as_json)
    if verdict.triggers and not as_json:
        asked = "would be asked for" if machine.dry_run else "is on the queue"
        suggestion = verdict.pattern.suggestion if verdict.pattern else ""
        click.echo(f"an improvement {asked}: {one_line(suggestion)}")


def _show_plan(board: Board, name: str, workflow: Workflow, agent: str) -> None:
    """What a run would do, step by step."""
    request, project = record.request_named(board, name)
    review = ", with a review of security" if request.requires_security_review else ""
    click.echo(f"{one_line(request.issue_title)} ({one_line(project or 'no project')})")
    click.echo(
        f"at most {counted(request.max_components, 'component')} and "
        f"{counted(request.max_lines_of_code, 'line')}{review}; agent: {one_line(agent)}"
    )
    for step in workflow.steps:
        needed = ", the run ends without it" if step.critical else ""
        click.echo(
            f"step {step.id}  {one_line(step.title)}: by {', '.join(step.doers)}; "
            f"shows {', '.join(step.proofs)}{needed}"
        )
    click.echo("Dry run: nothing was done.")
