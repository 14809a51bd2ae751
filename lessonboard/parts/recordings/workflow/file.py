"""`workflow.yaml`: what is run is what the board holds, and the file must say the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.errors import BoardError
from blackboard.views.rows import WorkflowRow
from lessonboard.parts.recordings.workflow.keys import json_schema
from lessonboard.parts.recordings.workflow.read import NAME, SCHEMA, Json, decoded, written
from lessonboard.parts.recordings.workflow.rules import hosts
from lessonboard.parts.recordings.workflow.versions import versions

WORKFLOWS = Path("workflows")
_UNSAFE = re.compile(r"[^\w.-]")


class ChangedFile(BoardError):
    """A file was changed outside of our commands; `diff` shows how, line by line."""

    def __init__(self, path: Path, recording: str, diff: list[str]) -> None:
        self.path, self.diff = path, diff
        super().__init__(
            f"{path} was changed since a person accepted it, and nothing was done; look at the "
            f"difference, then type `lessonboard recording accept {recording}`, or delete the "
            "file: what was accepted holds"
        )


class Changed(NamedTuple):
    """A file that says something else than the board: what, how that differs, and its new hosts."""

    path: Path
    document: Json
    diff: list[str]
    new_hosts: list[str]


def folder_of(recording: str, parent: Path = WORKFLOWS) -> Path:
    """The folder of a recording's workflow."""
    return parent / _UNSAFE.sub("_", recording)


def file_of(board: Board, recording: str) -> Path | None:
    """The file of a workflow: in `workflows` here, else beside the folder of its recording."""
    rows = board.view("recordings", where={"id": recording})
    parents = [WORKFLOWS, *(Path(row["folder"]).parent.parent / WORKFLOWS for row in rows
                            if row["folder"])]  # fmt: skip
    files = (folder_of(recording, parent) / NAME for parent in parents)
    return next((file for file in files if file.is_file()), None)


def read_file(path: Path, recording: str = "", accepted: Mapping[str, Any] | None = None) -> Json:
    """The document of a file; see `decoded`.

    Raises:
        BadWorkflowFile: the file has errors.
        BoardError: it cannot be read.
    """
    try:
        return decoded(path, path.read_bytes(), recording, accepted)
    except OSError as error:
        raise BoardError(f"could not read {path}: {error.strerror}") from error


def edited_document(row: WorkflowRow, text: str) -> Json:
    """The document of a workflow whose text is to be this one.

    Raises:
        BadWorkflowFile: it has errors.
    """
    return decoded(Path(NAME), text.encode(), row["id"], row["workflow"])


def changed(board: Board, row: WorkflowRow) -> Changed | None:
    """What a person changed in a workflow's file; None where it says what the board holds.

    A file that was not touched since another version came into force is written anew.

    Raises:
        BadWorkflowFile: the file has errors.
        BoardError: it cannot be read or written.
    """
    path = file_of(board, row["id"])
    if path is None:
        return None
    document = read_file(path, row["id"], row["workflow"])
    if document == row["workflow"]:
        return None
    if _is_stale(board, row, path, document):
        project(row, path.parent)
        return None
    new = sorted(hosts(document) - hosts(row["workflow"]))
    return Changed(path, document, difference(row["workflow"], document, str(path)), new)


def _is_stale(board: Board, row: WorkflowRow, path: Path, document: Json) -> bool:
    """Whether a file says what the board held before it was changed, say, on the page."""
    known = versions(board, row["id"])
    since = next((each.at for each in known if each.event == row["event"]), 0)
    is_known = any(document == each.document for each in known)
    return is_known and path.stat().st_mtime_ns // 1000 < since


def ensure_accepted(board: Board, row: WorkflowRow) -> None:
    """Refuse a workflow whose file was changed outside of our commands.

    Raises:
        ChangedFile: it says something else than the board.
        BadWorkflowFile: it has errors.
    """
    found = changed(board, row)
    if found is not None:
        raise ChangedFile(found.path, row["id"], found.diff)


def difference(before: Any, after: Any, name: str = NAME) -> list[str]:
    """How two documents differ, as a diff of their texts."""
    from difflib import unified_diff

    was, now = (written(each).splitlines() for each in (before, after))
    return list(unified_diff(was, now, f"{name} as accepted", f"{name} now", lineterm=""))


def project(row: WorkflowRow, folder: Path) -> None:
    """Write the workflow in force into its folder.

    Raises:
        CannotWrite: the folder is not writable.
    """
    import orjson  # here, like the two below, for most commands write nothing

    from blackboard.atomic_file import write
    from blackboard.private_folder import make_private_folder

    try:
        make_private_folder(folder)
    except OSError as error:
        raise BoardError(f"could not create {folder}: {error.strerror}") from error
    write(folder / NAME, written(row["workflow"]).encode())
    schema = orjson.dumps(json_schema()) + b"\n"
    if not (folder / SCHEMA).is_file() or (folder / SCHEMA).read_bytes() != schema:
        write(folder / SCHEMA, schema)
