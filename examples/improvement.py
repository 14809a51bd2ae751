"""From a session with a recurring failure to an issue and a draft pull request, on stand-ins.

Everything happens in a temporary folder: a bare repository as the remote, a stand-in of GitHub on
this machine (asked by the real `gh` where it is installed), and a small program as the agent. The
session is a real one where the folder `../shared/data` is there, else one of the samples.

    python -m examples.improvement
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from blackboard import Board
from blackboard.importer import find, import_files
from blackboard.views.view import Row
from scheduler.automation.automation import Automation
from scheduler.automation.session import patterns_of
from scheduler.automation.settings import AutomationSettings
from scheduler.github_forge import GitHubForge
from scheduler.workflow.files import load
from scheduler.workflow.orchestrate import go_on, start
from scheduler.workflow.work import Tools
from tests.scheduler.forge.hub import REPOSITORY, Hub
from tests.scheduler.forge.spoken_gh import SpokenGh
from tests.scheduler.forge.stand_in import served
from tests.scheduler.workflow.world import World

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data" / "transcripts"
SAMPLES = Path(__file__).parent / "sessions"


def main() -> int:
    """Walk the whole way, saying what happens; 0 when there is a draft pull request at the end."""
    with tempfile.TemporaryDirectory() as name:
        world = World(Path(name)).make()
        with world.board() as board:
            session = worst_session(board)
            result = patterns_of(board, session)
            issue = result.get_primary_issue()
            print(f"Session {session['id']}: {issue.suggestion if issue else 'nothing'}")
            machine = Automation(board, session["project"], AutomationSettings())
            machine.enable(dry_run=True)
            print(f"Dry run: {'it would' if machine.consider(result).triggers else 'it would not'}")
            machine.enable(dry_run=False)
            verdict = machine.consider(result)
            if not verdict.triggers:
                print(f"For real: no, {verdict.reason}")
                return 1
            return improve(world, board, Path(name))


def worst_session(board: Board) -> Row:
    """The session with the most failures, of those at hand."""
    import_files(board, find([SHARED if SHARED.is_dir() else SAMPLES]))
    return board.view("sessions", where={"child": 0}, order="-failures", limit=1)[0]


def improve(world: World, board: Board, folder: Path) -> int:
    """Carry the request out, and show what is at the stand-in of GitHub then."""
    (row,) = [row for row in board.view("automation") if row["request"]]
    hub = Hub()

    def report(what: str, step: object, said: str) -> None:
        hub.branches.update(world.branches())  # the remote and the stand-in are one GitHub
        print(f"  {what:9} {getattr(step, 'id', '')} {getattr(step, 'title', '')} {said}"[:150])

    with served(hub, folder) as environment:
        os.environ.update(environment)
        run_gh: dict[str, Callable[..., object]] = (
            {} if shutil.which("gh") else {"run": SpokenGh(hub)}
        )
        forge = GitHubForge(repository=REPOSITORY, locks=folder, **run_gh)  # type: ignore[arg-type]
        made = world.tools(board)
        tools = Tools(board, forge, made.runner, made.settings, made.runs, report=report)
        run = start(board, row["request"], load(), world.checkout, "command")
        done = go_on(run, load(), tools)
    print(f"The run is {done['state']}. {done['reason']}")
    for pull in hub.pulls.values():
        print(f"\n{pull['title']}\n\n{pull['body']}")
    return 0 if done["state"] == "completed" and hub.made("pulls") == 1 else 1


if __name__ == "__main__":
    sys.exit(main())
