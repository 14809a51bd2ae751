"""What one session learns the next one is told: once, when it is needed, as context."""

from __future__ import annotations

import time

import pytest

from tests.agents.scripted_server import Say, Turn
from tests.end_to_end.agents import (
    Agent,
    ClaudeCode,
    Codex,
    Session,
    learn,
)
from tests.end_to_end.machine import PATIENCE, Machine
from tests.end_to_end.seeding import LESSON, NEEDING, RIGHT, SAME_ERROR, UNRELATED, WRONG
from tests.optional_parts import CLAUDE, CODEX

pytestmark = pytest.mark.full


def test_a_prompt_that_needs_a_lesson_gets_it(learnt: Agent) -> None:
    """In the very request of the prompt, beside it; another prompt gets nothing."""
    [lesson] = learnt.machine.read("lesson")
    assert lesson["constraint"] == LESSON
    told = learnt.run(NEEDING, [learnt.shell(RIGHT), Say("Seeded.")])
    assert told.said == "Seeded."
    assert [each.count(LESSON) for each in told.contexts] == [1, 1]
    assert LESSON not in told.results
    assert _moments(learnt.machine, told) == ["prompt"]
    other = learnt.run(UNRELATED, [learnt.shell("ls"), Say("It is a port.")])
    assert LESSON not in other.whole
    assert _moments(learnt.machine, other) == []


def test_a_command_that_failed_before_brings_its_lesson(learnt: Agent) -> None:
    """With the failure, also where its error says nothing that is known."""
    script: list[Turn] = [learnt.shell(f"{WRONG} >/dev/null 2>&1"), Say("Oh.")]
    session = learnt.run("Fill the tables", script)
    assert [each.count(LESSON) for each in session.contexts] == [0, 1]
    assert LESSON not in session.results
    assert _moments(learnt.machine, session) == ["failed"]


def test_a_prompt_that_names_its_command_brings_a_lesson(learnt: Agent) -> None:
    """Before the act; a call that works is told nothing."""
    named = learnt.run("What is tools/seed.sh?", [learnt.shell(RIGHT), Say("A script.")])
    assert [each.count(LESSON) for each in named.contexts] == [1, 1]
    assert _moments(learnt.machine, named) == ["prompt"]
    silent = learnt.run("Fill the tables", [learnt.shell(RIGHT), Say("Done.")])
    assert _moments(learnt.machine, silent) == []


def test_an_error_that_is_known_brings_its_lesson(learnt: Agent) -> None:
    """Whatever the command was."""
    session = learnt.run("Go on", [learnt.shell(SAME_ERROR), Say("Oh.")])
    assert [each.count(LESSON) for each in session.contexts] == [0, 1]
    assert _moments(learnt.machine, session) == ["failed"]


def test_what_a_person_stands_behind_opens_a_session(learnt: Agent) -> None:
    """Where its sessions meet it all the time; and is not said again when the command fails."""
    learn(learnt)
    [lesson] = learnt.machine.read("lesson")
    learnt.machine.lessonboard("lesson", "keep", lesson["id"])
    learnt.machine.lessonboard(
        "lesson", "keep", "--pin", lesson["id"]
    )  # no session goes without it
    session = learnt.run("Hello", [learnt.shell(WRONG), Say("Oh.")])
    assert [each.count(LESSON) for each in session.contexts] == [1, 1]
    assert _moments(learnt.machine, session) == ["start"]


def test_a_session_that_is_resumed_is_told_nothing_twice(learnt: Agent) -> None:
    """The agent keeps what it was told, and hears it no second time."""
    first = learnt.run(NEEDING, [Say("Yes?")])
    again = learnt.run(NEEDING, [learnt.shell(WRONG), Say("Oh.")], resume=first.id)
    assert again.id == first.id
    assert [each.count(LESSON) for each in again.contexts] == [1, 1]
    assert _moments(learnt.machine, first) == ["prompt"]


@pytest.mark.parametrize(
    ("learner", "other"),
    [
        pytest.param(ClaudeCode, Codex, id="from-claude"),
        pytest.param(Codex, ClaudeCode, id="from-codex"),
    ],
)
@CLAUDE.needed
@CODEX.needed
def test_what_one_agent_learnt_another_is_told(
    machine: Machine, learner: type[ClaudeCode | Codex], other: type[ClaudeCode | Codex]
) -> None:
    """They share a board, and neither knows of it."""
    machine.lessonboard("init")
    learn(learner(machine))
    told = other(machine).run(NEEDING, [Say("Yes?")])
    assert told.context.count(LESSON) == 1
    assert {row["agent"] for row in machine.read("session")} == {"claude-code", "codex"}


def test_a_worker_comes_by_itself(agent: Agent) -> None:
    """With the settings that nobody has touched, the ends of two sessions are enough."""
    agent.machine.settings.unlink()
    agent.machine.lessonboard("init")
    for _ in range(2):
        agent.run("Fill the tables", [agent.shell(WRONG), agent.shell(RIGHT), Say("Seeded.")])
    deadline = time.monotonic() + PATIENCE
    with agent.machine.board() as board:
        learnt = board.tail(0, types=["lesson.created"], until=lambda: time.monotonic() > deadline)
        assert next(learnt, None) is not None, "no worker came"
        board.catch_up()
        # What the first session did may have been a remedy of its own until the second one ended.
        assert {row["constraint"] for row in board.view("lessons")} == {LESSON}


def _moments(machine: Machine, session: Session) -> list[str]:
    """At which moments a session was told something."""
    with machine.board() as board:
        told = board.read(stream=f"context:{session.id}", types=["context.injected"])
        return [(event.payload or {})["moment"] for event in told]
