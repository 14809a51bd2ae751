"""`lessonboard recording run`: a recorded task is done again."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.cli.who_decides import decides, with_any
from lessonboard.parts.recordings.cli.profile import profile_of, profile_option
from lessonboard.parts.recordings.cli.values import given, secret_of
from lessonboard.parts.recordings.cli.workflow import accepted_row, show_steps
from lessonboard.parts.recordings.present import last_failure
from lessonboard.parts.recordings.workflow.planning import plan_of, weighed
from lessonboard.parts.recordings.workflow.values import settled

if TYPE_CHECKING:
    from lessonboard.parts.recordings.browser.outcome import Missed, Rerun, StepOutcome
    from lessonboard.parts.recordings.workflow.plan import Plan

_MOST_DATA = 2_000
"""Characters of what a step read; the report has all of it."""

_MARKS = {"done": "ok", "failed": "no", "not run": "--", "skipped": "--"}
_FILE = click.Path(path_type=Path, allow_dash=True, dir_okay=False)
_FOLDER = click.Path(path_type=Path, file_okay=False)
_SECONDS = click.FloatRange(min=0, min_open=True)


@click.command("run")
@decides(with_any("mend"))
@click.argument("recording_id", metavar="ID")
@click.option("--param", "params", multiple=True, metavar="NAME=VALUE", help="A parameter's value.")
@click.option("--params", "file", type=_FILE,
              help="A JSON object of parameters; - is standard input.")  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Only show the plan.")
@click.option("--rehearse", is_flag=True, help="Stop before the first step that changes something.")
@click.option("--mend", is_flag=True,
              help="In a window: where it stops you do the right thing.")  # fmt: skip
@click.option("--headless/--headed", default=True, help="Without a window (default), or in one.")
@click.option("--report", type=_FOLDER, help="Where the report goes; default: beside the board.")
@click.option("--from", "first", type=click.IntRange(1), default=1, help="The first step to do.")
@click.option("--timeout", type=_SECONDS, default=10.0, show_default=True,
              help="Seconds for which a step waits for its target.")  # fmt: skip
@click.option("--allow-host", "hosts", multiple=True, metavar="HOST[:PORT]",
              help="Another host that may be opened, besides those of the workflow.")  # fmt: skip
@profile_option
@click.option("--each", type=_FILE, metavar="FILE",
              help="A CSV file: run once for each row; its columns are parameters.")  # fmt: skip
@click.option("--keep-going", is_flag=True,
              help="With --each: do the other rows where one failed.")  # fmt: skip
@click.option("--resume", is_flag=True,
              help="With --each: leave out the rows that were done before.")  # fmt: skip
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
    rehearse: bool,
    mend: bool,
    headless: bool,
    report: Path | None,
    first: int,
    timeout: float,
    hosts: tuple[str, ...],
    profile: str | None,
    each: Path | None,
    keep_going: bool,
    resume: bool,
    only_as: str,
    as_run: str,
    as_json: bool,
) -> None:
    """Do the recorded task ID again, with other parameters; exit code 1 where a step failed.

    Sensitive parameters are asked for, or taken from LESSONBOARD_PARAM_NAME or --params, never
    from the command line, where others could read them.
    """
    if mend:
        from lessonboard.parts.recordings.cli.mending import ensure_mendable, in_window, offer

        ensure_mendable(click.get_current_context())
    if each is None and (resume or keep_going):
        option = "--resume" if resume else "--keep-going"
        raise click.UsageError(f"{option} is for --each FILE", click.get_current_context())
    kept = profile_of(profile, must_exist=True)
    with app.open() as board:
        row = accepted_row(board, recording_id, as_json=as_json)
        if only_as:
            from lessonboard.parts.recordings.workflow_permission import ensure_unchanged

            ensure_unchanged(row, only_as)
        plan = plan_of(row)
        if not as_json and (failure := last_failure(row)):
            click.echo(failure)
        values = given(plan.parameters, params, file)
        if dry_run:
            _dry_run(plan, values, each, as_json)
            return
        from lessonboard.parts.recordings.browser.rerun import Options
        from lessonboard.parts.recordings.rerunning import run_workflow

        wanted = Options("", headless, timeout, first, hosts, rehearse, kept, run=as_run)
        if each is not None:
            from lessonboard.parts.recordings.cli.each import run_each

            def run_one(values: dict[str, str], name: str) -> tuple[Rerun, Path]:
                into = report / name if report else None
                return run_workflow(app, board, row, plan, values, wanted, into)[:2]

            if not run_each(each, row["id"], plan.parameters, values, secret_of, run_one,
                            keep_going=keep_going, resume=resume, as_json=as_json):  # fmt: skip
                raise SystemExit(1)
            return
        values = settled(plan.parameters, values, secret_of)
        say = None if as_json else _say
        with in_window(wanted) if mend else nullcontext(wanted) as wanted:
            rerun, page, lesson = run_workflow(app, board, row, plan, values, wanted, report, say)
            (_print if as_json else _tell)(rerun, page, lesson)
            if mend:
                offer(board, row, rerun, values)
    if not rerun.completed:
        raise SystemExit(1)


def _dry_run(plan: Plan, values: dict[str, str], each: Path | None, as_json: bool) -> None:
    """Check the values, and show the plan with them."""
    unknown = dict.fromkeys((each.name for each in plan.parameters), "")
    of_rows: Collection[str] = ()
    if each is not None:
        from lessonboard.parts.recordings.cli.each import show_rows

        of_rows = show_rows(each, plan, values, unknown)
    else:
        settled(plan.parameters, {**unknown, **values}, lambda _parameter: "")
    recorded = {each.name: each.example for each in plan.parameters
                if each.is_optional and each.name not in of_rows}  # fmt: skip
    values = {**recorded, **values}
    _show(weighed(plan, values), values, as_json)


def _show(plan: Plan, values: Mapping[str, str], as_json: bool) -> None:
    """The plan with the values given so far."""
    if as_json:
        steps = [{**vars(step), "target": dict(step.target),
                  "intent": plan.shown_intent(step, values),
                  "value": plan.shown_value(step, values)} for step in plan.steps]  # fmt: skip
        print_json({"recording": plan.recording, "title": plan.title, "start": plan.start,
                    "parameters": list(map(vars, plan.parameters)), "steps": steps})  # fmt: skip
        return
    click.echo(f"{one_line(plan.title)} ({plan.recording}), from {one_line(plan.start)}")
    for each in plan.parameters:
        about = "sensitive" if each.sensitive else f"recorded: {one_line(each.example)}"
        click.echo(f"  {each.name}: {one_line(each.description)} ({about})")
    show_steps(plan, values)
    click.echo("Dry run: nothing was done.")


def _say(outcome: StepOutcome) -> None:
    """One step as it is done."""
    mark, about = _MARKS[outcome.verdict], f"  ({one_line(outcome.note)})" if outcome.note else ""
    seconds = f"{outcome.seconds:6.2f}s" if outcome.seconds else " " * 7
    click.echo(f"{mark}  {outcome.number:>3}  {seconds}  {one_line(outcome.intent)}{about}")
    if outcome.data is not None:
        import orjson

        click.echo(one_line(orjson.dumps(outcome.data).decode(), _MOST_DATA))


def _tell(rerun: Rerun, page: Path, lesson: str) -> None:
    if rerun.failed is not None:
        _problem(f"Step {rerun.failed.number} failed: {one_line(rerun.failed.reason)}",
                 rerun.failed)  # fmt: skip
    if rerun.missed is not None:
        expected = one_line(rerun.missed.expected)
        _problem(f"The end is not as recorded: expected {expected}", rerun.missed)
    if lesson:
        click.echo(f"  kept as a lesson: {lesson}", err=True)
    steps = f"{rerun.verdict}: {rerun.done} of {counted(len(rerun.steps), 'step')}"
    click.echo(f"{steps} in {rerun.seconds:.1f}s; report: {one_line(str(page))}")


def _problem(what: str, found: StepOutcome | Missed) -> None:
    click.echo(what, err=True)
    click.echo(f"  saw {one_line(found.told_seen)}", err=True)


def _print(rerun: Rerun, page: Path, lesson: str) -> None:
    from lessonboard.parts.recordings.browser.report import as_json

    shots = {step.number: str(page.parent / "screenshots" / f"{step.number}.png")
             for step in rerun.steps if step.screenshot}  # fmt: skip
    print_json({**as_json(rerun, shots), "report": str(page), "lesson": lesson or None})
