"""A rerun does what was recorded or nothing, and claims no success that it has not seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lessonboard.parts.recordings.browser.outcome import Rerun
from tests.parts.recordings.browser.attacks import ATTACKS, OPEN, Attack
from tests.parts.recordings.browser.tasks import Circle

if TYPE_CHECKING:
    from playwright.async_api import Page

PAGE, BODY = "attack.html", "<!--body-->"


def attacked(circle: Circle, attack: Attack) -> Rerun:
    """The task is recorded on the page as it was, and run on the page as it is."""
    circle.site.later[BODY] = attack.then
    plan = circle.taught(PAGE, attack.actions)
    circle.site.later[BODY] = attack.now
    return circle.run(plan, timeout=2.0)


def check(circle: Circle, attack: Attack) -> None:
    """Nothing but the intended is done, and where that is impossible nothing succeeded."""
    ran = attacked(circle, attack)
    done = [each["did"] for each in circle.site.done]
    assert done in ([], [attack.intended]), ran.verdict
    assert attack.intended or not ran.succeeded


_EACH = 8
"""Of so many attacks a plain run does one, each in a browser of its own; a full one does all. How a
target is told apart is tested without a browser as well (`test_identity.py`)."""


@pytest.mark.parametrize(
    "attack",
    [pytest.param(attack, id=attack.name, marks=[pytest.mark.full] if number % _EACH else [])
     for number, attack in enumerate(ATTACKS)],
)  # fmt: skip
def test_nothing_else_is_done(circle: Circle, attack: Attack) -> None:
    """Whatever the page has become."""
    check(circle, attack)


@pytest.mark.parametrize(
    "attack",
    [pytest.param(attack, id=attack.name, marks=pytest.mark.xfail(reason=reason, strict=True))
     for attack, reason in OPEN],
)  # fmt: skip
def test_nothing_else_is_done_here_either(circle: Circle, attack: Attack) -> None:
    """Known cases in which something else is done."""
    check(circle, attack)


def saving(does: str) -> str:
    """A form whose button does something."""
    return (
        f'<label>Name <input></label><button onclick="{does}">Save</button>'
        "<div role=status id=told></div>"
    )


def deleting(does: str) -> str:
    """A list whose buttons do something."""
    return "<ul>" + "".join(
        f"<li><b>{name}</b> <button onclick=\"{does}\">Delete</button></li>"
        for name in ("Ada", "Bob", "Eve")
    ) + "</ul>"  # fmt: skip


async def _save(page: Page) -> None:
    await page.get_by_label("Name").fill("Ada")
    await page.get_by_role("button", name="Save").click()
    await page.wait_for_timeout(200)


async def _delete_bob(page: Page) -> None:
    await page.get_by_role("button", name="Delete").nth(1).click()
    await page.wait_for_timeout(200)


GONE = "done('Bob'); this.parentElement.remove()"
CLAIMS = {
    "a message of failure holds that of success": Attack(
        "", saving("done(1); told.textContent = 'Saved'"), _save,
        saving("told.textContent = 'Not saved: the name is too long'")),
    "none is not some": Attack(
        "", saving("done(1); told.textContent = '1 row was updated'"), _save,
        saving("told.textContent = '0 row was updated'")),
    "the server refuses": Attack(
        "", deleting(GONE), _delete_bob,
        deleting("this.parentElement.remove(); fetch('/nothing', {method: 'DELETE'})")),
}  # fmt: skip


@pytest.mark.parametrize(
    "attack",
    [pytest.param(attack, id=name, marks=[pytest.mark.full] if number % _EACH else [])
     for number, (name, attack) in enumerate(CLAIMS.items())],
)  # fmt: skip
def test_no_success_is_claimed(circle: Circle, attack: Attack) -> None:
    """Where the effect is missing, the run did not succeed."""
    assert attacked(circle, attack).verdict == "failed"
    assert circle.site.done == []


@pytest.mark.xfail(reason="the page has no heading, and keeps its title", strict=True)
def test_a_page_that_lost_everything_proves_nothing(circle: Circle) -> None:
    """An error page does not show the deleted row either."""
    broken = deleting("document.body.innerHTML = '<p>Something went wrong'")
    assert not attacked(circle, Attack("", deleting(GONE), _delete_bob, broken)).succeeded
