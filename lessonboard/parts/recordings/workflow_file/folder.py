"""`workflow.yaml` in its folder: edits are recorded before anything else is done with a workflow.

`.written.json` knows the file's hash as it was written or recorded last, and the event that it was
made from. A file with another hash was edited by a person: it is never overwritten.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import orjson

from blackboard import Board
from blackboard.atomic_file import write
from blackboard.digests import sha256
from blackboard.errors import BoardError
from blackboard.views.rows import WorkflowRow
from lessonboard.parts.recordings.compiler.folder import remember_written, written_entry
from lessonboard.parts.recordings.workflow_file.document import Json
from lessonboard.parts.recordings.workflow_file.history import Version, record_edit, versions
from lessonboard.parts.recordings.workflow_file.merging import MergeConflict, merge
from lessonboard.parts.recordings.workflow_file.patching import patched
from lessonboard.parts.recordings.workflow_file.read import (
    NAME,
    SCHEMA,
    BadWorkflowFile,
    Context,
    read,
    written,
)
from lessonboard.parts.recordings.workflow_file.shape import FORMAT, json_schema
from lessonboard.parts.recordings.workflow_file.yaml_tree import Mark, Problem

NEW = f"{NAME}.new"
"""A new compilation that is in conflict with the edits; deleting it settles that."""


class TakenIn(NamedTuple):
    """What became of an edited file: the event of the edit ("" if none), and what else changed it.

    The conflicts are with an edit made elsewhere since; the file's version is in force.
    """

    event: str = ""
    conflicts: Sequence[MergeConflict] = ()


class File(NamedTuple):
    """The file as it is."""

    path: Path
    content: bytes
    is_edited: bool
    made_from: str


def look(folder: Path) -> File | None:
    """The file of a folder; None where there is none.

    Raises:
        BoardError: it cannot be read.
    """
    path = folder / NAME
    hash_, made_from = written_entry(folder, NAME)
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BoardError(f"could not read {path}: {error.strerror}") from error
    return File(path, content, sha256(content).hexdigest() != hash_, made_from)


def parsed(path: Path, content: bytes, context: Context) -> Json:
    """The workflow of a file.

    Raises:
        BadWorkflowFile: it is none; all problems are listed.
    """
    try:
        workflow, problems = read(content.decode(), context)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        workflow, problems = None, [Problem(Mark(line, 1), "this is not UTF-8; save it as UTF-8")]
    if workflow is None:
        raise BadWorkflowFile(path, problems)
    return workflow


def context_of(found: Sequence[Version], base: Version, hosts: frozenset[str]) -> Context:
    """What an edited file is read beside: the version that it was made from, and all others."""
    earlier: list[Json] = []
    for each in found:
        if each.workflow not in earlier:
            earlier.append(each.workflow)
    return Context(base.in_force, tuple(earlier), hosts)


def take_in(
    board: Board,
    row: WorkflowRow,
    folder: Path,
    *,
    actor: str,
    hosts: frozenset[str] = frozenset(),
    reason: str = "",
) -> TakenIn:
    """Record the edits of a folder's file, if there are any.

    Args:
        board: the board with the workflow.
        row: the workflow as it is in force.
        folder: its folder.
        actor: who edited it.
        hosts: other hosts that the file may name, besides those of the recording.
        reason: why it was edited.

    Raises:
        BadWorkflowFile: the file is not a workflow.
    """
    file = look(folder)
    if file is None or not is_current(row["workflow"]):
        return TakenIn()
    found = versions(board, row["id"])
    base = _base(found, file)
    settles = _settled(folder, row)
    if base is not None and not file.is_edited and not settles:
        return TakenIn()
    base = base or found[-1]
    own = parsed(file.path, file.content, context_of(found, base, hosts))
    merged = merge(base.in_force, own, row["workflow"])
    event = ""
    if merged.workflow != row["workflow"] or settles:
        why = reason or ("the conflicts with a new compilation were settled" if settles else "")
        event = record_edit(board, row, merged.workflow, actor=actor, base=settles, reason=why)
    remember_written(folder, NAME, file.content, event or row["event"])
    if merged.workflow != own:
        _rewrite(folder, file.content.decode(), own, merged.workflow, event or row["event"])
    return TakenIn(event, merged.conflicts)


def is_current(workflow: Json) -> bool:
    """Whether a workflow has the format that a file can hold."""
    return workflow.get("format") == FORMAT


def project(board: Board, row: WorkflowRow, folder: Path) -> bool:
    """Write the workflow in force into its folder, unless a person edited the file meanwhile.

    Comments and layout of a file that was edited before are kept where that is possible.

    Returns:
        Whether the file is now that workflow.
    """
    file = look(folder)
    if (file is not None and file.is_edited) or not is_current(row["workflow"]):
        return False
    _write_schema(folder / SCHEMA)
    base = file and _base(versions(board, row["id"]), file)
    if file is None or base is None:
        _write(folder, written(row["workflow"]), row["event"])
    elif file.made_from != row["event"]:
        text = file.content.decode()
        _rewrite(folder, text, base.in_force, row["workflow"], row["event"])
    return True


def _write_schema(path: Path) -> None:
    schema = orjson.dumps(json_schema(), option=orjson.OPT_INDENT_2) + b"\n"
    if not path.is_file() or path.read_bytes() != schema:
        write(path, schema)


def _base(found: Sequence[Version], file: File) -> Version | None:
    """The version that a file was made from; None where the board does not know it."""
    return next((each for each in found if each.event == file.made_from), None)


def set_beside(folder: Path, compiled: Json, event: str) -> None:
    """Write a compilation that is in conflict with the edits beside the edited file."""
    content = written(compiled).encode()
    write(folder / NEW, content)
    remember_written(folder, NEW, content, event)


def _settled(folder: Path, row: WorkflowRow) -> str:
    """The compilation whose conflicts a person settled, by deleting the file beside theirs."""
    _, event = written_entry(folder, NEW)
    is_open = event == row["compiled_event"] != row["based_on"]
    return event if is_open and not (folder / NEW).exists() else ""


def _rewrite(folder: Path, text: str, before: Json, after: Json, event: str) -> None:
    """Change a file that a person wrote as little as possible."""
    new = patched(written(before), text, written(after))
    if new is None or read(new, Context(after))[0] != after:
        new = written(after)
    _write(folder, new, event)


def _write(folder: Path, text: str, event: str) -> None:
    content = text.encode()
    write(folder / NAME, content)
    remember_written(folder, NAME, content, event)
