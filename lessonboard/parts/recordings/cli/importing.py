"""`lessonboard recording import`: recordings made by other tools, or elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from blackboard import BoardError
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.parts.recordings.cli.lines import report
from lessonboard.parts.recordings.from_agents.session import record_session
from lessonboard.parts.recordings.importing import ingest
from lessonboard.parts.recordings.sources import NotARecording, Recording, read_recording
from lessonboard.parts.recordings.sources.converting import convert
from lessonboard.parts.recordings.sources.manifest import NAME as MANIFEST


@click.command("import")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--session", help="Make the recording of what an agent did in this session.")
@click.option("--worked", is_flag=True, help="With --session: its task succeeded, as you saw.")
@click.option("--project", help="The project; default: as before, or the repository here.")
@click.option(
    "--to",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("recordings"),
    show_default=True,
    help="Where converted recordings are written.",
)
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
    Chrome DevTools, and generated scripts of Playwright. With --session, a session in which an
    agent drove a browser by the MCP server of Playwright or of Chrome DevTools. Importing again
    only imports what is new or was edited. Screenshots stay where they are; the board keeps their
    hashes.
    """
    if not (paths or session):
        raise click.UsageError("give a path, or --session with the id of a session")
    read: list[tuple[Recording, bool]] = []
    failed: list[tuple[Path, BoardError]] = []
    with app.open() as board:
        if session:
            paths = (*paths, record_session(board, session, to, worked=worked))
        for path in paths:
            for folder in _folders(path, to, failed):
                try:
                    found = read_recording(folder)
                    event = ingest(board, found, project, otherwise=app.project)
                    read.append((found, event is not None))
                except BoardError as error:
                    failed.append((folder, error))
    report(read, failed, as_json)
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
