"""How recordings are shown: to people in lines, to programs in JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from blackboard import BoardError
from blackboard.event import iso
from blackboard.views.rows import RecordingRow, StepCardRow, WorkflowRow
from lessonboard.cli.output import counted, one_line, print_json, print_lines
from lessonboard.parts.recordings.present import last_failure, recording_lines
from lessonboard.parts.recordings.sources import Recording, Step
from lessonboard.parts.recordings.workflow.versions import Version
from lessonboard.present.text import minute

_MOST_TOLD = 5
_MOST_SHOWN = 60


def report(
    read: list[tuple[Recording, bool]], failed: list[tuple[Path, BoardError]], as_json: bool
) -> None:
    """What was read, what is wrong with it, and what could not be read."""
    if as_json:
        told = [{**_summary(each), "new": is_new} for each, is_new in read]
        faults = [{"path": str(path), "error": str(error)} for path, error in failed]
        print_json({"recordings": told, "failed": faults})
        return
    new = sum(is_new for _, is_new in read)
    click.echo(f"Read {counted(len(read), 'recording')}; {new} new or edited.")
    for each, is_new in read:
        standing = "" if is_new else ", known"
        click.echo(f"  {one_line(each.id)}  {one_line(each.name)}: {_size(each)}{standing}")
        _print_problems(each)
        lost = sum(problem.is_loss for problem in each.problems)
        if lost:
            text = f"{counted(lost, 'action')} of {each.id} could not be read: it is not complete"
            click.echo(f"lessonboard: {one_line(text)}", err=True)
    for _, error in failed:
        click.echo(f"lessonboard: {one_line(str(error))}", err=True)


def _print_problems(read: Recording) -> None:
    """The first of each recording's problems; all of them are in the JSON."""
    for problem in read.problems[:_MOST_TOLD]:
        where = "" if problem.index is None else f"line {problem.index + 1}: "
        click.echo(f"    {where}{one_line(problem.text)}")
    if len(read.problems) > _MOST_TOLD:
        click.echo(f"    and {len(read.problems) - _MOST_TOLD} more; --json shows all")


def _summary(read: Recording) -> dict[str, Any]:
    return {
        "id": read.id,
        "name": read.name,
        "folder": str(read.folder),
        "events": read.events,
        "steps": len(read.steps),
        "manifest_sha256": read.manifest_sha256,
        "problems": [{"line": None if each.index is None else each.index + 1, "kind": each.kind,
                      "text": each.text} for each in read.problems],
    }  # fmt: skip


def _size(read: Recording) -> str:
    return f"{counted(len(read.steps), 'step')} of {counted(read.events, 'line')}"


def step_as_json(step: Step) -> dict[str, Any]:
    """A step for other programs."""
    return {
        "index": step.index,
        "action_type": step.action_type,
        "value": step.value,
        "sensitive": step.sensitive,
        "target": step.target,
        "pre": step.pre and step.pre.name,
        "post": step.post and step.post.name,
    }


def print_whole(row: RecordingRow, steps: Iterable[Step], cards: list[StepCardRow]) -> None:
    """A recording with its steps, and what the cards say of them."""
    print_lines(recording_lines(row))
    if row["description"] and row["description"] != row["name"]:
        click.echo(f"  {one_line(row['description'])}")
    click.echo(f"  in {one_line(row['folder'])}")
    for kind, count in row["problems"].items():
        click.echo(f"  {counted(count, 'problem')} of the kind {kind}")
    intents = {card["index"]: card["intent"] for card in cards}
    lines = {step.index: _line(step) for step in steps} or {
        card["index"]: card["action_type"] for card in cards
    }
    for index, line in lines.items():
        intent = f"  {one_line(intents[index])}" if index in intents else ""
        click.echo(f"  {index + 1:>4}  {line}{intent}")


def _line(step: Step) -> str:
    """A step as one line."""
    value = "" if step.value is None else f" {_cut(step.value)}"
    where = next(filter(None, (step.target.get(each) for each in ("name", "label", "text"))), "")
    on = f" on {_cut(str(where))}" if where else ""
    return f"{step.action_type}{value if step.action_type != 'DRAG' else ' to' + value}{on}"


def _cut(text: str) -> str:
    """The beginning of a text; blanks alone are shown in quotes."""
    line = one_line(text) if text.strip() else repr(text)
    return line if len(line) <= _MOST_SHOWN else f"{line[: _MOST_SHOWN - 1]}…"


def print_workflow(row: WorkflowRow, edits: Sequence[Version]) -> None:
    """How a recording is run again, how often that went well, and who edited it."""
    went_well = f"{row['succeeded']} of {counted(row['reruns'], 'run')} went well"
    click.echo(f"  workflow: {went_well}, confidence {row['confidence']:.2f}")
    if failure := last_failure(row):
        click.echo(f"  {failure}")
    click.echo(f"  {one_line(row['statement'])}")
    for each in edits:
        did = f"took {each.undoes} back" if each.undoes else "edited it"
        reason = f": {one_line(each.reason)}" if each.reason else ""
        click.echo(f"  {minute(each.at)} {one_line(each.actor)} {did}{reason}  ({each.event})")


def edit_as_json(edit: Version) -> dict[str, Any]:
    """An edit for other programs."""
    return {
        "event": edit.event,
        "at": iso(edit.at),
        "actor": edit.actor,
        "undoes": edit.undoes or None,
        "reason": edit.reason,
    }
