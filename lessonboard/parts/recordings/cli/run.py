"""`lessonboard recording run`: a recorded task is done again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import orjson

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.parts.recordings.cli.each import Each, each_options, run_each
from lessonboard.parts.recordings.cli.parameters import given, secret_of
from lessonboard.parts.recordings.cli.plans import show_plan
from lessonboard.parts.recordings.cli.session import (
    ensure_kept,
    profile_of,
    profile_option,
    web_address,
)
from lessonboard.parts.recordings.present import last_failure

if TYPE_CHECKING:
    from lessonboard.parts.recordings.browser.outcome import Rerun, StepOutcome
    from lessonboard.parts.recordings.workflow.plan import Plan

_MOST_DATA = 2_000
"""Characters of what a step read; the report has all of it."""

_MARKS = {"done": "ok", "failed": "no", "not run": "--", "skipped": "--"}
_FOLDER = click.Path(path_type=Path, file_okay=False)


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
@profile_option
@each_options
@click.option("--only-as", default="", hidden=True, help="For agents: the hash that was allowed.")
@click.option("--as-run", default="", hidden=True, help="For the page: the id of the run.")
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
    rehearse: bool,
    profile: str | None,
    only_as: str,
    as_run: str,
    as_json: bool,
    each: Path | None,
    **rows: Any,
) -> None:
    """Do the recorded task ID again, with other parameters; exit code 1 where a step failed.

    Sensitive parameters are asked for, or taken from LESSONBOARD_PARAM_NAME or --params, never
    from the command line, where others could read them.
    """
    from lessonboard.parts.recordings.cli.workflow import accepted_row
    from lessonboard.parts.recordings.workflow.plan import settled
    from lessonboard.parts.recordings.workflow.planning import plan_of
    from lessonboard.parts.recordings.workflow_permission import ensure_unchanged

    kept = profile_of(profile)
    ensure_kept(kept)
    with app.open() as board:
        row = accepted_row(board, recording_id, as_json=as_json)
        ensure_unchanged(row, only_as)
        plan = plan_of(row)
        if not as_json and (failure := last_failure(row)):
            click.echo(failure)
        values = given(plan.parameters, params, file)
        if dry_run:
            _dry_run(plan, values, each, as_json)
            return
        from lessonboard.parts.recordings.browser.rerun import Options
        from lessonboard.parts.recordings.rerunning import Wish, run_workflow

        address = web_address(url) if url else ""
        wanted = Options(address, headless, timeout, first, hosts, rehearse, kept, run=as_run)
        if each is not None:

            def run_one(values: dict[str, str], name: str) -> tuple[Rerun, Path]:
                into = report / name if report else None
                wish = Wish(plan, values, wanted, into)
                return run_workflow(app, board, row, wish, lambda _outcome: None)[:2]

            wish_each = Each(each, **rows)
            if not run_each(
                wish_each, plan.parameters, values, secret_of, run_one, as_json=as_json
            ):
                raise SystemExit(1)
            return
        values = settled(plan.parameters, values, secret_of)
        wish = Wish(plan, values, wanted, report)
        rerun, page, lesson = run_workflow(
            app, board, row, wish, lambda outcome: None if as_json else _say(outcome)
        )
    if as_json:
        _print(rerun, page, lesson)
    else:
        _tell(rerun, page, lesson)
    if not rerun.completed:
        raise SystemExit(1)


def _dry_run(plan: Plan, values: dict[str, str], rows: Path | None, as_json: bool) -> None:
    """Check the values, and show the plan with them."""
    from lessonboard.parts.recordings.rows_file import counted_rows
    from lessonboard.parts.recordings.workflow.plan import settled

    if rows is not None:
        count = counted_rows(rows, plan.parameters, values)
        click.echo(f"{counted(count, 'row')} to do", err=True)
    else:
        unknown = dict.fromkeys((each.name for each in plan.parameters), "")
        settled(plan.parameters, {**unknown, **values}, lambda _parameter: "")
    recorded = {each.name: each.example for each in plan.parameters if each.is_optional}
    show_plan(plan, {**recorded, **values}, as_json)


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
