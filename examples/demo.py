"""Value in a minute: import the history at hand, show what was learnt and what an agent is told.

Everything goes to a board of its own, which whoever calls this deletes:

    python -m examples.demo board.db
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from textwrap import shorten
from typing import Any

from blackboard import Board, Situation
from blackboard.errors import NotFound
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow, SessionRow
from lessonboard.discovery import transcript_folders

SAMPLES = Path(__file__).parent / "sessions"
COMMAND = [sys.executable, "-c", "from lessonboard.start import main; main()"]
WIDTH = 90
MOST_LESSONS, MOST_TOLD, MOST_TRIED = 5, 3, 20


def main(database: str) -> int:
    """Import, then show; 0 unless the import failed altogether."""
    own = any(any(folder.rglob("*.jsonl")) for folder in transcript_folders())
    summary = imported(database) if own else imported_samples(database)
    if summary is None:
        return 1
    whose = "sessions of yours" if own else "sample sessions (there is no history of an agent here)"
    seconds, found = summary["seconds"], summary["lessons"]
    print(f"Read {summary['sessions']} {whose} in {seconds:.1f} s; learnt {found} lessons.")
    with Board.open(database) as board:
        offered = [row for row in board.view("lessons") if row["status"] in ACTIVE_STATUSES]
        lessons = distinct(offered)
        show_lessons(lessons[:MOST_LESSONS])
        show_context(board, lessons)
        print("\nKeep it: lessonboard session import    Plug it in: lessonboard init\n")
    return 0


def imported(database: str, *paths: str, **variables: str) -> dict[str, Any] | None:
    """What `lessonboard session import` says it did; its progress and errors are shown."""
    command = [*COMMAND, "--db", database, "session", "import", "--json", *paths]
    done = subprocess.run(command, env={**os.environ, **variables}, stdout=subprocess.PIPE,
                          text=True, check=False)  # fmt: skip
    summary: dict[str, Any] | None = json.loads(done.stdout) if done.stdout else None
    return summary


def imported_samples(database: str) -> dict[str, Any] | None:
    """The same for the samples, in folders as their agents keep them."""
    with tempfile.TemporaryDirectory() as name:
        claude, codex = f"{name}/claude", f"{name}/codex"
        shutil.copytree(SAMPLES / "claude-code", f"{claude}/projects")
        shutil.copytree(SAMPLES / "codex", f"{codex}/sessions")
        return imported(database, claude, codex, CLAUDE_CONFIG_DIR=claude, CODEX_HOME=codex)


def distinct(lessons: list[LessonRow]) -> list[LessonRow]:
    """One lesson for each rule, those seen most often and most recently first."""
    found: dict[str, LessonRow] = {}
    for row in sorted(lessons, key=lambda row: (row["seen"], row["last_seen_at"]), reverse=True):
        found.setdefault(row["constraint"], row)
    return list(found.values())


def show_lessons(lessons: list[LessonRow]) -> None:
    """A line each, with how often it was seen."""
    if not lessons:
        print("\nNo lesson in it: nothing failed and then worked, nothing was corrected.")
        return
    print("\nWhat failed and how it worked, and what you said:")
    for row in lessons:
        rule = shorten(row["constraint"], WIDTH, placeholder=" ...")
        print(f"{row['seen']:>3}x {rule}")


def show_context(board: Board, lessons: list[LessonRow]) -> None:
    """What an agent would be told now that is about to repeat a failure of the history."""
    told = [(moment, board.context(moment, limit=MOST_TOLD)) for moment in moments(board, lessons)]
    if not any(context.items for _, context in told):
        return
    moment, context = max(told, key=lambda each: len(each[1].items))
    asked = shorten(moment.prompt, WIDTH - 20, placeholder=" ...")
    print(f'\nThe next agent is asked: "{asked}"')
    print(f"It is about to run `{moment.command}`, and is told:\n\n{context.text}")


def moments(board: Board, lessons: list[LessonRow]) -> Iterator[Situation]:
    """The moments in which lessons were learnt: what was asked for, and the command that failed."""
    for lesson in lessons[:MOST_TRIED]:
        for session in learnt_in(board, lesson) if lesson["commands"] else ():
            command = lesson["commands"][0]
            yield Situation(session["title"], session["project"], command=command)


def learnt_in(board: Board, lesson: LessonRow) -> Iterator[SessionRow]:
    """The sessions that a lesson was learnt in, latest first, as far as they are on the board."""
    for session in lesson["sessions"][: -MOST_TRIED - 1 : -1]:
        with suppress(NotFound):
            yield board.row("sessions", session)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
