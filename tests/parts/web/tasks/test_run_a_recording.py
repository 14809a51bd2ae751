"""A recorded task is run from its page, and a run that failed is read there and run again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.parts.recordings.browser.site import Site
from tests.parts.recordings.cli.test_run import login
from tests.parts.web.tasks.conftest import FEW, Person

__all__ = ["login"]


@pytest.fixture
def recorded(sample: Path, login: str) -> str:
    """The sample board with one more recording, of the pages that the tests serve."""
    return login


@pytest.mark.usefixtures("recorded")
def test_a_recorded_task_is_run_with_its_parameters(
    person: Person, site: Site, tmp_path: Path
) -> None:
    """Enter in a field starts nothing; the secret is sent and kept nowhere."""
    person.click("Recordings")
    person.click("Sign in")
    person.type("user", "grace")
    person.tab.keyboard.press("Enter")
    person.type("password", "open sesame")
    person.tab.keyboard.press("Enter")
    assert "It may open 127.0.0.1" in person.text
    assert site.asked == []
    person.click("Run it")
    person.tab.get_by_role("heading", name="Sign in").wait_for(timeout=60_000)
    assert person.clicks <= FEW
    assert any("user=grace" in each and "password=open+sesame" in each for each in site.asked)
    assert "done, outcome unchecked" in person.text
    assert person.tab.get_by_alt_text("The screen at step 3").count() == 1
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not [path for path in kept if b"sesame" in path.read_bytes()]


@pytest.mark.usefixtures("recorded")
def test_a_failed_run_is_read_and_run_again(person: Person, site: Site) -> None:
    """Which step failed, what was expected and found there, its screen, and what it printed."""
    site.later["<button>Sign in"] = "<button>Enter"
    _run_once(person)
    person.tab.goto(person.served.url("/"))
    person.clicks = 0
    person.click("Recordings")
    person.click("Sign in")
    person.click(person.tab.locator("a[href^='/reruns/']").first)
    assert person.sees("Step 3 failed")
    assert "Expected" in person.text
    assert "Enter" in person.tab.locator("dl.facts").inner_text()
    person.tab.get_by_alt_text("The screen at step 3").wait_for()
    site.later.clear()
    person.type("password", "open sesame")
    assert person.tab.locator("#run input[name='value-user']").input_value() == "grace"
    person.click("Run it")
    person.tab.get_by_text("done, outcome unchecked", exact=True).wait_for(timeout=60_000)
    assert person.clicks <= FEW


def _run_once(person: Person) -> None:
    """A run of the task, until it is over."""
    person.begin_at("/recordings/login-1")
    person.type("user", "grace")
    person.type("password", "open sesame")
    person.click("Run it")
    person.tab.get_by_role("heading", name="Step 3 failed").wait_for(timeout=90_000)
