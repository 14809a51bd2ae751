"""`lessonboard critique`: the critic alone, for recommendations from anywhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import orjson
from pydantic import ValidationError

from blackboard import BoardError
from lessonboard.bootstrap import App
from lessonboard.cli.options import as_json
from lessonboard.cli.output import counted, print_json, shown
from reflect.critic.process import Processed, events
from reflect.critic.recommendation import Recommendation
from reflect.model.account import remember


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--profile", help="The profile of [reflection] to judge by: strict, lenient, yours.")
@click.option("--force", is_flag=True, help="Judge although [reflection] enabled is false.")
@click.option("--no-model", is_flag=True, help="By rules alone, whatever model is configured.")
@click.option("--record/--no-record", default=True, help="Whether the board remembers it.")
@as_json
@click.pass_obj
def critique(
    app: App,
    file: Path,
    profile: str | None,
    force: bool,
    no_model: bool,
    record: bool,
    as_json: bool,
) -> None:
    """Score, refine, discard and deduplicate the recommendations in FILE.

    FILE is a JSON list, or one JSON object a line, each with an instruction and perhaps a scope,
    a rationale and the issue that it is about; - is standard input.
    """
    recommendations = _read(file)
    with app.open() as board:
        means = app.means(board, profile, use_model=not no_model)
        processed = means.critic.process(recommendations, force=force)
        if record:
            for course in processed.courses:
                board.append(events(course, project=app.project))
        remember(board, means.model)
    if as_json:
        print_json(processed.as_json())
    else:
        _print(processed)
    for failure in dict.fromkeys(means.critic.failures):
        click.echo(f"lessonboard: judged by rules instead: {shown(failure)}", err=True)


def _read(file: Path) -> list[Recommendation]:
    """The recommendations of a file.

    Raises:
        BoardError: it cannot be read, or holds something else.
    """
    try:
        is_stdin = str(file) == "-"
        data: bytes = sys.stdin.buffer.read() if is_stdin else file.read_bytes()
    except OSError as error:
        raise BoardError(f"could not read {file}: {error.strerror}") from error
    try:
        values = orjson.loads(data) if data.lstrip()[:1] == b"[" else _lines(data)
    except orjson.JSONDecodeError as error:
        raise BoardError(f"{file} is neither a JSON list nor JSON lines: {error}") from error
    found = []
    for number, value in enumerate(values, 1):
        try:
            found.append(Recommendation.model_validate(value))
        except ValidationError as error:
            fault = error.errors()[0]
            name = ".".join(map(str, fault["loc"])) or "record"
            raise BoardError(f"{file}, record {number}: {name}: {fault['msg']}") from error
    return found


def _lines(data: bytes) -> list[Any]:
    return [orjson.loads(line) for line in data.splitlines() if line.strip()]


def _print(processed: Processed) -> None:
    for course in processed.courses:
        judged = course.critique
        score = f"{judged.quality_score:.2f}" if judged else "   -"
        state = "kept" if course.is_kept else "duplicate" if course.duplicate_of else "discarded"
        click.secho(
            f"{score}  {state:9}  {shown(course.final.instruction)[:160]}", bold=course.is_kept
        )
        if judged and judged.refinement_suggestions and not course.is_kept:
            click.echo(f"      {shown(judged.refinement_suggestions)[:200]}")
    counts = processed.as_json()
    click.echo(
        f"{counted(counts['original_count'], 'recommendation')}: {counts['final_count']} kept, "
        f"{counts['refined_count']} of them refined, {counts['discarded_count']} discarded, "
        f"{counts['deduplicated_count']} duplicates."
    )
