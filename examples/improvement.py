"""From a session with a recurring failure to an issue and a draft pull request, on stand-ins.

Everything happens in a temporary folder: a repository with its remote, a forge in a file in the
place of GitHub, and a scripted program in the place of the coding agent. The rest is real: the
import, the detectors, the automation, the thirteen steps, git, and the checks.

    python -m examples.improvement
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from html import unescape
from pathlib import Path

from blackboard import Board
from blackboard.importer import import_files
from blackboard.transcript_files import find
from blackboard.views.rows import AutomationRow
from examples.stand_ins.workplace import Workplace, git
from lessonboard.part_settings import AutomationSettings
from lessonboard.parts.automation.improvements.automation import Automation
from lessonboard.parts.automation.improvements.session import patterns_of
from lessonboard.parts.automation.runners.command import CommandAgent
from lessonboard.parts.automation.workflow.files import load
from lessonboard.parts.automation.workflow.orchestrate import go_on, start
from lessonboard.parts.automation.workflow.step import Step
from lessonboard.parts.automation.workflow.work import Tools

SESSIONS = Path(__file__).parent / "recurring_failure"

_MIGRATE = """import sqlite3
import sys

WAIT = {wait}  # seconds for other writers

database = sqlite3.connect(sys.argv[1], timeout=WAIT)
database.execute("BEGIN IMMEDIATE")
database.execute("ALTER TABLE parcels ADD COLUMN depot TEXT")
database.commit()
"""
_CHECK = """import sqlite3, subprocess, sys, tempfile, threading
from pathlib import Path

with tempfile.TemporaryDirectory() as folder:
    path = str(Path(folder) / "parcels.db")
    writer = sqlite3.connect(path, check_same_thread=False)
    writer.execute("CREATE TABLE parcels (id INTEGER)")
    writer.execute("BEGIN IMMEDIATE")
    threading.Timer(1, writer.commit).start()
    migration = [sys.executable, "tools/migrate.py", path]
    sys.exit(subprocess.run(migration).returncode)
"""
_ACTS = {
    "4": {"write": {"tests/migration_waits.py": _CHECK}},
    "5": {"write": {"tools/migrate.py": _MIGRATE.format(wait=60)}},
}
"""What the stand-in of an agent does: a failing test at step 4, the change at step 5."""

SETTINGS = AutomationSettings(checks=[f"{sys.executable} -S -E tests/migration_waits.py"])


def main() -> int:
    """Go the whole way and show it; 0 when there is a draft pull request at the end."""
    # Whatever git is set to do here (sign commits, run hooks), the example is not concerned.
    os.environ.update(GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_NOSYSTEM="1")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        place = Workplace(folder).make({"tools/migrate.py": _MIGRATE.format(wait=0)}, _ACTS)
        with Board.open(folder / "board.db") as board:
            request = requested(board)
            return improve(place, board, request) if request else 1


def requested(board: Board) -> AutomationRow | None:
    """Import the session, and ask the automation: first as a dry run, then for real."""
    import_files(board, find([SESSIONS]), trusted=True)
    (session,) = board.view("sessions")
    result = patterns_of(board, session)
    print(f"A session with {session['failures']} failures. Its patterns:")
    for pattern in result.patterns:
        print(f"  {pattern.type} ({pattern.severity}): {pattern.suggestion}")
    automation = Automation(board, session["project"], SETTINGS)
    automation.enable(dry_run=True)
    would = automation.consider(result).triggers
    print(f"\nDry run: the automation {'would' if would else 'would not'} ask for an improvement.")
    automation.enable(dry_run=False)
    verdict = automation.consider(result)
    if not verdict.triggers:
        print(f"For real: no improvement, {verdict.reason}")
        return None
    (row,) = [row for row in board.view("automation") if row["request"]]
    return row


def improve(place: Workplace, board: Board, request: AutomationRow) -> int:
    """Carry the request out, and show what is at the forge then."""
    print("For real: the default workflow begins.\n")
    agent = CommandAgent(place.agent_line)
    tools = Tools(board, place.forge, agent, SETTINGS, place.runs, report=_report)
    run = start(board, str(request["request"]), load(), place.checkout, "command")
    done = go_on(run, load(), tools)
    print(f"\nThe run is {done['state']}. {done['reason']}".rstrip())
    state = place.forge.state
    drafts = [number for number, _, is_draft, _ in state["pulls"].values() if is_draft]
    for number in drafts:
        print(f"\nThe draft pull request:\n\n{_rendered(state['bodies'][str(number)])}")
        change = git(place.remote, "diff", "main", str(done["branch"]), "--", "tools")
        print(f"\nWhat it changes in tools:\n\n{change}")
    return 0 if done["state"] == "completed" and drafts else 1


def _rendered(markdown: str) -> str:
    """Escaped Markdown as a page would show it, without the details at its end."""
    summary = markdown.split("## Reflection context", maxsplit=1)[0].rstrip()
    return unescape(re.sub(r"</?code>", "`", summary))


def _report(what: str, step: Step | None, text: str) -> None:
    """A line for each step that is done, and for what goes wrong."""
    if step is None or what in ("begun", "shown"):
        return
    print(f"  {step.id:>2} {step.title:46} {what} {text}"[:120].rstrip())


if __name__ == "__main__":
    sys.exit(main())
