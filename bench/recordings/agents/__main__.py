"""`python -m bench.recordings.agents MODULES`: ten sessions, each run again twice."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.recordings import customers, ours
from bench.recordings.agents.agent import Agent
from bench.recordings.agents.client import SERVERS, missing, started
from bench.recordings.agents.tasks import OTHERS, SESSIONS, Session
from bench.recordings.agents.transcript import Transcript
from bench.recordings.changes import CHANGES, Change
from bench.recordings.door import opened
from bench.recordings.matrix import Bench, NotDone
from blackboard import Board
from blackboard.importer import import_files
from lessonboard.parts.recordings.from_agents.session import record_session
from lessonboard.parts.recordings.sources import NotARecording

_VALUES = (Change("nothing"), Change("other values"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each run; returns 1 where one was wrong."""
    asked = _parser().parse_args(arguments)
    lacking = [why for server in SERVERS if (why := missing(server, asked.modules))]
    if lacking:
        print(f"skipped: {'; '.join(lacking)}")
        return 0
    verdicts: list[str] = []
    with opened() as door, tempfile.TemporaryDirectory(prefix="bench-") as temporary:
        bench = Bench(door, asked.keep or Path(temporary))
        bench.folder.mkdir(parents=True, exist_ok=True)
        for session in OTHERS if asked.others else SESSIONS:
            server = next(each for each in SERVERS if (each == session.server) is not asked.swap)
            if asked.only in f"{session.task.name} {server}":
                changes = [each for each in CHANGES if asked.change and asked.change in each.name]
                for line in _lines(bench, session, server, asked.modules, changes):
                    print(line, flush=True)
                    verdicts.append(line.split(" | ")[3])
    print(", ".join(f"{each}: {verdicts.count(each)}" for each in dict.fromkeys(verdicts)))
    return int("wrong" in verdicts)


def _lines(
    bench: Bench, session: Session, server: str, modules: Path, changes: Sequence[Change]
) -> Iterator[str]:
    """Let the agent do its task, learn from that, and run it again after each change.

    Without changes it is run with the recorded values and with others.
    """
    task = session.task
    try:
        transcript = _acted(bench, session, server, modules)
        workflow, kept = _learned(bench, session, transcript)
    except Exception as error:  # whatever it is, it is a result
        text = str(error).strip().splitlines() or [repr(error)]
        yield f"{task.name} | {server} | both | stopped | not recorded: {text[0]}"
        return
    for change in filter(lambda each: each.applies(task), changes or _VALUES):
        cell = bench._cell(task, change, "lessonboard", workflow.run)
        yield f"{task.name} | {server} | {change.name} | {cell.verdict} | {cell.why} | {kept}"


def _acted(bench: Bench, session: Session, server: str, modules: Path) -> Path:
    """The transcript of the agent, whose task had its effect.

    Raises:
        NotDone: it had not.
    """
    task = session.task
    name = f"{task.name}-{server}".replace(" ", "-").replace(":", "")
    database, before = bench._database(task, _VALUES[0])
    transcript = Transcript(bench.folder, name, task.name)
    with (
        bench._application(task, _VALUES[0], database),
        started(server, modules, bench.folder) as client,
    ):
        agent = Agent(server, client, transcript)
        agent.open(bench.url + task.start)
        session.act(agent)
        bench.door.wait_until_quiet()
    if customers.state(database) != task.effect.on(before):
        raise NotDone(f"the agent did not do it: see {transcript.path}")
    return transcript.path


def _learned(bench: Bench, session: Session, transcript: Path) -> tuple[ours.Workflow, str]:
    """The workflow, and whether the session showed its success itself."""
    with Board.open(bench.folder / f"{transcript.stem}-agent.db") as board:
        import_files(board, [transcript])
        into = bench.folder / "recordings"
        try:
            folder, kept = record_session(board, transcript.stem, into), "by its check"
        except NotARecording:
            folder = record_session(board, transcript.stem, into, worked=True)
            kept = "by the person"
    return ours.learn(session.task, folder, bench.folder, bench.timeout), kept


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.recordings.agents", description=__doc__)
    parser.add_argument("modules", type=Path, help="the folder node_modules with both servers")
    parser.add_argument("--swap", action="store_true", help="each task with the other server")
    parser.add_argument("--others", action="store_true", help="other tasks than those of the ten")
    parser.add_argument("--only", default="", help="only sessions with this word")
    parser.add_argument("--change", default="", help="after the changes with this word instead")
    parser.add_argument("--keep", type=Path, help="a folder to keep transcripts and recordings in")
    return parser


if __name__ == "__main__":
    sys.exit(main())
