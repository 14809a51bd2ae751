"""The real servers, where they are installed, write what the samples hold."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from bench.recordings import customers
from bench.recordings.agents.agent import Agent
from bench.recordings.agents.client import SERVERS, missing, started
from bench.recordings.agents.transcript import Transcript
from bench.recordings.apps.application import APPLICATIONS
from blackboard.board import Board
from blackboard.importer import import_files
from lessonboard.parts.recordings.from_agents.session import record_session
from lessonboard.parts.recordings.sources import read_recording
from tests.parts.recordings.from_agents.test_session import SAMPLES

NODE_MODULES = "LESSONBOARD_NODE_MODULES"
"""The variable with the folder in which npm installed both servers."""


@pytest.mark.timeout(120)
@pytest.mark.parametrize("server", list(SERVERS))
def test_a_real_server_writes_as_in_its_sample(board: Board, tmp_path: Path, server: str) -> None:
    """The same targets for the same calls, so that a new version of a server is noticed."""
    modules = os.environ.get(NODE_MODULES)
    if why := missing(server, Path(modules) if modules else None):
        pytest.skip(f"{why}; {NODE_MODULES} names the folder")
    transcript = Transcript(tmp_path, "live", "Take Alan off the call list and add Donald Knuth.")
    customers.create(tmp_path / "calls.db")
    customers.change(tmp_path / "calls.db", [("DELETE FROM customer WHERE id > 22", ())])
    with (
        APPLICATIONS["call list"].running(tmp_path / "calls.db", {}) as port,
        started(server, Path(str(modules)), tmp_path) as client,
    ):
        take_off_and_add(Agent(server, client, transcript), f"http://127.0.0.1:{port}/")
    import_files(board, [transcript.path, SAMPLES / f"{server}.jsonl"])
    assert targets(board, tmp_path, "live") == targets(board, tmp_path, server)


def take_off_and_add(agent: Agent, url: str) -> None:
    """What the agent did when the samples were made."""
    agent.open(url)
    agent.miss()
    agent.click("button", "Remove", "Alan Turing")
    agent.fill("textbox", "Name", "Donald Knuth")
    agent.fill("textbox", "E-mail", "donald@example.org")
    agent.fill("textbox", "City", "Stanford")
    agent.click("button", "Add")
    agent.wait("Donald Knuth")


def targets(board: Board, folder: Path, session: str) -> list[tuple[str, Any]]:
    """The steps of a session's recording, and what each acts on."""
    recording = read_recording(record_session(board, session, folder / "recordings"))
    return [(step.action_type, step.target) for step in recording.steps]
