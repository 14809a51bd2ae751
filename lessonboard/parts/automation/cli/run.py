"""`lessonboard automation run`: from a request to a draft pull request, watched and by hand."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import click

from blackboard import Board
from blackboard.views.rows import RunRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json, print_lines, print_list
from lessonboard.cli.who_decides import decides, without
from lessonboard.parts.automation.present import run_lines
from lessonboard.parts.automation.workflow import record
from lessonboard.parts.automation.workflow.step import Step, Workflow
from lessonboard.present.as_json import row_json

_MARKS = {"begun": "..", "completed": "ok", "noted": "--", "failed": "no"}
_AGENTS = click.Choice(["claude", "codex", "command", "model"])
_agent = click.option("--agent", type=_AGENTS, help="Who does the steps; default: the settings.")
_command = click.option(
    "--command", "line", help="A command line as agent; it is given the prompt on standard input."
)
_STATES = click.Choice(["running", "completed", "failed", "cancelled"])


@click.command("run")
@decides(without("dry_run"))
@click.argument("request")
@click.option(
    "--file", "file", type=click.Path(dir_okay=False, path_type=Path),
    help="A workflow of your own; default: the thirteen steps that come with this program.",
)  # fmt: skip
@_agent
@_command
@click.option("--dry-run", is_flag=True, help="Only show what would be done.")
@click.pass_obj
def run_(
    app: App,
    request: str,
    file: Path | None,
    agent: str | None,
    line: str | None,
    dry_run: bool,
) -> None:
    """Take REQUEST through a workflow; Ctrl-C stops it, and `resume` goes on."""
    from lessonboard.checkouts import checkout_of
    from lessonboard.parts.automation.orchestration import agent_of, tools_for
    from lessonboard.parts.automation.workflow.files import DEFAULT, load
    from lessonboard.parts.automation.workflow.orchestrate import start

    steps = load(str(file.absolute()) if file else DEFAULT)
    with app.open() as board:
        _, project = record.request_named(board, request)
        chosen = agent_of(app, agent, line)
        if dry_run:
            _show_plan(board, request, steps, chosen)
            return
        checkout = checkout_of(app, board, project)
        tools_for(app, board, project, chosen)  # what is missing is said before anything is done
        run = start(board, request, steps, checkout, chosen)
        click.echo(
            f"{run}: {counted(len(steps.steps), 'step')} by {one_line(chosen)} in {checkout}"
        )
        _go_on(app, board, run, chosen)


@click.command()
@decides()
@click.argument("run")
@_agent
@_command
@click.pass_obj
def resume(app: App, run: str, agent: str | None, line: str | None) -> None:
    """Go on with RUN at the first step that is not done."""
    from lessonboard.parts.automation.orchestration import agent_of

    with app.open() as board:
        row = record.run_named(board, run)
        chosen = agent_of(app, agent, line) if agent or line else row["agent"]
        _go_on(app, board, run, chosen)


@click.command("list")
@click.option("--state", type=_STATES, help="Only those in this state.")
@options.limit
@options.as_of
@options.as_json
@click.pass_obj
def list_(app: App, state: str | None, limit: int, as_of: str | None, as_json: bool) -> None:
    """The runs, latest first."""
    where = {"state": state} if state else {}
    with options.reading(app, as_of) as board:
        rows = board.view("runs", where=where, order="-started_at", limit=limit)
    as_row = partial(row_json, "runs")
    print_list(rows, run_lines, as_row, nothing="No runs.", as_json=as_json)


@click.command()
@click.argument("run")
@options.as_of
@options.as_json
@click.pass_obj
def show(app: App, run: str, as_of: str | None, as_json: bool) -> None:
    """One run, step by step, with its evidence."""
    with options.reading(app, as_of) as board:
        row = record.run_named(board, run)
        completed, failed = record.evidence_of(board, run)
    evidence = {**failed, **completed}
    if as_json:
        print_json({**row_json("runs", row), "evidence": evidence})
        return
    print_lines(run_lines(row))
    for step in row["steps"]:
        _show_step(row, step, evidence.get(step, {}))


@click.command()
@click.argument("run")
@click.option("--reason", default="", help="Why; it is kept.")
@click.pass_obj
def cancel(app: App, run: str, reason: str) -> None:
    """End RUN; an agent that is at work is stopped within seconds. Branch and issue stay."""
    with app.open() as board:
        row = record.cancel(board, run, reason)
    print_lines(run_lines(row))


def _go_on(app: App, board: Board, run: str, agent: str) -> None:
    """Do the steps that are left, and tell each; exit code 1 where the run failed."""
    from lessonboard.parts.automation.orchestration import tools_for
    from lessonboard.parts.automation.workflow.files import load
    from lessonboard.parts.automation.workflow.orchestrate import go_on

    row = record.run_named(board, run)
    with _stopping() as stopping:
        tools = tools_for(
            app, board, row["project"], agent, stopping=lambda: bool(stopping), report=_report
        )
        row = go_on(run, load(row["workflow"]), tools)
    print_lines(run_lines(row))
    if row["state"] == "failed":
        click.echo(f"When it is mended: lessonboard automation resume {run}", err=True)
        raise SystemExit(1)


@contextmanager
def _stopping() -> Iterator[list[int]]:
    """Notes SIGTERM and Ctrl-C instead of dying of them."""
    noted: list[int] = []
    numbers = (signal.SIGTERM, signal.SIGINT)
    before = [
        signal.signal(number, lambda given, _frame: noted.append(given)) for number in numbers
    ]
    try:
        yield noted
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def _report(what: str, step: Step | None, said: str) -> None:
    if step is None or what not in _MARKS:
        return
    about = f": {one_line(said)[:400]}" if said else ""
    click.echo(f"{_MARKS[what]}  step {step.id}  {one_line(step.title)}{about}")


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


def _show_step(row: RunRow, step: str, evidence: dict[str, Any]) -> None:
    if step in row["completed"]:
        state, about = "ok", _told(evidence)
    elif step in row["failed"]:
        state, about = "no", row["failed"][step]
    else:
        state, about = ("->" if step == row["current"] else "  "), ""
    click.echo(f"  {state}  step {step}  {one_line(about)[:300]}".rstrip())
    if evidence.get("log"):
        click.echo(f"        log: {one_line(evidence['log'])}")


def _told(evidence: dict[str, Any]) -> str:
    """The short parts of a step's evidence."""
    names = (
        "issue",
        "pull-request",
        "branch",
        "commit",
        "lines",
        "exit_code",
        "seconds",
        "isolation",
    )
    told = [f"{name.replace('_', ' ')} {evidence[name]}" for name in names if name in evidence]
    ran = [f"`{each['command']}` {each['exit_code']}" for each in evidence.get("commands", [])]
    left_out = [f"{name} left out: {why}" for name, why in evidence.get("left_out", {}).items()]
    return ", ".join([*told, *ran, *left_out])
