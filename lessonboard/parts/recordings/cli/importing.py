"""`lessonboard recording import`: recordings made by other tools, or elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from blackboard import BoardError
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.cli.who_decides import decides, given
from lessonboard.parts.recordings.importing import ingest
from lessonboard.parts.recordings.sources import NotARecording, Recording, read_recording
from lessonboard.parts.recordings.sources.converting import convert
from lessonboard.parts.recordings.sources.manifest import NAME as MANIFEST

_FOLDER = click.Path(path_type=Path, file_okay=False)
_MOST_TOLD = 5


@click.command("import")
@decides(given("worked"))
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--session", help="Make the recording of what an agent did in this session.")
@click.option("--worked", is_flag=True, help="With --session: its task succeeded, as you saw.")
@click.option("--project", help="The project; default: as before, or the repository here.")
@click.option("--to", type=_FOLDER, default=Path("recordings"), show_default=True,
              help="Where converted recordings are written.")  # fmt: skip
@options.as_json
@click.pass_obj
def import_(
    app: App,
    paths: tuple[Path, ...],
    session: str | None,
    worked: bool,
    project: str | None,
    to: Path,
    as_json: bool,
) -> None:
    """Take in recordings: folders with a manifest.jsonl, or folders of those.

    Files of other tools are converted to such folders first: recordings exported as JSON from
    Chrome DevTools, and what `playwright codegen --target=jsonl` writes. With --session, a session
    in which an agent drove a browser by the MCP server of Playwright or of Chrome DevTools.
    Importing again only imports what is new or was edited. Screenshots stay where they are; the
    board keeps their hashes.
    """
    if not (paths or session):
        raise click.UsageError("give a path, or --session with the id of a session")
    read: list[tuple[Recording, bool]] = []
    failed: list[tuple[Path, BoardError]] = []
    with app.open() as board:
        if session:
            from lessonboard.parts.recordings.from_agents.session import record_session

            paths = (*paths, record_session(board, session, to, worked=worked))
        for path in paths:
            for folder in _folders(path, to, failed):
                try:
                    found = read_recording(folder)
                    event = ingest(board, found, project, otherwise=app.project)
                    read.append((found, event is not None))
                except BoardError as error:
                    failed.append((folder, error))
    (_print if as_json else _tell)(read, failed)
    if failed or any(problem.is_loss for each, _ in read for problem in each.problems):
        raise SystemExit(1)


def _folders(path: Path, to: Path, failed: list[tuple[Path, BoardError]]) -> Iterator[Path]:
    """The recording folders that a path means; of a file, the one that is made of it."""
    if path.name == MANIFEST and path.is_file():
        yield path.parent
    elif (path / MANIFEST).is_file():
        yield path
    elif path.is_dir():
        below = [each.parent for each in sorted(path.rglob(MANIFEST))]
        if not below:
            advice = "give a recording folder, or a file to convert"
            failed.append((path, NotARecording(path, f"no {MANIFEST} is in or below it", advice)))
        yield from below
    else:
        try:
            yield from convert(path, to)
        except BoardError as error:
            failed.append((path, error))


def _tell(read: list[tuple[Recording, bool]], failed: list[tuple[Path, BoardError]]) -> None:
    """What was read, the first of what is wrong with it, and what could not be read."""
    new = sum(is_new for _, is_new in read)
    click.echo(f"Read {counted(len(read), 'recording')}; {new} new or edited.")
    for each, is_new in read:
        size = f"{counted(len(each.steps), 'step')} of {counted(each.events, 'line')}"
        standing = "" if is_new else ", known"
        click.echo(f"  {one_line(each.id)}  {one_line(each.name)}: {size}{standing}")
        for problem in each.problems[:_MOST_TOLD]:
            where = "" if problem.index is None else f"line {problem.index + 1}: "
            click.echo(f"    {where}{one_line(problem.text)}")
        if len(each.problems) > _MOST_TOLD:
            click.echo(f"    and {len(each.problems) - _MOST_TOLD} more; --json shows all")
        if lost := sum(problem.is_loss for problem in each.problems):
            text = f"{counted(lost, 'action')} of {each.id} could not be read: it is not complete"
            click.echo(f"lessonboard: {one_line(text)}", err=True)
    for _, error in failed:
        click.echo(f"lessonboard: {one_line(str(error))}", err=True)


def _print(read: list[tuple[Recording, bool]], failed: list[tuple[Path, BoardError]]) -> None:
    """All of it, for other programs."""
    recordings = [{
        "id": each.id, "name": each.name, "folder": str(each.folder), "events": each.events,
        "steps": len(each.steps), "manifest_sha256": each.manifest_sha256,
        "problems": [{"line": None if problem.index is None else problem.index + 1,
                      "kind": problem.kind, "text": problem.text} for problem in each.problems],
        "new": is_new,
    } for each, is_new in read]  # fmt: skip
    faults = [{"path": str(path), "error": str(error)} for path, error in failed]
    print_json({"recordings": recordings, "failed": faults})
