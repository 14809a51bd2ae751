"""Records the sample sessions with the real agents against scripted models.

Run `python -m tests.agents.record_samples --claude PATH --codex PATH --out examples/sessions`.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from tests.agents import claude_sessions, codex_sessions
from tests.agents.clean_transcripts import Record, clean, failures
from tests.agents.sample_agents import Agent, ClaudeCode, Codex
from tests.agents.sample_projects import build, environment, prepare
from tests.agents.sample_sessions import Session

SESSIONS: Sequence[Session] = [*claude_sessions.SESSIONS, *codex_sessions.SESSIONS]
_LOCKED_SECONDS = 10
_README = """\
# Sample sessions

Ten small sessions in three made-up projects, so that what is learnt in one is met again in
another. They were recorded with {versions}, each against a scripted
stand-in for its model: people and models say what a script says, while the agents, their
tools and every command, failure and success are real. So is the clock: a session takes seconds.

| transcript | project | shows |
|---|---|---|
{rows}

Vendors' prompt text was removed: copies of model requests are left out; attachments, developer
messages and scaffolding are cut down to their type or tag, and the state and tools that Codex
writes down are emptied. Nothing else was changed, except that the standard library's path in
tracebacks was made neutral.

Record again with (both agents come from npm: `@anthropic-ai/claude-code`, `@openai/codex`):

```
python -m tests.agents.record_samples --claude PATH --codex PATH --out examples/sessions
```
"""


class RecordingError(Exception):
    """A session did not go as its script says."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Record every session, and describe them all in a README."""
    options = _options(arguments)
    agents: dict[str, Agent] = {
        "claude-code": ClaudeCode(options.claude),
        "codex": Codex(options.codex),
    }
    prepare(sys.executable)
    rows = []
    for name in agents:
        shutil.rmtree(options.out / name, ignore_errors=True)
    for session in SESSIONS:
        path = _record(session, agents[session.agent], options.out / session.agent)
        link = path.relative_to(options.out)
        rows.append(f"| [{session.agent}]({link}) | {session.project} | {session.shows} |")
        sys.stderr.write(f"{link}\n")
    text = _README.format(versions=_versions(agents), rows="\n".join(rows))
    (options.out / "README.md").write_text(text)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--claude", required=True, help="the executable of Claude Code")
    parser.add_argument("--codex", required=True, help="the executable of Codex")
    parser.add_argument("--out", required=True, type=Path, help="where the transcripts go")
    return parser.parse_args(arguments)


def _record(session: Session, agent: Agent, out: Path) -> Path:
    """Play one session, check that it went as planned, and write its clean transcript."""
    transcript = _play(session, agent)
    with transcript.open() as lines:
        records = clean(session.agent, lines)
    found = failures(session.agent, records)
    if found != session.failures:
        raise RecordingError(f"{transcript}: {found} failed calls, planned {session.failures}")
    target = out / transcript.relative_to(agent.transcripts)
    _write(target, records)
    return target


def _play(session: Session, agent: Agent) -> Path:
    folder = build(session.project)
    known: str | None = None
    with agent.serve(session.script) as model, _busy(session, folder):
        variables = environment() | agent.configure(model.url, session.model)
        for prompt in session.prompts:
            command = agent.command(prompt.text, known)
            known = agent.session(_run(command, folder, variables))
        if model.unplayed:
            raise RecordingError(f"{session.shows} {model.unplayed} turns were never asked for")
    [transcript] = agent.transcripts.rglob(f"*{known}.jsonl")
    return transcript


def _run(command: list[str], folder: Path, variables: dict[str, str]) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )
    if done.returncode:
        raise RecordingError(f"{command[0]} ended with {done.returncode}: {done.stderr}")
    return done.stdout


@contextmanager
def _busy(session: Session, folder: Path) -> Iterator[None]:
    """Hold the write lock of the session's database for a while, as an import would."""
    if session.busy_database is None:
        yield
        return
    locked = threading.Event()
    path = folder / session.busy_database
    holder = threading.Thread(target=_hold_lock, args=(path, locked))
    holder.start()
    locked.wait()
    yield
    holder.join()


def _hold_lock(path: Path, locked: threading.Event) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        locked.set()
        threading.Event().wait(_LOCKED_SECONDS)
        database.execute("ROLLBACK")


def _write(target: Path, records: Sequence[Record]) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in records)
    target.write_text("".join(f"{line}\n" for line in lines))


def _versions(agents: dict[str, Agent]) -> str:
    return " and ".join(f"{agent.title} {_version(agent)}" for agent in agents.values())


def _version(agent: Agent) -> str:
    command = [agent.program, "--version"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return next(word for word in output.split() if word[0].isdigit())


if __name__ == "__main__":
    main()
