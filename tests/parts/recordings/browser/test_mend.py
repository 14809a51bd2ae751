"""Mend by doing: where a run stopped a person does the right thing, and the workflow learns it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from blackboard import BoardError
from lessonboard.parts.recordings.browser.mend import IsDone, Mending
from lessonboard.parts.recordings.browser.outcome import Rerun, StepOutcome
from lessonboard.parts.recordings.cli.mending import with_mended
from lessonboard.parts.recordings.sources import read_recording
from lessonboard.parts.recordings.workflow.checks import checked
from lessonboard.parts.recordings.workflow.plan import Plan
from lessonboard.parts.recordings.workflow.planning import made
from tests.parts.recordings.browser.tasks import Circle
from tests.parts.recordings.browser.test_rerun import plan_from, step
from tests.parts.recordings.sources.folders import click, line, write

if TYPE_CHECKING:
    from playwright.async_api import Page
    from playwright.sync_api import Page as SyncPage


async def _nickname(page: Page) -> None:
    await page.get_by_label("Nickname").fill("Ada")
    await page.get_by_role("button", name="Save").click()


def _person(*does: str) -> Iterator[bool | None]:
    """A person who needs a moment, and is ready then."""
    yield None
    yield True


def test_what_a_person_does_goes_on_and_is_learnt(circle: Circle) -> None:
    """The button has another name; with another value the mended workflow runs by itself."""
    row = circle.reflect(circle.record("settings.html", _nickname))
    circle.site.done.clear()
    circle.site.later[">Save<"] = ">Delete the old and keep<"

    def ask(_failed: StepOutcome, pages: list[SyncPage]) -> IsDone:
        ready = _person()

        def is_done() -> bool | None:
            answer = next(ready)
            if answer is None:
                pages[0].get_by_role("button", name="keep").click()
            return answer

        return is_done

    values = {"nickname": "Grace"}
    ran = circle.run(made(row["workflow"]), values, timeout=1.0,
                     mending=Mending(circle.folder / "mended", ask))  # fmt: skip
    assert ran.completed
    assert "done by a person" in ran.steps[1].note
    document = with_mended(row["workflow"], ran, values)
    assert checked(document)[1] == []
    assert document["steps"][1]["target"]["button"] == "Delete the old and keep"
    assert document["parameters"] == row["workflow"]["parameters"]
    circle.site.done.clear()
    assert circle.run(made(document), {"nickname": "Eve"}).completed
    assert circle.site.done == [{"nickname": "Eve"}]


@pytest.mark.parametrize("answer", [False])
def test_a_person_may_give_up(circle: Circle, answer: bool) -> None:
    """Then the run has failed as it would have without them."""
    row = circle.reflect(circle.record("settings.html", _nickname))
    circle.site.later[">Save<"] = ">Delete all<"
    mending = Mending(circle.folder / "mended", lambda _failed, _pages: lambda: answer)
    ran = circle.run(made(row["workflow"]), timeout=1.0, mending=mending)
    assert ran.failed is not None
    assert with_mended(row["workflow"], ran, {}) == row["workflow"]


def test_what_was_refused_before_a_person_did_it_does_not_count(circle: Circle) -> None:
    """The last step's request, after which nothing was shown; the person's was accepted."""
    circle.site.later["<h1>Settings</h1>"] = (
        "<button onclick=\"fetch('/nowhere', {method: 'POST'})\">Send</button>"
        "<button onclick=\"document.title = 'Sent'\">Send again</button>"
    )
    send = replace(step(1, "CLICK", role="button", name="Send"), after={"title": "Sent"})
    plan = plan_from(circle.site.url("settings.html"), send)
    refused = circle.run(plan, timeout=1.0)
    assert refused.failed is not None

    def ask(_failed: StepOutcome, pages: list[SyncPage]) -> IsDone:
        pages[0].get_by_role("button", name="Send again").click()
        return lambda: True

    ran = circle.run(plan, timeout=1.0, mending=Mending(circle.folder / "mended", ask))
    assert ran.completed, ran.missed


def test_an_optional_step_that_a_person_did_leaves_the_refusal_before_it(circle: Circle) -> None:
    """The last request was refused, and doing another step does not send it again."""
    circle.site.later["<h1>Settings</h1>"] = (
        "<button onclick=\"fetch('/nowhere', {method: 'POST'})\">Send</button>"
        "<button>Close</button>"
    )
    send = step(1, "CLICK", role="button", name="Send")
    close = replace(step(2, "CLICK", role="button", name="Close"), optional=True,
                    after={"title": "Closed"})  # fmt: skip
    plan = plan_from(circle.site.url("settings.html"), send, close)
    mending = Mending(circle.folder / "mended", lambda _failed, _pages: lambda: True)
    ran = circle.run(plan, timeout=1.0, mending=mending)
    assert "done by a person" in ran.steps[1].note
    assert ran.missed is not None
    assert "POST /nowhere was answered with" in ran.missed.expected


def _emptying(circle: Circle, renamed: str, also: str = "") -> Plan:
    """Something is removed, and all the rest on a page that opens beside, or instead of, this."""
    circle.site.later["<h1>Settings</h1>"] = (
        f"<h1>List</h1><button>{renamed}</button> <a href=settings.html?2 {also}>Next page</a>"
        "<button onclick=\"fetch('/done?all=')\">Delete all</button> <button>Confirm</button>"
    )
    names = (("button", "Remove"), ("link", "Next page"), ("button", "Delete all"),
             ("button", "Confirm"))  # fmt: skip
    steps = [step(n, "CLICK", role=role, name=name) for n, (role, name) in enumerate(names, 1)]
    steps[2] = replace(steps[2], danger="delete")
    return plan_from(circle.site.url("settings.html"), *steps)


def _pressing(**instead: str) -> Callable[[StepOutcome, list[SyncPage]], IsDone]:
    """A person who presses another button in place of one that is not there."""

    def ask(failed: StepOutcome, pages: list[SyncPage]) -> IsDone:
        pages[-1].get_by_role("button", name=instead[failed.expected.split('"')[1]]).click()
        return lambda: True

    return ask


def _done_by_hand(ran: Rerun) -> dict[int, list[str]]:
    """What a person pressed in the place of steps, by their numbers."""
    return {each.number: [f"{one.action_type} {one.target['name']}"
                          for one in read_recording(each.mended).steps]
            for each in ran.steps if each.mended}  # fmt: skip


@pytest.mark.parametrize("also", ["", "target=_blank"])
def test_what_the_run_does_afterwards_is_not_what_the_person_did(circle: Circle, also: str) -> None:
    """The first of four steps is mended: the others click in this page, and in those after it."""
    mending = Mending(circle.folder / "mended", _pressing(Remove="Remove it"))
    ran = circle.run(_emptying(circle, "Remove it", also), timeout=1.0, mending=mending)
    assert ran.completed, ran.failed
    assert _done_by_hand(ran) == {1: ["CLICK Remove it"]}


@pytest.mark.parametrize("also", ["", "target=_blank"])
def test_two_steps_of_one_run_are_mended(circle: Circle, also: str) -> None:
    """Each holds what was done for it, however much the run did between them."""
    plan = _emptying(circle, "Remove it", also)
    circle.site.later[">Confirm<"] = ">Yes, all<"
    does = _pressing(Remove="Remove it", Confirm="Yes, all")
    ran = circle.run(plan, timeout=1.0, mending=Mending(circle.folder / "mended", does))
    assert ran.completed, ran.failed
    assert _done_by_hand(ran) == {1: ["CLICK Remove it"], 4: ["CLICK Yes, all"]}


def test_what_was_recorded_in_part_is_not_taken_over(tmp_path: Path) -> None:
    """A click and something that no line can express; the workflow would do the click alone."""
    lost = line("unsupported", {"text": "an action that the page reported wrongly", "loss": True})
    mended = StepOutcome(1, 0, "Press it", "done", mended=write(tmp_path / "m", [click(), lost]))
    ran = Rerun("run", "task", "A task", 0, 1.0, {}, (mended,))
    with pytest.raises(BoardError, match="in place of step 1: an action could not be recorded"):
        with_mended({"steps": [{}]}, ran, {})
