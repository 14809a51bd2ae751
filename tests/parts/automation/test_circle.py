"""The whole circle on stand-ins with nothing typed: a failure, its improvement, what came of it.

Git, the thirteen steps, the checks, the worker and all of the learning are real; the forge is a
file, the coding agent a script, and a person only merges.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import pytest

from blackboard import Board, Situation
from blackboard.event import iso
from blackboard.events.session import SessionEnded
from lessonboard.part_settings import (
    AutomationSettings,
    Retrying,
    TriggerThresholds,
)
from lessonboard.parts.automation.considering import consider
from lessonboard.parts.automation.handlers.improve import ImproveHandler
from lessonboard.parts.automation.handlers.measure import MeasureHandler
from lessonboard.parts.automation.handlers.merge import LONGEST, MergeHandler
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from reflect.reflecting import ReflectionTools
from scheduler.handler import Handler
from scheduler.handlers.reflect import ReflectHandler
from scheduler.worker import Worker
from tests.parts.automation.workflow.world import PROJECT, World
from tests.reflect.talks import ran, says, session

FAILING = "make tiles ZOOM=12"
ERROR = "tiles: error: sprite atlas is locked by another process"
RULE = "Always run `make unlock-atlas` before `make tiles`, because the sprite atlas stays locked."
SETTINGS = AutomationSettings(
    automation_enabled=True, dry_run=False, measure_after=3,
    trigger_thresholds=TriggerThresholds(cooldown_hours=0), retrying=Retrying(cooldown_hours=0),
)  # fmt: skip
DAY = 86_400_000_000


class Circle:
    """A world whose clock goes on, and a worker that does whatever there is to do."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.now = time.time_ns() // 1000
        self.is_on = True

    def work(self) -> None:
        """Let the worker go on until nothing is left, half a day after the last time."""
        self.now += LONGEST
        Worker(self.world.board, self._handlers(), clock=lambda: self.now).run(until_idle=True)

    def session(self, name: str, *, fails: bool, words: str = "Draw the tiles.") -> None:
        """A session of an agent that ends; the failure may come up five times in it."""
        self.now += DAY
        calls = [ran(FAILING, ERROR, fails=True)] * 5 if fails else [ran("make lint")]
        events = session([says(words), *calls], name, project=PROJECT)
        shift = self.now - min(event.occurred_at or 0 for event in events)
        with self.world.board() as board:
            board.append([e._replace(occurred_at=(e.occurred_at or 0) + shift) for e in events])
            board.record(SessionEnded(session=name), actor="hook", project=PROJECT,
                         occurred_at=self.now + DAY // 24)  # fmt: skip

    def merge(self) -> int:
        """Merge the open draft, as a person does who reviewed it and wrote down what was learnt."""
        number = int(max(self.world.forge.state["pulls"].values())[0])
        asked, answered, merged = (iso(self.now + second * 1_000_000) for second in range(3))
        self.world.forge.review(number, RULE, asked, answered)
        self.world.forge.merge(number, merged)
        return number

    def told(self) -> str:
        """What the next agent of the project is told with its prompt."""
        with self.world.board() as board:
            prompt = "Draw the tiles; the sprite atlas is locked again."
            situation = Situation(prompt=prompt, project=PROJECT)
            return board.context(situation).text

    def read(self, type_: str) -> list[dict[str, Any]]:
        """The payloads of a type of event."""
        with self.world.board() as board:
            return [event.payload or {} for event in board.read(types=[type_])]

    def _handlers(self) -> dict[str, Handler]:
        def forge(_board: Board, _project: str | None) -> Any:
            return self.world.forge

        def clock() -> int:
            return self.now

        def may_act(_board: Board, _project: str | None) -> bool:
            return self.is_on

        made: list[Handler] = [
            ReflectHandler(
                lambda _: ReflectionTools(Critic(CriticSettings().in_force())),
                partial(consider, SETTINGS),
                clock,
            ),
            ImproveHandler(
                lambda board, _project, _agent, stopping: self.world.tools(
                    board, stopping=stopping
                ),
                lambda _board, _project: self.world.checkout,
                "command",
                may_act=may_act,
                clock=clock,
            ),
            MergeHandler(forge, clock),
            MeasureHandler(forge, SETTINGS.measure_after, clock, may_act),
        ]
        return {each.kind: each for each in made}


@pytest.fixture
def circle(world: World) -> Circle:
    """The circle at its beginning."""
    return Circle(world)


def improved(circle: Circle) -> int:
    """Three sessions fail, and a draft is merged; its number."""
    for number in range(3):
        circle.session(f"before{number}", fails=True)
        circle.work()
    assert len(circle.read("improvement.requested")) == 1
    number = circle.merge()
    circle.work()
    assert len(circle.read("pr.merged")) == 1
    return number


def issue_state(circle: Circle) -> str:
    """The state of the only issue."""
    ((_, _, state),) = circle.world.forge.state["issues"].values()
    return str(state)


def comments(circle: Circle) -> list[str]:
    """What the issue was told of the effect."""
    found = circle.world.forge.state["comments"]
    return [text for key, text in found.items() if " measured-" in key]


def test_a_failure_that_comes_again_is_measured_as_failed_and_tried_again(circle: Circle) -> None:
    """Failure, improvement, draft, merge, reflection, the failure again, the issue open again."""
    improved(circle)
    circle.world.forge.close("issues")  # by `Closes #1` of the merge
    assert "unlock-atlas" in circle.told()
    for name in ("after0", "after1", "after2"):
        circle.session(name, fails=True)
        circle.work()
    (measured,) = circle.read("improvement.measured")
    assert (measured["recurred"], measured["examined"], measured["verdict"]) == (3, 3, "failed")
    (comment,) = comments(circle)
    assert "seen in 3 of 3 sessions" in comment
    assert issue_state(circle) == "open"
    circle.session("after3", fails=True)
    circle.work()
    first, second = circle.read("improvement.requested")
    assert first["request"] in second["issue_description"]
    assert len(circle.world.forge.state["issues"]) == 1
    assert len(circle.world.forge.state["pulls"]) == 2
    prompts = [asked["prompt"] for asked in circle.world.asked()]
    half = len(prompts) // 2
    assert ["unlock-atlas" in each for each in prompts[:half]] == [False] * half
    assert all("unlock-atlas" in each for each in prompts[half:])
    assert {each["session"] for each in circle.read("context.injected")} == {
        circle.read("run.started")[1]["run"]
    }


def test_a_failure_that_stays_away_is_told_so_and_nothing_more_is_done(circle: Circle) -> None:
    """The twin: the same way, and the failure does not come again."""
    improved(circle)
    circle.world.forge.close("issues")
    for name in ("after0", "after1", "after2", "after3"):
        circle.session(name, fails=False)
        circle.work()
    (measured,) = circle.read("improvement.measured")
    assert (measured["recurred"], measured["examined"], measured["verdict"]) == (0, 3, "held")
    (comment,) = comments(circle)
    assert "seen in 0 of 3 sessions" in comment
    assert "Before the merge it was seen in 3 of 3." in comment
    assert issue_state(circle) == "closed"
    assert len(circle.read("improvement.requested")) == 1


def test_what_is_switched_off_waits(circle: Circle) -> None:
    """Also what was on the queue before: no issue, no draft, and nothing is lost."""
    circle.is_on = False
    circle.session("before0", fails=True)
    circle.work()
    assert len(circle.read("improvement.requested")) == 1
    assert circle.world.forge.state["made"] == []
    circle.is_on = True
    circle.work()
    assert circle.world.forge.state["made"][:1] == ["issue"]
