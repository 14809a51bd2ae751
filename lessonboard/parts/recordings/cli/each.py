"""`lessonboard recording run --each FILE`: the workflow once for each row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from blackboard import BoardError
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.parts.recordings.rows_file import FileRow, Result, Results, rows
from lessonboard.parts.recordings.workflow.plan import Parameter, Plan
from lessonboard.parts.recordings.workflow.planning import weighed
from lessonboard.parts.recordings.workflow.values import settled
from lessonboard.parts.recordings.workflow_permission import dangers_of

if TYPE_CHECKING:
    from lessonboard.parts.recordings.browser.outcome import Rerun

RunOne = Callable[[dict[str, str], str], "tuple[Rerun, Path]"]
"""Runs the workflow with these values; the text names the row, for the report."""


def run_each(
    file: Path,
    workflow: str,
    parameters: tuple[Parameter, ...],
    given: dict[str, str],
    secret: Callable[[Parameter], str | None],
    run_one: RunOne,
    *,
    keep_going: bool = False,
    resume: bool = False,
    as_json: bool = False,
) -> bool:
    """Run a workflow once for each row of a file, and say what became of them.

    The whole file is checked before the first row is done. It stops at the first row that fails.

    Args:
        file: the rows.
        workflow: the recording that it was made from.
        parameters: those of the workflow.
        given: the values that hold for all rows.
        secret: asks for a sensitive value that is in no column.
        run_one: runs the workflow.
        keep_going: do the other rows where one failed.
        resume: leave out the rows that were done before.
        as_json: whether a program reads the summary.

    Returns:
        Whether no row failed.

    Raises:
        BadRows: the file does not fit, or a row was begun before and not finished.
        BadParameters: a secret is missing, or a value is not of its kind.
    """
    found = rows(file, parameters, given)
    hidden = frozenset(each.name for each in parameters if each.sensitive)
    asked = {each.name: secret(each) for each in parameters
             if each.sensitive and each.name not in found[0].values}  # fmt: skip
    known = {name: value for name, value in asked.items() if value}
    for row in found:
        settled(parameters, {**known, **row.values}, lambda _parameter: None)
    results = Results(file.with_name(f"{file.name}.results.csv"))
    done = results.begun_again(resume=resume)
    left = [row for row in found if not _is_done(row.digest(workflow, hidden), done)]
    ended: list[Result] = []
    for row in left:
        results.begin(row.number)
        ended.append(_one(row, row.digest(workflow, hidden), known, parameters, run_one))
        results.end(ended[-1])
        if not as_json:
            _tell(ended[-1], len(found))
        if not ended[-1].succeeded and not keep_going:
            break
    _summary(ended, len(found), len(left), results.path, as_json=as_json)
    return all(result.succeeded for result in ended)


def show_rows(
    file: Path, plan: Plan, given: Mapping[str, str], unknown: Mapping[str, str]
) -> set[str]:
    """How many rows there are, and the steps of each that do more harm than the plan says.

    Returns:
        The parameters that the rows give.

    Raises:
        BadRows: the file does not fit.
        BadParameters: a value is not of its kind.
    """
    found = rows(file, plan.parameters, given)
    click.echo(f"{counted(len(found), 'row')} to do", err=True)
    for row in found:
        values = settled(plan.parameters, {**unknown, **row.values}, lambda _parameter: None)
        dangers = dangers_of(weighed(plan, values))
        if dangers != dangers_of(plan):
            click.echo(f"row {row.number}: {', '.join(dangers)}", err=True)
    return {name for row in found for name in row.values} - given.keys()


def _is_done(digest: str, done: Counter[str]) -> bool:
    """Whether a row is one of those that were done, of which it is taken."""
    done[digest] -= 1
    return done[digest] >= 0


def _one(
    row: FileRow,
    digest: str,
    secrets: dict[str, str],
    parameters: tuple[Parameter, ...],
    run_one: RunOne,
) -> Result:
    try:
        values = settled(parameters, {**secrets, **row.values}, lambda _parameter: None)
        rerun, page = run_one(values, f"row-{row.number}")
    except BoardError as error:
        return Result(row.number, digest, succeeded=False, verdict="failed", reason=str(error))
    failed = rerun.failed
    problem = failed or rerun.missed
    step, reason = failed.number if failed else None, problem.expected if problem else ""
    return Result(row.number, digest, rerun.completed, rerun.verdict, step, reason, str(page))


def _tell(result: Result, count: int) -> None:
    """A row, as it is done."""
    step = f" at step {result.failed_step}" if result.failed_step else ""
    reason = f": expected {one_line(result.reason)}" if result.reason else ""
    click.echo(f"row {result.row} of {count}: {result.verdict}{step}{reason}")


def _summary(ended: list[Result], count: int, left: int, results: Path, *, as_json: bool) -> None:
    succeeded = sum(result.succeeded for result in ended)
    failed, skipped, ahead = len(ended) - succeeded, count - left, left - len(ended)
    if as_json:
        print_json({
            "rows": count, "done": succeeded, "failed": failed, "skipped": skipped,
            "results": str(results), "runs": [result._asdict() for result in ended],
        })  # fmt: skip
        return
    click.echo(
        f"{counted(count, 'row')}: {succeeded} done, {failed} failed, {skipped} left out, "
        f"{ahead} not begun; see {one_line(str(results))}"
    )
    if ahead:
        click.echo(
            "Go on with the same command and --resume; --keep-going does not stop at a failure."
        )
