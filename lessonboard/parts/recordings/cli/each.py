"""`lessonboard recording run --each FILE`: the workflow once for each row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from blackboard import BoardError
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.parts.recordings.rows_file import (
    BadRows,
    FileRow,
    Result,
    Results,
    columns,
    counted_rows,
    rows,
)
from lessonboard.parts.recordings.workflow.plan import Parameter, settled

if TYPE_CHECKING:
    from lessonboard.parts.recordings.browser.outcome import Rerun

RunOne = Callable[[dict[str, str], str], "tuple[Rerun, Path]"]
"""Runs the workflow with these values; the text names the row, for the report."""

Command = TypeVar("Command", bound=Callable[..., Any])
_FILE = click.Path(path_type=Path, dir_okay=False)


def each_options(command: Command) -> Command:
    """The options of runs over a file of rows."""
    for option in reversed((
        click.option("--each", type=_FILE, metavar="FILE",
                     help="A CSV file: run once for each row; its columns are the parameters."),
        click.option("--from-row", type=click.IntRange(1), default=1,
                     help="With --each: the first row to do."),
        click.option("--keep-going", is_flag=True,
                     help="With --each: do the other rows where one failed."),
        click.option("--resume", is_flag=True,
                     help="With --each: leave out the rows that were done before."),
        click.option("--results", type=_FILE,
                     help="With --each: what became of each row; default: FILE.results.csv."),
    )):  # fmt: skip
        command = option(command)
    return command


@dataclass(frozen=True)
class Each:
    """The rows to do, and how."""

    each: Path
    from_row: int = 1
    keep_going: bool = False
    resume: bool = False
    results: Path | None = None

    @property
    def results_file(self) -> Results:
        """The file of results."""
        return Results(self.results or self.each.with_name(f"{self.each.name}.results.csv"))


def run_each(
    wish: Each,
    parameters: tuple[Parameter, ...],
    given: dict[str, str],
    secret: Callable[[Parameter], str | None],
    run_one: RunOne,
    *,
    as_json: bool,
) -> bool:
    """Run a workflow once for each row of a file, and say what became of them.

    The whole file is checked before the first row is done. It stops at the first row that fails.

    Args:
        wish: the file and how it is done.
        parameters: those of the workflow.
        given: the values that hold for all rows.
        secret: asks for a sensitive value that is in no column.
        run_one: runs the workflow.
        as_json: whether a program reads the summary.

    Returns:
        Whether no row failed.

    Raises:
        BadRows: the file does not fit, or a row was begun before and not finished.
    """
    known = {**given, **_secrets(wish, parameters, given, secret)}
    count = counted_rows(wish.each, parameters, known)
    results = wish.results_file
    hidden = frozenset(each.name for each in parameters if each.sensitive)
    begun = results.begun()
    if begun and wish.resume:
        raise BadRows(
            f"row {begun} was begun and not finished: see whether it was done, then go on with "
            f"--from-row {begun} or the next, and delete {results.path}.running"
        )
    done = results.done() if wish.resume else set()
    results.start(anew=not wish.resume and wish.from_row == 1)
    ended: list[Result] = []
    skipped = 0
    for row in rows(wish.each, parameters, known):
        digest = row.digest(hidden)
        if row.number < wish.from_row or (row.number, digest) in done:
            skipped += 1
            continue
        results.begin(row.number)
        result = _one(row, digest, parameters, run_one)
        results.end(result)
        ended.append(result)
        _tell(result, count, as_json=as_json)
        if not result.succeeded and not wish.keep_going:
            break
    _summary(ended, skipped, count, results.path, as_json=as_json)
    return all(result.succeeded for result in ended)


def _secrets(
    wish: Each,
    parameters: tuple[Parameter, ...],
    given: dict[str, str],
    secret: Callable[[Parameter], str | None],
) -> dict[str, str]:
    """The sensitive values that are in no column, asked for once."""
    known = {*given, *columns(wish.each, parameters)}
    asked = {each.name: secret(each) for each in parameters
             if each.sensitive and each.name not in known}  # fmt: skip
    return {name: value for name, value in asked.items() if value}


def _one(row: FileRow, digest: str, parameters: tuple[Parameter, ...], run_one: RunOne) -> Result:
    try:
        values = settled(parameters, row.values, lambda _parameter: None)
        rerun, page = run_one(values, f"row-{row.number}")
    except BoardError as error:
        return Result(row.number, digest, succeeded=False, verdict="failed", reason=str(error))
    failed, missed = rerun.failed, rerun.missed
    step = failed.number if failed else None
    reason = failed.expected if failed else missed.expected if missed else ""
    return Result(row.number, digest, rerun.completed, rerun.verdict, step, reason, str(page))


def _tell(result: Result, count: int, *, as_json: bool) -> None:
    """A row, as it is done."""
    if as_json:
        return
    step = f" at step {result.failed_step}" if result.failed_step else ""
    reason = f": expected {one_line(result.reason)}" if result.reason else ""
    click.echo(f"row {result.row} of {count}: {result.verdict}{step}{reason}")


def _summary(
    ended: list[Result], skipped: int, count: int, results: Path, *, as_json: bool
) -> None:
    succeeded = sum(result.succeeded for result in ended)
    failed = len(ended) - succeeded
    if as_json:
        print_json({
            "rows": count, "done": succeeded, "failed": failed, "skipped": skipped,
            "results": str(results), "runs": [result._asdict() for result in ended],
        })  # fmt: skip
        return
    left = count - skipped - len(ended)
    click.echo(
        f"{counted(count, 'row')}: {succeeded} done, {failed} failed, {skipped} left out, "
        f"{left} not begun; see {one_line(str(results))}"
    )
    if left:
        click.echo(
            "Go on with the same command and --resume; --keep-going does not stop at a failure."
        )
