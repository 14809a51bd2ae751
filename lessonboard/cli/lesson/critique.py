"""`lessonboard lesson critique`: the critic alone, for recommendations from anywhere."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import orjson
from pydantic import ValidationError

from blackboard import Board, BoardError
from blackboard.redaction.redact import redact_all
from lessonboard.bootstrap import App
from lessonboard.cli.options import as_json
from lessonboard.cli.output import counted, one_line, print_json
from reflect.critic.process import Processed, events
from reflect.critic.recommendation import CritiqueResult, Recommendation
from reflect.model.account import remember


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--profile", help="The profile of [reflection] to judge by: strict, lenient, yours.")
@click.option("--no-model", is_flag=True, help="By rules alone, whatever model is configured.")
@click.option("--record/--no-record", default=True, help="Whether the result is kept on the board.")
@as_json
@click.pass_obj
def critique(
    app: App,
    file: Path,
    profile: str | None,
    no_model: bool,
    record: bool,
    as_json: bool,
) -> None:
    """Score and refine the recommendations in FILE, and drop what is not good enough.

    FILE is a JSON list, or one JSON object a line, each with an instruction and perhaps a scope,
    a rationale and the issue that it is about; - is standard input. Secrets are removed first.
    """
    recommendations = _read(file)
    remembers = record or app.path.exists()
    with app.open() if remembers else Board.open(":memory:") as board:
        tools = app.tools(board, profile, use_model=not no_model)
        processed = tools.critic.process(recommendations)
        if record:
            for course in processed.courses:
                board.append(events(course, project=app.project))
        remember(board, tools.model)
    if as_json:
        print_json(processed.as_json())
    else:
        _print(processed)
    if not processed.reflection_enabled:
        click.echo("lessonboard: nothing was judged: [reflection] enabled is false",
                   err=True)  # fmt: skip
    for failure in dict.fromkeys(tools.critic.failures):
        click.echo(f"lessonboard: judged by rules instead: {one_line(failure)}", err=True)


def _read(file: Path) -> list[Recommendation]:
    """Return the recommendations of a file.

    Raises:
        BoardError: it cannot be read, or holds something else.
    """
    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise BoardError(f"could not read {file}: {error.strerror}") from error
    name = "standard input" if str(file) == "-" else str(file)
    return [_recommendation(name, number, value) for number, value in _values(name, data)]


def _values(name: str, data: bytes) -> Iterator[tuple[int, Any]]:
    """Yield the records of a JSON list, or of JSON lines, with their numbers."""
    data = data.removeprefix(codecs.BOM_UTF8).strip()
    if data.startswith(b"["):
        try:
            yield from enumerate(orjson.loads(data), 1)
        except orjson.JSONDecodeError as error:
            raise BoardError(f"{name} is no JSON list: {error}") from error
        return
    for number, line in enumerate(filter(bytes.strip, data.splitlines()), 1):
        try:
            yield number, orjson.loads(line)
        except orjson.JSONDecodeError as error:
            raise BoardError(f"{name}, record {number}: is no JSON: {error.msg}; "
                             "write a JSON list, or one object a line") from error  # fmt: skip


def _recommendation(name: str, number: int, value: Any) -> Recommendation:
    """Return a recommendation without secrets."""
    if not isinstance(value, dict):
        raise BoardError(f"{name}, record {number}: is no JSON object")
    try:
        return Recommendation.model_validate(redact_all(value).value)
    except ValidationError as error:
        problem = error.errors()[0]
        field = ".".join(map(str, problem["loc"]))
        raise BoardError(f"{name}, record {number}: {field}: {problem['msg']}") from error


def _print(processed: Processed) -> None:
    for course in processed.courses:
        judged = course.critique
        score = f"{judged.quality_score:.2f}" if judged else "   -"
        state = (course.outcome or "not judged").replace("_", " ")
        click.secho(
            f"{score}  {state:15}  {one_line(course.final.instruction)[:160]}", bold=course.is_kept
        )
        if judged and not course.is_kept:
            _print_reason(judged)
    counts = processed.as_json()
    click.echo(
        f"{counted(counts['original_count'], 'recommendation')}: {counts['final_count']} kept, "
        f"{counts['refined_count']} of them refined, {counts['vetoed_count']} vetoed, "
        f"{counts['discarded_count']} discarded, {counts['not_good_enough_count']} not good "
        f"enough, {counted(counts['deduplicated_count'], 'duplicate')}."
    )


def _print_reason(judged: CritiqueResult) -> None:
    """Print what speaks against it: the veto, or what would make it better."""
    why = f"{judged.veto}: {judged.veto_reason}" if judged.veto else judged.refinement_suggestions
    if why:
        click.echo(f"      {one_line(why)[:200]}")
