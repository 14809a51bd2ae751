"""`lessonboard session reflect` on a recording: to cards, a workflow and its folder."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, one_line, print_json, progress
from lessonboard.parts.recordings.compiler.doubts import doubts
from lessonboard.parts.recordings.compiler.folder import EACH
from lessonboard.parts.recordings.compiler.reflect import Reflected, reflect_on_recording, restore
from lessonboard.parts.recordings.importing import ingest
from lessonboard.parts.recordings.sources import read_recording
from lessonboard.parts.recordings.views.runnable import why_not_runnable
from lessonboard.parts.recordings.workflow_file.folder import NEW
from lessonboard.parts.recordings.workflow_file.read import NAME
from reflect.model.model import Model
from reflect.reflecting import ReflectionTools

_RECORDINGS, _WORKFLOWS = Path("recordings"), Path("workflows")
_MANIFEST = "manifest.jsonl"
_MOST_SHOWN = 10
_MOST_REASON = 300


def recording_named(board: Board, name: str) -> str | Path | None:
    """The recording that is meant: its folder, or its id where that is out of reach.

    None when no recording goes by this name: it is then that of a session.
    """
    for folder in (Path(name), _RECORDINGS / name):
        if _is_recording(folder):
            return folder
    alike = board.keys("recordings", name)
    if name not in alike and (len(alike) != 1 or not name or board.keys("sessions", name)):
        return None
    id_ = name if name in alike else alike[0]
    folder = Path(board.row("recordings", id_)["folder"])
    return folder if _is_recording(folder) else id_


def _is_recording(folder: Path) -> bool:
    try:
        return (folder / _MANIFEST).is_file()
    except OSError:  # a name too long for a file can still be that of a session
        return False


def subject(board: Board, name: str) -> Callable[..., None] | None:
    """What reflects on the recording that is meant; None where it is no recording."""
    found = recording_named(board, name)
    return None if found is None else partial(reflect_recording, board, found)


def reflect_recording(
    board: Board,
    found: str | Path,
    app: App,
    tools: ReflectionTools,
    project: str | None,
    *,
    as_json: bool,
) -> None:
    """Reflect on a recording and print the result. Exits with 1 if something failed.

    Args:
        board: where it is, or will be.
        found: its folder, or its id where that is out of reach.
        app: the settings in force.
        tools: whose model is asked; without one it is done by rules.
        project: to which it is moved; None leaves that as it is.
        as_json: whether a program reads it.
    """
    from lessonboard.parts.recordings.rerunning import lost_actions

    if isinstance(found, str):
        done = _restored(board, found)
    else:
        done = _made(app, board, found, tools.model, project)
    if as_json:
        print_json(_as_json(done))
    else:
        _print(done)
    for name in done.put_aside:
        click.echo(f"lessonboard: {done.folder} was changed by hand; kept as {name}", err=True)
    _tell_edits(done)
    if lost := lost_actions(board, done.session):
        click.echo(
            f"lessonboard: {counted(lost, 'action')} could not be imported, see `lessonboard "
            f"recording {done.session}`; it is not run before you have edited {NAME}",
            err=True,
        )
    for reason in done.unreadable:
        click.echo(f"lessonboard: a screenshot is missing: {one_line(reason)}", err=True)
    if done.given_up and tools.model is not None:
        click.echo(
            f"lessonboard: {tools.model.name} gives no usable answers, so rules did its part; it "
            f"is not asked again about this recording: {one_line(done.given_up, _MOST_REASON)}",
            err=True,
        )
    if done.failed:
        _tell_failures(done)
    if done.failed or done.edits.refused or done.edits.conflicts:
        raise SystemExit(1)


def _tell_edits(done: Reflected) -> None:
    """What became of the edits of `workflow.yaml`."""
    edits, path = done.edits, done.folder / NAME
    if edits.merged:
        click.echo(f"lessonboard: the edits of {path} were merged with what is new", err=True)
    for conflict in edits.conflicts:
        click.echo(f"lessonboard: conflict at {one_line(str(conflict))}", err=True)
    if edits.conflicts:
        click.echo(
            f"lessonboard: {path} stays as you edited it; what was compiled is in {NEW}. Edit "
            f"{NAME} as you want it, then delete {NEW}",
            err=True,
        )
    if edits.refused is not None:
        for line in edits.refused.lines:
            click.echo(one_line(line), err=True)
        click.echo(f"lessonboard: {one_line(str(edits.refused))}", err=True)


def _restored(board: Board, id_: str) -> Reflected:
    folder = board.row("recordings", id_)["folder"]
    click.echo(
        f"lessonboard: the recording is no longer in {folder}; cards and workflow are "
        "written as the board knows them, screenshots are not",
        err=True,
    )
    return restore(board, id_, _WORKFLOWS)


def _made(
    app: App, board: Board, folder: Path, model: Model | None, project: str | None
) -> Reflected:
    recording = read_recording(folder)
    ingest(board, recording, project, otherwise=app.project)
    project = board.row("recordings", recording.id)["project"]
    with progress("Reflecting", len(recording.steps)) as report:
        return reflect_on_recording(
            board,
            recording,
            model,
            _WORKFLOWS,
            project=project,
            report=report,
            waiting=lambda: click.echo(
                "lessonboard: another run is at this recording; waiting for it", err=True
            ),
        )


def _as_json(done: Reflected) -> dict[str, Any]:
    return {
        "session": done.session,
        "steps": done.steps,
        "cards": done.cards,
        "model_calls": done.calls,
        "reused": done.reused,
        "failed": [{"step": each.step, "reason": each.reason} for each in done.failed],
        "workflow": str(done.folder / "schema.json") if done.workflow else None,
        "file": str(done.folder / NAME) if done.workflow else None,
        "outcome": done.workflow["outcome"] if done.workflow else None,
        "doubts": doubts(done.workflow) if done.workflow else [],
        "merged": done.edits.merged or None,
        "conflicts": [conflict._asdict() for conflict in done.edits.conflicts],
        "problems": done.edits.refused.lines if done.edits.refused else [],
    }


_OUTCOMES = {
    "text": "the page says",
    "absent": "the page does not say",
    "place": "the page is",
    "title": "the page's title is",
    "heading": "a heading is",
}


def _print(done: Reflected) -> None:
    click.echo(
        f"{done.session}: {counted(done.steps, 'step')}, {counted(done.cards, 'card')} "
        f"({done.reused} known before), {counted(done.calls, 'model call')}."
    )
    workflow = done.workflow
    if workflow is None:
        return
    for number, part in enumerate(workflow["subtasks"], 1):
        click.echo(f"  {number}. {one_line(part['title'])} ({counted(len(part['steps']), 'step')})")
    for each in workflow["task_params"]:
        if each["sensitive"]:
            click.echo(f"  {each['name']}: secret; it is asked for at each run")
        else:
            click.echo(f"  --param {each['name']}=...  {one_line(repr(each['example']))}")
    for what, text in workflow["outcome"].items():
        click.echo(f"  in the end: {_OUTCOMES[what]} {one_line(repr(text))}")
    for doubt in doubts(workflow):
        click.echo(f"  {one_line(doubt)}")
    why_not = why_not_runnable(workflow)
    then = f"It cannot be run: {why_not}" if why_not else (
        f"Rehearse it, up to what changes something: lessonboard recording run {done.session} "
        "--rehearse")  # fmt: skip
    click.echo(f"Written to {done.folder}; edit {NAME} there as you like.")
    click.echo(then)
    if times := (workflow.get("loop") or {}).get("times"):
        rows = f"--each {done.folder / EACH}"
        click.echo(f"It was recorded {times} times, and is kept once; for many: {rows}")


def _tell_failures(done: Reflected) -> None:
    """What failed and what to do; one line for each, up to some."""
    for each in done.failed[:_MOST_SHOWN]:
        where = "the workflow" if each.step is None else f"step {each.step}"
        click.echo(f"lessonboard: {where} failed: {one_line(each.reason)}", err=True)
    more = len(done.failed) - _MOST_SHOWN
    if more > 0:
        click.echo(f"lessonboard: and {counted(more, 'more step')}", err=True)
    kept = "the draft is kept in schema.draft.json" if done.cards == done.steps else (
        f"{counted(done.cards, 'card')} of {done.steps} are kept")  # fmt: skip
    click.echo(
        f"lessonboard: {kept}; run the same command again to ask for the rest alone, "
        "or add --no-model to do it by rules",
        err=True,
    )
