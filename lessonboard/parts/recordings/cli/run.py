"""`lessonboard recording run`: a recorded task is done again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import orjson

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.naming import key_of
from lessonboard.parts.recordings.cli.each import Each, each_options, run_each
from lessonboard.parts.recordings.cli.parameters import given, secret_of
from lessonboard.parts.recordings.cli.session import (
    browser,
    ensure_kept,
    session_of,
    signed_in,
    web_address,
)
from lessonboard.parts.recordings.present import last_failure

if TYPE_CHECKING:
    from lessonboard.parts.recordings.browser.outcome import Rerun, StepOutcome
    from lessonboard.parts.recordings.browser.plan import Plan, PlanStep

_MOST_DATA = 2_000
"""Characters of what a step read; the report has all of it."""

_MARKS = {"done": "ok", "failed": "no", "not run": "--", "skipped": "--"}
_FOLDER = click.Path(path_type=Path, file_okay=False)
workflows_option = click.option(
    "--workflows",
    type=_FOLDER,
    help="The folder of workflow folders; default: workflows here, or beside the recording's.",
)


@click.command("run")
@click.argument("recording_id", metavar="ID")
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE", help="A parameter's value.")
@click.option(
    "--params",
    "file",
    type=click.Path(path_type=Path, allow_dash=True),
    help="A JSON object of parameters; - is standard input.",
)
@click.option("--dry-run", is_flag=True, help="Only show the plan.")
@click.option(
    "--headless/--headed", default=True, show_default=True, help="Without a window, or in one."
)
@click.option("--report", type=_FOLDER, help="Where the report goes; default: beside the board.")
@click.option("--from", "first", type=click.IntRange(1), default=1, help="The first step to do.")
@click.option("--url", default="", help="Where it begins; default: where the recording began.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    show_default=True,
    help="Seconds for which a step waits for its target.",
)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="HOST[:PORT]",
    help="Another host that may be opened, besides those of the recording.",
)
@click.option("--rehearse", is_flag=True, help="Stop before the first step that changes something.")
@click.option("--accept-dialogs", is_flag=True, help="Say yes to what pages ask; default: no.")
@click.option("--no-model", is_flag=True, help="Ask no model where a target is not found.")
@browser
@signed_in
@workflows_option
@each_options
@click.option("--only-as", default="", hidden=True, help="The hash that the workflow must have.")
@options.as_json
@click.pass_obj
def run_(
    app: App,
    /,
    recording_id: str,
    params: tuple[str, ...],
    file: Path | None,
    dry_run: bool,
    headless: bool,
    report: Path | None,
    first: int,
    url: str,
    timeout: float,
    hosts: tuple[str, ...],
    accept_dialogs: bool,
    rehearse: bool,
    no_model: bool,
    browser: str | None,
    profile: str | None,
    storage: Path | None,
    attach: str,
    workflows: Path | None,
    only_as: str,
    as_json: bool,
    each: Path | None,
    **rows: Any,
) -> None:
    """Do the recorded task ID again, with other parameters; exit code 1 where a step failed.

    Sensitive parameters are asked for, or taken from LESSONBOARD_PARAM_NAME or --params, never
    from the command line, where others could read them.
    """
    from lessonboard.parts.recordings.browser.plan import plan_of, settled
    from lessonboard.parts.recordings.browser.rerun import Options
    from lessonboard.parts.recordings.cli.edit import problems_shown, show_taken
    from lessonboard.parts.recordings.rerunning import Wish, ensure_runnable, run_workflow
    from lessonboard.parts.recordings.rows_file import counted_rows
    from lessonboard.parts.recordings.workflow_files import in_force
    from lessonboard.parts.recordings.workflow_permission import ensure_unchanged

    session = session_of(profile, storage, attach)
    ensure_kept(session)
    with app.open() as board:
        row = board.row("workflows", key_of(board, "workflows", recording_id))
        with problems_shown(as_json=as_json):
            row, taken = in_force(board, row, workflows, frozenset(hosts))
        show_taken(taken.event, taken.conflicts, as_json=as_json)
        ensure_unchanged(row, only_as)
        ensure_runnable(app, board, row, url, use_model=not no_model)
        plan = plan_of(row)
        if not as_json and (failure := last_failure(row)):
            click.echo(failure)
        values = given(plan.parameters, params, file)
        if dry_run and each is not None:
            count = counted_rows(each, plan.parameters, values)
            click.echo(f"{counted(count, 'row')} to do", err=True)
        elif dry_run:
            settled(plan.parameters, {**{each.name: "" for each in plan.parameters}, **values},
                    lambda _parameter: "")  # fmt: skip
        if dry_run:
            _show_plan(plan, {**_recorded_rows(plan), **values}, as_json)
            return
        wanted = Options(web_address(url) if url else "", headless, browser, timeout, first, hosts,
                         accept_dialogs, rehearse, session)  # fmt: skip
        if each is not None:

            def run_one(values: dict[str, str], name: str) -> tuple[Rerun, Path]:
                into = report / name if report else None
                wish = Wish(plan, values, wanted, into, use_model=not no_model)
                return run_workflow(app, board, row, wish, lambda _outcome: None)[:2]

            wish_each = Each(each, **rows)
            if not run_each(
                wish_each, plan.parameters, values, secret_of, run_one, as_json=as_json
            ):
                raise SystemExit(1)
            return
        values = settled(plan.parameters, values, secret_of)
        wish = Wish(plan, values, wanted, report, use_model=not no_model)
        rerun, page, lesson = run_workflow(
            app, board, row, wish, lambda outcome: None if as_json else _say(outcome)
        )
    if as_json:
        _print(rerun, page, lesson)
    else:
        _tell(rerun, page, lesson)
    if not rerun.completed:
        raise SystemExit(1)


def _recorded_rows(plan: Plan) -> dict[str, str]:
    """The values that hold where none is given."""
    return {each.name: each.example for each in plan.parameters if each.is_optional}


def _show_plan(plan: Plan, values: dict[str, str], as_json: bool) -> None:
    """The plan with the values given so far."""
    steps = [(replace(step, intent=plan.shown_intent(step, values)),
              plan.shown_value(step, values)) for step in plan.steps]  # fmt: skip
    if as_json:
        print_json({
            "recording": plan.recording,
            "title": plan.title,
            "start": plan.start,
            "parameters": [vars(each) for each in plan.parameters],
            "steps": [{**vars(step), "target": dict(step.target), "value": value}
                      for step, value in steps],
        })  # fmt: skip
        return
    click.echo(
        f"{one_line(plan.title)} ({plan.recording}), from {one_line(plan.start) or 'nowhere'}"
    )
    for each in plan.parameters:
        about = "sensitive" if each.sensitive else f"recorded: {one_line(each.example)}"
        click.echo(f"  {each.name}: {one_line(each.description)} ({about})")
    for step, value in steps:
        click.echo(_planned(step, value))
    click.echo("Dry run: nothing was done.")


def _planned(step: PlanStep, value: str | None) -> str:
    with_value = f"  {one_line(value)}" if value else ""
    return f"{step.number:>4}. {step.action:<8}  {one_line(step.intent)}{with_value}"


def _say(outcome: StepOutcome) -> None:
    """One step as it is done."""
    mark, about = _MARKS[outcome.verdict], f"  ({one_line(outcome.note)})" if outcome.note else ""
    seconds = f"{outcome.seconds:6.2f}s" if outcome.seconds else " " * 7
    click.echo(f"{mark}  {outcome.number:>3}  {seconds}  {one_line(outcome.intent)}{about}")
    if outcome.data is not None:
        click.echo(one_line(orjson.dumps(outcome.data).decode(), _MOST_DATA))


def _tell(rerun: Rerun, page: Path, lesson: str) -> None:
    failed = rerun.failed
    if failed is not None:
        click.echo(f"Step {failed.number} failed: {one_line(failed.reason)}", err=True)
        click.echo(f"  saw {one_line(failed.told_seen)}", err=True)
    if rerun.missed is not None:
        click.echo(
            f"The end is not as recorded: expected {one_line(rerun.missed.expected)}", err=True
        )
        click.echo(f"  saw {one_line(rerun.missed.told_seen)}", err=True)
    if lesson:
        click.echo(f"  kept as a lesson: {lesson}", err=True)
    steps = f"{rerun.verdict}: {rerun.done} of {counted(len(rerun.steps), 'step')}"
    click.echo(f"{steps} in {rerun.seconds:.1f}s; report: {one_line(str(page))}")


def _print(rerun: Rerun, page: Path, lesson: str) -> None:
    from lessonboard.parts.recordings.browser.report import as_json

    shots = {step.number: str(page.parent / "screenshots" / f"{step.number}.png")
             for step in rerun.steps if step.screenshot}  # fmt: skip
    print_json({**as_json(rerun, shots), "report": str(page), "lesson": lesson or None})
