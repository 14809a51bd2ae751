"""Whether two projects are likely one repository."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard import Board
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.project_suggestions import merge_command, suggested

_SHOWN = 3


def look(board: Board) -> Iterator[Diagnosis]:
    """Yield what may be merged, with its evidence; nothing where there is none."""
    found = suggested(board)
    for number, each in enumerate(found[:_SHOWN], 1):
        more = f"; {len(found) - _SHOWN} more: `lessonboard admin project`"
        yield Diagnosis(
            "projects",
            "note",
            f"{each.one} and {each.other} may be one repository: {'; '.join(each.reasons)}",
            f"If so, type `{merge_command(each)}`; if not, the same with --split"
            + (more if number == _SHOWN < len(found) else ""),
            {"projects": [each.one, each.other], "reasons": each.reasons},
        )
