"""A run's checks see nothing of the person's, and its report names what they lacked."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

import pytest

from lessonboard.part_settings import AutomationSettings
from lessonboard.parts.automation.improvements.automation import Automation
from lessonboard.parts.automation.isolation import isolation, means
from lessonboard.parts.automation.isolation.allowed import NOTHING, Allowed
from lessonboard.parts.automation.workflow.orchestrate import go_on, start
from lessonboard.parts.automation.workflow.step import Step
from tests.parts.automation.isolation.secret_variables import secrets
from tests.parts.automation.workflow.world import PROJECT, World, short

_STEPS = short(
    Step("1", "Make a worktree", 1, ("worktree",), ("branch",), critical=True),
    Step("2", "Run the checks", 2, ("checks",), ("checks",), critical=True),
)
_PRINTS = "import json, os; print(json.dumps(dict(os.environ)))"
_NEEDS = "import os, sys; sys.exit(0 if 'NPM_TOKEN' in os.environ else 'NPM_TOKEN is not set')"


def ran(world: World, code: str, allowed: Allowed = NOTHING) -> tuple[str, str, list[str]]:
    """How a run ended whose check is some Python: its state, the reason, and what was noted."""
    noted: list[str] = []
    with world.board() as board:
        run = start(board, world.request(board), _STEPS, world.checkout, "command")
        tools = world.tools(
            board, lambda what, _step, said: noted.append(said) if what == "noted" else None,
            checks=[f'{sys.executable} -S -E -c "{code}"'],
        )  # fmt: skip
        row = go_on(run, _STEPS, replace(tools, allowed=allowed))
        events = board.read(types=["step.completed"])
        shown = [event.payload["evidence"] for event in events if event.payload]
    output = shown[-1]["commands"][0]["output"] if row["state"] == "completed" else ""
    return row["state"], output or row["reason"], noted


@pytest.fixture(autouse=True)
def _secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in secrets().items():
        if name not in ("LD_PRELOAD", "GIT_CONFIG_GLOBAL"):
            monkeypatch.setenv(name, value)


def test_a_check_is_given_no_secret(world: World) -> None:
    """None of more than two hundred; its home is not the person's, and it knows whose it is."""
    state, output, _ = ran(world, _PRINTS)
    variables = json.loads(output)
    assert state == "completed"
    assert not set(variables.values()) & set(secrets().values())
    assert variables["LESSONBOARD_CHILD"] == "1"


def test_the_first_run_that_fails_for_lack_of_a_variable_names_it(world: World) -> None:
    """With the command that allows it; no agent is asked to mend what it cannot."""
    state, reason, _ = ran(world, _NEEDS)
    assert state == "failed"
    assert reason.endswith(
        f"withheld: NPM_TOKEN; `lessonboard automation allow env NPM_TOKEN --project {PROJECT}`"
    )
    assert world.asked() == []


def test_what_the_person_allowed_is_given_to_that_project_alone(world: World) -> None:
    """As the board remembers it, and until it is closed again."""
    with world.board() as board:
        here = Automation(board, PROJECT, AutomationSettings())
        there = Automation(board, "forge.example/acme/other", AutomationSettings())
        here.allow("env", "NPM_TOKEN")
        here.allow("network")
        assert (here.allowed.variables, there.allowed) == (frozenset({"NPM_TOKEN"}), NOTHING)
        here.disallow("network")
        allowed = here.allowed
    assert allowed == Allowed(variables=frozenset({"NPM_TOKEN"}))
    assert ran(world, _NEEDS, allowed)[0] == "completed"


def test_a_system_that_keeps_nothing_apart_is_said_in_the_run(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for the checks, and the variables are kept all the same."""
    monkeypatch.setattr(isolation, "means", lambda: means.NONE)
    state, output, noted = ran(world, _PRINTS)
    assert (state, noted) == ("completed", [means.LEFT])
    assert not set(json.loads(output).values()) & set(secrets().values())
