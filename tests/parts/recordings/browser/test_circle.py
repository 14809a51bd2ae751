"""The whole circle in a real Chromium: recorded once, run again with other parameters."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lessonboard.parts.recordings.browser.evidence import learn, tell
from lessonboard.parts.recordings.browser.expected import Seen
from lessonboard.parts.recordings.browser.outcome import Rerun
from lessonboard.parts.recordings.browser.report import write_report
from lessonboard.parts.recordings.workflow.planning import plan_of
from reflect.critic.critic import Critic
from reflect.critic.settings import CriticSettings
from tests.parts.recordings.browser.tasks import Circle

if TYPE_CHECKING:
    from playwright.async_api import Page


async def _play(page: Page) -> None:
    await page.get_by_label("Song name").click()
    await page.keyboard.type("Numb")
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Play Numb", exact=True).click()


async def _two_tasks(page: Page) -> None:
    for task in ("Buy milk", "Call Ada"):
        await page.get_by_label("New task").fill(task)
        await page.get_by_role("button", name="Add").click()
    await page.get_by_label("Call Ada").click()


async def _sign_in(page: Page) -> None:
    await page.get_by_label("User").fill("ada")
    await page.get_by_label("Password").fill("correct horse battery")
    await page.get_by_label("Code from").fill("493021")
    await page.get_by_label("Card").fill("4012888888881881")
    await page.get_by_role("button", name="Sign in").click()
    await page.wait_for_url("**/welcome.html*")


async def _order(page: Page) -> None:
    await page.get_by_label("Your name").fill("Ada")
    await page.get_by_label("Country").focus()
    await page.keyboard.press("ArrowDown")
    await page.get_by_role("button", name="Next").click()
    await page.get_by_label("Remarks").click()
    await page.keyboard.type("Two lines:\nno sugar {please}")
    await page.get_by_label("It is a gift").check()
    await page.get_by_role("button", name="Order").click()
    await page.wait_for_url("**/order3.html*")


async def _drag(page: Page) -> None:
    await page.get_by_label("Write letter").drag_to(page.get_by_role("region", name="Finished"))
    await page.get_by_label("Old file").drag_to(page.get_by_role("region", name="Bin"))


async def _scroll(page: Page) -> None:
    for _ in range(4):
        await page.mouse.wheel(0, 600)
    await page.get_by_role("button", name="Take number 50").click()


async def _comment(page: Page) -> None:
    inside = page.frame_locator("iframe")
    await inside.get_by_label("Comment").fill("Well done")
    await inside.get_by_role("button", name="Send").click()


async def _two_pages(page: Page) -> None:
    async with page.context.expect_page() as opened:
        await page.get_by_role("link", name="Open the search").click()
    other = await opened.value
    await other.get_by_label("Song name").fill("Numb")
    await other.get_by_role("button", name="Search").click()
    await other.get_by_role("button", name="Play Numb (live)").click()


@pytest.mark.full
def test_another_song_is_found_and_played(circle: Circle) -> None:
    """The parameter fills the field, and changes the name of the button to press."""
    plan = circle.taught("search.html", _play)
    ran = circle.run(plan, {"song_name": "Clocks"})
    assert ran.completed, ran.failed
    assert circle.site.done == [{"played": "Clocks"}]


@pytest.mark.full
def test_other_tasks_are_added_and_ticked(circle: Circle) -> None:
    """Each typed value is a separate parameter."""
    plan = circle.taught("todo.html", _two_tasks)
    names = [parameter.name for parameter in plan.parameters]
    ran = circle.run(plan, dict(zip(names, ["Water plants", "Write to Bob"], strict=True)))
    assert ran.completed, ran.failed
    assert circle.site.done == [{"ticked": " Write to Bob"}]


@pytest.mark.full
def test_a_login_is_done_again_with_secrets_that_were_never_written(circle: Circle) -> None:
    """Recording, folder, board, lesson and report hold no byte of them; a run needs them anew."""
    card = "<button>Sign in</button>", '<label>Card <input autocomplete="cc-number"></label>'
    circle.site.later[card[0]] = card[1] + card[0]
    recorded = circle.record("login.html", _sign_in)
    plan = plan_of(circle.reflect(recorded))
    secrets = [parameter.name for parameter in plan.parameters if parameter.sensitive]
    now = dict(zip(secrets, ["open sesame", "777888", "5500005555555559"], strict=True))
    ran = circle.run(plan, now)
    assert ran.completed, ran.failed
    assert circle.site.asked[-1].endswith("user=ada&password=open+sesame&code=777888")
    assert [ran.parameters[each] for each in secrets] == ["[secret]"] * 3
    critic = Critic(CriticSettings())
    for each in (ran, _failing(ran)):
        event = tell(circle.board, each, None)
        learn(circle.board, each, event, None, critic)
        write_report(each, circle.folder / "report" / each.run)
    assert circle.board.view("lessons")
    assert written(circle.folder, b"ada")
    for secret in ("correct", "493021", "4012888888881881", "sesame", "777888", "55555"):
        assert written(circle.folder, secret.encode()) == []


def _failing(ran: Rerun) -> Rerun:
    """The same run, had its last step failed."""
    seen = Seen("http://a.example/", "Welcome")
    last = replace(ran.steps[-1], verdict="failed", expected="the page", seen=seen)
    return replace(ran, run="failed", steps=(*ran.steps[:-1], last))


def written(folder: Path, text: bytes) -> list[str]:
    """The files that contain a text, including the database's logs."""
    return [str(path) for path in folder.rglob("*")
            if path.is_file() and text in path.read_bytes()]  # fmt: skip


