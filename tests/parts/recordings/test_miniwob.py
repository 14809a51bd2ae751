"""The benchmark on MiniWoB's pages gives values by parameters alone and judges by the reward."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from bench.recordings.miniwob import package
from bench.recordings.miniwob.judge import judge
from bench.recordings.miniwob.parameters import assigned
from bench.recordings.miniwob.seeds import Episode, episodes
from bench.recordings.miniwob.server import Episodes, served
from bench.recordings.miniwob.task import is_same_task
from bench.recordings.miniwob.tasks import TASKS
from lessonboard.parts.recordings.browser.chromium import launching
from lessonboard.parts.recordings.workflow.plan import Parameter

if TYPE_CHECKING:
    from bench.recordings.miniwob.task import Values

_TASK = next(task for task in TASKS if task.name == "enter-text")


@pytest.fixture
def server() -> Iterator[Episodes]:
    """The pages of MiniWoB; without them the test is skipped, and says why."""
    wheel = package.here()
    if wheel is None:
        pytest.skip(f"the wheel {package.RELEASE} is not here; {package.VARIABLE} names its folder")
    with served(wheel) as server:
        yield server


def test_a_person_gets_the_reward_of_the_seed_and_only_for_its_values(
    chromium: str, server: Episodes
) -> None:
    """Episodes are the same at the same seed, and the values of another seed are wrong."""
    recorded, other, *_ = episodes(_TASK, server)

    rewards = asyncio.run(_rewards(server, [recorded, Episode(recorded.seed, other.values)]))

    assert rewards == [1.0, -1.0]
    assert [judge(reward, completed=True) for reward in rewards] == ["right", "wrong"]


async def _rewards(server: Episodes, acts: list[Episode]) -> list[float | None]:
    from playwright.async_api import async_playwright

    rewards = []
    async with async_playwright() as playwright:
        options = launching(playwright.chromium.executable_path, headless=True)
        browser = await playwright.chromium.launch(**options)
        for act in acts:
            server.begin(act.seed)
            page = await browser.new_page()
            await page.goto(server.url(_TASK.name))
            await _TASK.person(page, act.values)
            rewards.append(server.reward)
        await browser.close()
    return rewards


@pytest.mark.parametrize(
    ("reward", "completed", "verdict"),
    [
        (1.0, True, "right"), (1.0, False, "stopped"), (None, False, "stopped"),
        (None, True, "bogus"), (0.5, True, "wrong"), (-1.0, False, "wrong"),
    ],
)  # fmt: skip
def test_a_run_is_judged_by_the_reward(
    reward: float | None, *, completed: bool, verdict: str
) -> None:
    """A part of the reward is wrong, and a success without one is bogus."""
    assert judge(reward, completed=completed) == verdict


def test_a_value_goes_to_the_parameter_that_has_it_and_labels_are_strange() -> None:
    """Days are given in the form of the example; a value that nothing asks for is missing."""
    recorded = {"day": "12/09/2016", "name": "Ada", "tab?": "Two", "_layout": "x"}
    new = {"day": "11/05/2016", "name": "Bob", "tab?": "One", "_layout": "x"}
    parameters = [
        Parameter("date", example="2016-12-09"), Parameter("number", example="9"),
        Parameter("label", example="Director", kind="row"),
    ]  # fmt: skip

    gives = assigned(parameters, recorded, new, ())

    assert gives.values == {"date": "2016-11-05", "number": "9", "label": "Director"}
    assert gives.missing == ("name",)
    assert [each.name for each in gives.strange] == ["number", "label"]


def test_a_list_of_values_is_given_line_by_line() -> None:
    """What is selected in a list is one parameter with a line for each option."""
    parameters = [Parameter("choice", example="Ada\nBob")]

    gives = assigned(parameters, {"one": "Bob", "two": "Ada"}, {"one": "Cleo", "two": "Dan"}, ())

    assert (gives.values, gives.missing, gives.strange) == ({"choice": "Dan\nCleo"}, (), ())


def test_other_seeds_differ_in_their_values_alone() -> None:
    """What is no value (`_layout`) is the same, and at least one value differs."""
    values: Values = {"name": "Ada", "_layout": "x"}

    assert is_same_task(values, {"name": "Bob", "_layout": "x"})
    assert not is_same_task(values, values)
    assert not is_same_task(values, {"name": "Bob", "_layout": "y"})
