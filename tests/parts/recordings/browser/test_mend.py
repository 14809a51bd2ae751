"""Mend by doing: where a run stopped a person does the right thing, and the workflow learns it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from lessonboard.parts.recordings.browser.mend import IsDone, Mending
from lessonboard.parts.recordings.browser.outcome import StepOutcome
from lessonboard.parts.recordings.cli.mending import with_mended
from lessonboard.parts.recordings.workflow.checks import checked
from lessonboard.parts.recordings.workflow.planning import made
from tests.parts.recordings.browser.tasks import Circle

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
