"""Whether repositories in which one works keep lessons that one did not trust."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from blackboard import Board
from blackboard.event import Event
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.present.text import counted
from lessonboard.untrusted_lessons import COMMAND, Checkout, untrusted

_RECENT = 50
"""Sessions in whose folders is looked, beside the working folder."""


def look(board: Board) -> Iterator[Diagnosis]:
    """Yield a finding for each such repository."""
    recent = board.view("sessions", order="-last_at", limit=_RECENT)
    folders = dict.fromkeys([str(Path.cwd()), *(row["cwd"] for row in recent if row["cwd"])])
    trusted = _trusted(board.read(types=["team.trusted", "team.distrusted"]))
    found = dict(untrusted(folder, trusted) for folder in folders)
    for top, number in found.items():
        if number:
            what = f"{top} holds {counted(number, 'lesson')} that you have not trusted"
            advice = f"Agents are shown none of them; `{COMMAND}` there lists them and asks."
            yield Diagnosis("repository", "note", what, advice, {"folder": top, "lessons": number})


def _trusted(events: Iterator[Event]) -> list[Checkout]:
    found: list[Checkout] = []
    for event in events:
        said = event.payload or {}
        name = str(said.get("name", ""))
        if event.type == "team.trusted":
            found.append((name, str(said.get("git", "")), str(said.get("made", ""))))
        else:
            found = [each for each in found if each[0] != name]
    return found
