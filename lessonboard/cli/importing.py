"""`lessonboard import`: transcripts in, lessons out."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from blackboard import Board, BoardError
from blackboard.importer import Summary, find, import_files
from lessonboard.bootstrap import App
from lessonboard.cli.options import as_json
from lessonboard.cli.output import counted, print_json, progress, shown
from lessonboard.discovery import transcript_folders
from reflect.miner.mine import Mined, mine


@click.command("import")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--project", help="The project of sessions that do not say theirs.")
@click.option(
    "--mine/--no-mine", "mining", default=None, help="Look for lessons afterwards, or not."
)
@as_json
@click.pass_obj
def import_(
    app: App, paths: tuple[Path, ...], project: str | None, mining: bool | None, as_json: bool
) -> None:
    """Take in transcripts: files or folders, or all that is found on this machine.

    Claude Code, Codex, and plain lists of messages are read, compressed (.zst) or not. Importing
    again takes in only what is new. Secrets are taken out before anything is written.
    """
    started = time.monotonic()
    files = list(find(paths or _found(app)))
    empty = [path for path in paths if path.is_dir() and not any(find([path]))]
    with app.open() as board:
        with progress("Reading", sum(_size(file) for file in files)) as report:
            summary = import_files(board, files, project=project, progress=report)
        summary.failed += [(str(path), "holds no transcripts") for path in empty]
        mine_too = app.config.import_.mine if mining is None else mining
        mined = _mine(app, board) if mine_too else Mined()
    seconds = round(time.monotonic() - started, 3)
    if as_json:
        print_json(_as_json(summary, mined, seconds))
    else:
        _print(summary, mined, seconds)
    if summary.failed:
        raise SystemExit(1)


def _found(app: App) -> list[Path]:
    folders = transcript_folders(app.config.import_.paths)
    existing = [folder for folder in folders if folder.is_dir()]
    if not existing:
        looked = ", ".join(map(str, folders))
        raise BoardError(
            f"found no transcripts: looked in {looked}; name files or folders to import"
        )
    return existing


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # the import will say what is wrong with it


def _mine(app: App, board: Board) -> Mined:
    board.catch_up()
    with progress("Learning", 100) as report:
        done = 0

        def step(number: int, total: int) -> None:
            nonlocal done
            reached = number * 100 // max(1, total)
            report(reached - done)
            done = reached

        return mine(board, step, app.config.reflection.in_force())


def _as_json(summary: Summary, mined: Mined, seconds: float) -> dict[str, Any]:
    failed = [{"file": file, "reason": reason} for file, reason in summary.failed]
    return {
        **asdict(summary),
        "failed": failed,
        "lessons": mined.created,
        "recurrences": mined.recurred,
        "seconds": seconds,
    }


def _print(summary: Summary, mined: Mined, seconds: float) -> None:
    click.echo(
        f"Read {counted(summary.files, 'file')} in {seconds:.1f} s: "
        f"{counted(summary.sessions, 'new session')}, {counted(summary.messages, 'message')}, "
        f"{counted(summary.tool_calls, 'tool call')}, {counted(summary.failures, 'failure')}; "
        f"nothing new in {counted(summary.skipped, 'file')}."
    )
    if summary.redactions:
        secrets = counted(summary.redactions, "secret")
        click.echo(f"Took out {secrets} before anything was written.")
    if summary.unknown_lines or summary.torn:
        unknown = counted(summary.unknown_lines, "unknown line")
        click.echo(f"Passed over {unknown} and {counted(summary.torn, 'torn line')}.")
    click.echo(
        f"Learnt {counted(mined.created, 'lesson')}, and saw known ones again "
        f"{counted(mined.recurred, 'time')}."
    )
    if mined.created:
        click.echo("See them with: lessonboard lesson list")
    for file, reason in summary.failed:
        click.echo(f"lessonboard: {shown(file)}: {shown(reason)}", err=True)
