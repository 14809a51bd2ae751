"""`lessonboard admin sql`: questions to the views that no other command answers."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import click
import orjson

from blackboard.errors import QueryTooSlow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json

if TYPE_CHECKING:
    from blackboard.storage.local import Answer

_WIDEST = 60


@click.command()
@click.argument("query", required=False)
@click.option("--format", "form", type=click.Choice(["table", "csv", "json"]), default="table",
              show_default=True, help="How the rows are printed.")  # fmt: skip
@click.option("--limit", type=click.IntRange(1), default=100, show_default=True,
              help="The most rows of a table; CSV and JSON have all.")  # fmt: skip
@click.option("--timeout", type=click.FloatRange(min=0, min_open=True), default=10,
              show_default=True, metavar="SECONDS", help="Stop when it takes longer.")  # fmt: skip
@options.as_of
@options.as_json
@click.pass_obj
def sql(
    app: App,
    query: str | None,
    form: str,
    limit: int,
    timeout: float,
    as_of: str | None,
    as_json: bool,
) -> None:
    """Answer a SELECT over the views, which are brought up to date first.

    QUERY is one statement that only reads; `-` takes it from standard input. Without one, the
    views and their columns are listed; docs/views.md says what they mean.
    """
    form = "json" if as_json else form
    if query is None:
        _list(as_json=form == "json")
        return
    text = sys.stdin.read() if query == "-" else query
    with options.reading(app, as_of) as board, board.query_sql(text, seconds=timeout) as answer:
        match form:
            case "csv":
                _print_csv(answer)
            case "json":
                _print_json(answer)
            case _:
                _print_table(answer, limit)


def _list(*, as_json: bool) -> None:
    from blackboard.views import VIEWS, added_views
    from blackboard.views.schema import described

    views = described((*VIEWS, *added_views()))
    if as_json:
        print_json(views)
        return
    for view in views:
        click.echo(f"{click.style(view['view'], bold=True)}: {view['about']}")
        columns = ", ".join(f"{each['name']} ({each['type']})" for each in view["columns"])
        click.echo(click.wrap_text(columns, 98, "  ", "  "))


def _print_csv(answer: Answer) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(answer.columns)
    for row in answer.rows:
        writer.writerow([_plain(value) for value in row])


def _print_json(answer: Answer) -> None:
    """An array with an object a line, so that no more than a row is held."""
    before = "[\n"
    for row in answer.rows:
        values = dict(zip(answer.columns, map(_plain, row), strict=True))
        sys.stdout.write(f"{before}  {orjson.dumps(values).decode()}")
        before = ",\n"
    sys.stdout.write("[]\n" if before == "[\n" else "\n]\n")


def _print_table(answer: Answer, limit: int) -> None:
    rows = list(islice(answer.rows, limit))
    for line in _table(answer.columns, rows):
        click.echo(line)
    try:
        more = sum(1 for _ in answer.rows)
    except QueryTooSlow:
        click.echo("and more, which took too long to count; see --limit", err=True)
        return
    if more:
        click.echo(f"and {more} more; see --limit, or --format csv for all", err=True)


def _table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Iterator[str]:
    """Rows in columns of plain text, numbers to the right."""
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(columns, *cells, strict=True)]
    aligned = [
        str.rjust if rows and all(isinstance(row[n], int | float) for row in rows) else str.ljust
        for n in range(len(columns))
    ]  # fmt: skip

    def line(texts: Sequence[str]) -> str:
        aligning = zip(aligned, texts, widths, strict=True)
        return "  ".join(align(text, width) for align, text, width in aligning).rstrip()

    yield line(columns)
    yield "  ".join("-" * width for width in widths)
    yield from map(line, cells)


def _cell(value: Any) -> str:
    """A value on one line of bounded length."""
    text = "" if value is None else one_line(str(_plain(value)))
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"


def _plain(value: Any) -> Any:
    """A value as text can hold it: bytes in hexadecimal digits."""
    return value.hex() if isinstance(value, bytes) else value
