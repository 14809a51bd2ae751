"""How much of the disk a board takes, and for which projects."""

from __future__ import annotations

from blackboard import Board
from lessonboard.doctor.diagnosis import Diagnosis, size_of
from lessonboard.present.text import counted, project_name

_NAMED = 3


def look(board: Board) -> Diagnosis:
    """Return the size of the file, and about which share each project has of the text in it."""
    size = board.local.volume.size()
    text = board.local.volume.by_project()
    by_project: dict[str, float] = {}
    for name, number in text.items():
        project = project_name(board.local.names.project_of(name))
        by_project[project] = by_project.get(project, 0) + number / max(text.total(), 1)
    shares = sorted(by_project.items(), key=lambda each: (-each[1], each[0]))
    named = [f"{project} {share:.0%}" for project, share in shares[:_NAMED]]
    others = len(shares) - _NAMED
    more = f", {counted(others, 'other project')} {1 - sum(s for _, s in shares[:_NAMED]):.0%}"
    found = f"{size_of(size)}" + (f", about {', '.join(named)}" if named else "")
    details = {
        "bytes": size,
        "projects": [{"project": project, "share": round(share, 3)} for project, share in shares],
    }
    return Diagnosis("use", "good", found + (more if others > 0 else ""), details=details)
