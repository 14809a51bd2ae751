"""What `forget` erases beside the board, and what it can only name."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from blackboard import Board, BoardError
from blackboard.event import Event
from blackboard.forgetting import Plan
from blackboard.storage.outbox import refused_path
from lessonboard.exporting import registry
from lessonboard.hooks.failures import failures_path
from lessonboard.places import RERUNS

_RUNS = ("run.started", "run.resumed", "step.completed", "step.failed", "run.failed")
_RERUNS = ("workflow.rerun",)


class Copy(NamedTuple):
    """A file or folder that may hold what was forgotten, and what to do about it."""

    path: Path
    advice: str


def erase_beside(board: Board, path: Path, plan: Plan, runs: Path) -> None:
    """Delete what is ours beside the board: before the events go, for they say where it is.

    The hooks' error logs and the lines that held no event may quote anything; both are notes for
    `doctor`, and go whole. Logs of an agent's steps and reports of recorded tasks go with the
    events of their run.

    Raises:
        BoardError: something cannot be deleted; nothing was forgotten.
    """
    logs = [failures_path(str(path)), f"{failures_path(str(path))}.1", refused_path(str(path))]
    doomed = [Path(each) for each in logs]
    doomed += [runs / run / "logs" for run in sorted(_runs(board, plan, _RUNS))]
    doomed += [path.parent / RERUNS / run for run in sorted(_runs(board, plan, _RERUNS))]
    for each in doomed:
        try:
            shutil.rmtree(each) if each.is_dir() else each.unlink(missing_ok=True)
        except OSError as error:
            raise BoardError(
                f"nothing was forgotten: could not delete {each}: {error.strerror}; delete it and "
                "run the same command again"
            ) from error


def copies(board: Board, path: Path, plan: Plan) -> list[Copy]:
    """Return what may hold the text but is not deleted: exports, recordings, other boards."""
    exports = [Copy(each.path, each.command) for each in registry.known(path)]
    recordings = [Copy(each, f"rm -r {each}") for each in sorted(_recordings(board, plan))]
    boards = [
        Copy(each, f"lessonboard --db {each} forget ...") for each in board.local.boards_beside()
    ]
    return [*exports, *recordings, *boards]


def _runs(board: Board, plan: Plan, types: Collection[str]) -> set[str]:
    runs = (str((event.payload or {}).get("run", "")) for event in _erased(board, plan, types))
    return {run for run in runs if run and run == Path(run).name}


def _recordings(board: Board, plan: Plan) -> set[Path]:
    events = _erased(board, plan, ("recording.imported",))
    folders = {str((event.payload or {}).get("folder", "")) for event in events}
    return {Path(folder) for folder in folders if folder and Path(folder).is_dir()}


def _erased(board: Board, plan: Plan, types: Collection[str]) -> Iterator[Event]:
    if plan.described.types.keys().isdisjoint(types):
        return iter(())
    return (each for each in board.read(types=types) if each.id in plan.reach.because_of)
