"""Lines that the lessons of this repository cite, as `lessonboard doctor --rules` compares them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from blackboard.plugins import contents
from blackboard.sources.repository import project_of
from blackboard.views.rows import LessonRow
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, one_line, progress
from reflect.freshness.check import Checked, check, due
from scheduler.handlers.check import Settled

_STATES = ("fresh", "moved", "drifted", "orphaned", "unknown")


class Cited(NamedTuple):
    """What became of the lines that lessons cite, and of the checks that were made of lessons."""

    rows: dict[str, LessonRow]
    found: list[Checked]
    settled: list[Settled]

    def lines(self) -> Iterator[str]:
        """What is not as it was, and the count of all."""
        for each in self.found:
            if each.judgement is not None and each.judgement.freshness != "fresh":
                row = self.rows[each.lesson]
                yield f"{each.judgement.freshness:9} {one_line(each.judgement.reason)}"
                yield f"          {one_line(row['id'])}  {one_line(row['constraint'])}"
        counts = Counter(map(_state, self.found))
        said = ", ".join(f"{counts[state]} {state}" for state in _STATES if counts[state])
        if self.found:
            yield f"{counted(len(self.found), 'lesson')} with files: {said}."
        for lesson, state in self.settled:
            if state in ("resting", "woken"):
                yield f"{state:9} {one_line(lesson)}"
        if self.settled:
            states = Counter(state for _, state in self.settled)
            said = ", ".join(f"{count} {state}" for state, count in sorted(states.items()))
            yield f"{counted(len(self.settled), 'lesson')} with checks: {said}."

    def as_json(self) -> list[dict[str, object]]:
        """The same for other programs."""
        checks: list[dict[str, object]] = [
            {"id": lesson, "check": state} for lesson, state in self.settled
        ]
        return [*map(_as_json, self.found), *checks]


def check_cited(app: App) -> Cited:
    """Compare what the lessons of the working folder's project cite, and keep what is found.

    What drifted or lost its file is shown less or not at all, and comes up in `review`. Lessons
    whose check the default branch has need not be shown.
    """
    folder = Path()
    with app.open() as board:
        name = board.project(project_of(str(folder.resolve()))) or ""
        rows = due(board, name)
        with progress("Looking", len(rows)) as done:
            found = []
            for each in check(board, rows, folder):
                found.append(each)
                done(1)
        settled: list[Settled] = []
        for look in contents.part("project check"):
            settled += look(board, name, folder)
        board.catch_up()  # hooks read the views as they are, and fold nothing
    return Cited({row["id"]: row for row in rows}, found, settled)


def _state(checked: Checked) -> str:
    return checked.judgement.freshness if checked.judgement else "unknown"


def _as_json(checked: Checked) -> dict[str, object]:
    found = checked.judgement._asdict() if checked.judgement else {"freshness": "unknown"}
    return {"id": checked.lesson, "changed": checked.changed, **found}