@pytest.mark.full
def test_a_form_over_several_pages_is_filled_in_again(circle: Circle) -> None:
    """Lists, boxes and long texts with braces are as they were, or as they are given."""
    plan = circle.taught("order.html", _order)
    ran = circle.run(plan, {"your_name": "Bob", "country": "Chad"})
    assert ran.completed, ran.failed
    assert circle.site.asked[-2].endswith(
        "remarks=Two+lines%3A%0D%0Ano+sugar+%7Bplease%7D&gift=on&day="
    )
    assert any("name=Bob&country=Chad" in each for each in circle.site.asked)


@pytest.mark.full
def test_things_are_dragged_again(circle: Circle) -> None:
    """Both native drag and drop, and elements that follow the pointer."""
    plan = circle.taught("drag.html", _drag)
    assert [(step.action, step.value) for step in plan.steps] == [
        ("DRAG", 'the region "Finished"'), ("DRAG", 'the region "Bin"')]  # fmt: skip
    ran = circle.run(plan)
    assert ran.completed, ran.failed
    assert circle.site.done == [{"dropped": "card"}, {"dropped": "knob"}]


@pytest.mark.full
def test_a_list_that_grows_is_scrolled_until_its_end(circle: Circle) -> None:
    """What is only there after scrolling is found after scrolling."""
    plan = circle.taught("scroll.html", _scroll)
    ran = circle.run(plan)
    assert ran.completed, ran.failed
    assert circle.site.done == [{"taken": "Take number 50"}]


@pytest.mark.full
def test_a_frame_in_the_page_is_part_of_it(circle: Circle) -> None:
    """What is done inside of a frame is recorded and done again there."""
    plan = circle.taught("frame.html", _comment)
    ran = circle.run(plan, {"comment": "Try again"})
    assert ran.completed, ran.failed
    assert circle.site.done == [{"comment": "Try again"}]


@pytest.mark.full
def test_a_page_that_another_one_opens_is_followed(circle: Circle) -> None:
    """The next step is done in the new page."""
    plan = circle.taught("frame.html", _two_pages)
    ran = circle.run(plan, {"song_name": "Clocks"})
    assert ran.completed, ran.failed
    assert circle.site.done == [{"played": "Clocks (live)"}]
