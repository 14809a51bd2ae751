"""Whatever becomes of the board in the middle of a session, the agent does its work."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.agents.scripted_server import Say
from tests.end_to_end.agents import Agent
from tests.end_to_end.machine import COMMAND, Machine
from tests.end_to_end.seeding import RIGHT, WRONG

pytestmark = pytest.mark.full

_LOSE = 'rm "$HOME"/data/lessonboard/board.db*'
_SPOIL = 'head -c 9000 /bin/sh > "$HOME"/data/lessonboard/board.db'


@pytest.mark.parametrize(
    "harm",
    [pytest.param(_LOSE, id="lost"), pytest.param(_SPOIL, id="spoilt", marks=pytest.mark.full)],
)
def test_a_session_outlives_its_board(agent: Agent, harm: str) -> None:
    """It says and does the same; `doctor` tells afterwards that hooks failed."""
    agent.machine.lessonboard("init")
    session = agent.run("Go", [agent.shell(harm), agent.shell(RIGHT), Say("Seeded.")])
    assert session.said == "Seeded."
    assert "42 rows" in session.results
    told = agent.machine.run(COMMAND, "doctor").out
    assert f"hook errors: {agent.name} " in told.replace("most often: ", "hook errors: "), told


def test_a_session_does_not_wait_for_its_board(agent: Agent) -> None:
    """What hooks could not write is on the board as soon as it is free."""
    machine = agent.machine
    machine.lessonboard("init")
    with _held(machine):
        session = agent.run("Go", [agent.shell(WRONG), agent.shell(RIGHT), Say("Seeded.")])
    assert session.said == "Seeded."
    machine.work()
    [row] = machine.read("session")
    assert (row["id"], row["tool_uses"]) == (session.id, 2)


@contextmanager
def _held(machine: Machine) -> Iterator[None]:
    """Keep everybody else from writing."""
    with closing(sqlite3.connect(machine.database, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        yield
        database.execute("ROLLBACK")
