"""What became of a lesson in real sessions, and what `doctor` says of them."""

from __future__ import annotations

import pytest

from tests.agents.scripted_server import Say
from tests.end_to_end.agents import Agent
from tests.end_to_end.seeding import NEEDING, RIGHT, WRONG

pytestmark = pytest.mark.full


def test_a_lesson_is_accounted_for(learnt: Agent) -> None:
    """Shown twice; one session obeyed, in the other one its failure came back."""
    machine = learnt.machine
    [lesson] = machine.read("lesson")
    for command in (RIGHT, WRONG):
        learnt.run(NEEDING, [learnt.shell(command), Say("Done.")])
        machine.work()
    account = machine.read("lesson", lesson["id"])[0]["account"]
    counted = {name: account[name] for name in ("injected", "obeyed", "recurred", "withheld")}
    assert counted == {"injected": 2, "obeyed": 1, "recurred": 1, "withheld": 0}
    assert account["tokens"] > 0
    assert [each["lesson"] for each in machine.read("lesson", "report")["injected"]] == [
        lesson["id"]
    ]
    found = {each["what"]: each for each in machine.read("doctor")}
    for what in ("transcripts", "hook errors", "outbox"):
        assert found[what]["level"] == "good", found[what]
    if learnt.name == "claude-code":
        assert found["Claude Code"]["level"] == "good"


def test_a_lesson_that_comes_with_the_failure_is_obeyed_by_what_follows(learnt: Agent) -> None:
    """The call that called for it was under way, and is not held against it."""
    machine = learnt.machine
    learnt.run("Fill the tables", [learnt.shell(WRONG), learnt.shell(RIGHT), Say("Done.")])
    machine.work()
    [lesson] = machine.read("lesson")
    account = machine.read("lesson", lesson["id"])[0]["account"]
    counted = {name: account[name] for name in ("injected", "obeyed", "recurred")}
    assert counted == {"injected": 1, "obeyed": 1, "recurred": 0}
