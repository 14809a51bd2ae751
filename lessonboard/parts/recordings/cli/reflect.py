"""`lessonboard session reflect` on a recording: to cards, a workflow and its file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.parts.recordings.compiler.compile import Compiled, compile_recording
from lessonboard.parts.recordings.importing import ingest
from lessonboard.parts.recordings.sources import read_recording
from lessonboard.parts.recordings.sources.manifest import NAME as MANIFEST
from lessonboard.parts.recordings.views.runnable import why_not_runnable
from lessonboard.parts.recordings.workflow.file import WORKFLOWS, folder_of, project
from lessonboard.parts.recordings.workflow.read import NAME
from reflect.reflecting import ReflectionTools

_RECORDINGS = Path("recordings")
_OUTCOMES = {"text": "the page says", "absent": "the page does not say", "page": "the page is",
             "title": "the page's title is", "heading": "a heading is"}  # fmt: skip


def subject(board: Board, name: str) -> Callable[..., None] | None:
    """What reflects on the recording that is meant; None where it is no recording.

    It is meant by its folder, by its name here, or by its id where that is no session's.
    """
    for folder in (Path(name), _RECORDINGS / name):
        if _is_recording(folder):
            return partial(_compiled, board, folder)
    alike = board.keys("recordings", name)
    if name not in alike and (len(alike) != 1 or not name or board.keys("sessions", name)):
        return None
    id_ = name if name in alike else alike[0]
    folder = Path(board.row("recordings", id_)["folder"])
    return partial(_compiled, board, folder) if _is_recording(folder) else partial(
        _restored, board, id_)  # fmt: skip


def _is_recording(folder: Path) -> bool:
    try:
        return (folder / MANIFEST).is_file()
    except OSError:  # a name too long for a file can still be that of a session
        return False


def _compiled(
    board: Board,
    folder: Path,
    app: App,
    tools: ReflectionTools,
    project_: str | None,
    *,
    as_json: bool,
) -> None:
    """Compile a recording, and print what became of it.

    Args:
        board: where it is, or will be.
        folder: of the recording.
        app: the settings in force.
        tools: not needed: rules compile a recording.
        project_: to which it is moved; None leaves that as it is.
        as_json: whether a program reads it.
    """
    recording = read_recording(folder)
    ingest(board, recording, project_, otherwise=app.project)
    row = board.row("recordings", recording.id)
    done = compile_recording(board, recording, WORKFLOWS, row["project"])
    if as_json:
        print_json({
            "session": done.session, "steps": done.steps, "new_cards": done.new_cards,
            "file": str(done.file), "outcome": done.document.get("outcome", {}),
            "doubts": list(done.doubts), "waiting": str(done.waiting) if done.waiting else None,
        })  # fmt: skip
    else:
        _print(done)
    _tell_open(done)


def _restored(board: Board, id_: str, *_: object, as_json: bool) -> None:
    """Write the file as the board knows it, where the folder of the recording is out of reach."""
    file = folder_of(id_) / NAME
    project(board.row("workflows", id_), file.parent)
    if as_json:
        print_json({"session": id_, "file": str(file)})
    else:
        click.echo(f"The recording is not in its folder; {file} is written from the board.")


def _print(done: Compiled) -> None:
    document = done.document
    click.echo(f"{done.session}: {counted(done.steps, 'step')}, {done.new_cards} new or changed.")
    for name, each in document.get("parameters", {}).items():
        if each.get("kind") == "secret":
            click.echo(f"  {name}: secret; it is asked for at each run")
        else:
            click.echo(f"  --param {name}=...  {one_line(repr(each.get('example', '')))}")
    for what, text in document.get("outcome", {}).items():
        click.echo(f"  in the end: {_OUTCOMES.get(what, what)} {one_line(repr(text))}")
    for doubt in done.doubts:
        click.echo(f"  {one_line(doubt)}")
    click.echo(f"Written to {done.file}; edit it as you like, then `recording accept`.")
    why_not = why_not_runnable(document)
    then = f"It cannot be run: {why_not}" if why_not else (
        f"Rehearse it, up to what changes something: lessonboard recording run {done.session} "
        "--rehearse")  # fmt: skip
    click.echo(then)


def _tell_open(done: Compiled) -> None:
    """What a person must look at before it is run."""
    if done.waiting is not None:
        then = f"`recording accept {done.session}`" if done.waiting == done.file else (
            f"put what you want of it into {NAME}, then `recording accept`")  # fmt: skip
        click.echo(
            f"lessonboard: another workflow is in force and stays so; what was compiled is in "
            f"{done.waiting}: {then}",
            err=True,
        )
    if lost := done.document.get("lost"):
        click.echo(
            f"lessonboard: {counted(len(lost), 'action')} could not be imported; it is not run "
            f"before you have added what is missing to {NAME}",
            err=True,
        )
