"""Sessions in a real Chromium: a kept profile, a saved state, a browser that is in use."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lessonboard.parts.recordings.browser.chromium import BrowserFailed
from lessonboard.parts.recordings.browser.outcome import Rerun
from lessonboard.parts.recordings.browser.plan import Plan, PlanStep
from lessonboard.parts.recordings.browser.profiles import (
    BadProfile,
    Profile,
    ProfileInUse,
    profiles,
)
from lessonboard.parts.recordings.browser.record_task import Recorded, Wanted, record
from lessonboard.parts.recordings.browser.rerun import Options, rerun
from lessonboard.parts.recordings.browser.session import NOBODY, BadSession, Session
from lessonboard.parts.recordings.browser.signing_in import Login, sign_in
from tests.parts.recordings.browser.members import Members, members
from tests.parts.recordings.browser.tasks import lines_of

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = pytest.mark.usefixtures("chromium")


@pytest.fixture
def site() -> Iterator[Members]:
    """Pages for members alone."""
    with members() as site:
        yield site


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    """A profile that is not there yet."""
    return Profile("work", tmp_path / "profiles")


async def as_ada(page: Page) -> None:
    """Sign in."""
    await page.get_by_label("User name").fill("ada")
    await page.get_by_label("Password").fill("open sesame")
    await page.get_by_role("button", name="Log in").click()
    await page.wait_for_url("**/settings")


def orders(site: Members) -> Plan:
    """An order is made, from the settings on."""
    link, button = {"role": "link", "name": "Orders"}, {"role": "button", "name": "Order"}
    first, then = {"place": site.url("settings")}, {"place": site.url("orders")}
    return Plan("task", "A task", (), (
        PlanStep(1, 0, "CLICK", None, link, "Follow Orders", first, then),
        PlanStep(2, 1, "CLICK", None, button, "Press Order", then, {}),
    ), first["place"])  # fmt: skip


def run(site: Members, session: Session = NOBODY, **more: float) -> Rerun:
    """Make the order."""
    return rerun(orders(site), {}, Options(timeout=more.get("timeout", 5.0), session=session))


def started(site: Members, session: Session, folder: Path) -> Recorded:
    """Record an order, headless."""

    async def order(page: Page) -> None:
        await page.get_by_role("link", name="Orders").click()
        await page.get_by_role("button", name="Order").click()

    wanted = Wanted(site.url("settings"), into=folder, headless=True, session=session)
    return record(wanted, order)


@pytest.mark.full
def test_who_signed_in_once_is_signed_in_from_then_on(
    site: Members, profile: Profile, tmp_path: Path
) -> None:
    """In recordings and runs, although the site's cookie ends with the browser."""
    assert sign_in(Login(site.url("login"), profile, headless=True), as_ada) == 1
    recorded = started(site, Session(profile), tmp_path)
    assert recorded.actions == 2
    about = json.loads((recorded.folder / "metadata.json").read_text())
    assert about["config"]["session"] == "profile"
    ran = run(site, Session(profile))
    assert ran.completed, ran.failed
    assert site.done == ["order", "order"]
    assert not run(site, timeout=1.0).completed


def test_a_profile_is_its_owners_alone(site: Members, profile: Profile) -> None:
    """Nobody else may enter its folder, and the file with the cookies is private in itself."""
    os.umask(0o022)
    sign_in(Login(site.url("login"), profile, headless=True), as_ada)
    assert {stat.S_IMODE(path.stat().st_mode) for path in (profile.root, profile.folder)} == {0o700}
    assert stat.S_IMODE(profile.cookies.stat().st_mode) == 0o600
    assert [each.name for each in profiles(profile.root)] == ["work"]
    kept = [path for path in profile.folder.rglob("*") if path.is_file()]
    assert not [path for path in kept if b"open sesame" in path.read_bytes()]


def test_two_browsers_at_once_on_one_profile_are_refused(site: Members, profile: Profile) -> None:
    """The second one says so, and the first goes on."""
    with profile.in_use(), pytest.raises(ProfileInUse, match="the profile work is in use"):
        run(site, Session(profile))
    with profile.in_use(), pytest.raises(ProfileInUse):
        profile.delete()
    profile.delete()
    assert profiles(profile.root) == []
    with pytest.raises(BadProfile, match="there is no profile work"):
        profile.delete()


@pytest.mark.full
def test_a_profile_that_another_browser_has_open_is_said(
    site: Members, profile: Profile, chromium: str
) -> None:
    """Its lock is Chromium's own then."""
    run(site, Session(profile), timeout=0.5)
    with (
        RunningBrowser(chromium, profile.browser_data),
        pytest.raises(ProfileInUse, match="close that"),
    ):
        run(site, Session(profile))


def test_a_saved_state_is_a_session_that_is_only_read(site: Members, tmp_path: Path) -> None:
    """It is written for its owner alone, and refused when others may read it."""
    state = tmp_path / "state.json"
    sign_in(Login(site.url("login"), storage=state, headless=True), as_ada)
    assert stat.S_IMODE(state.stat().st_mode) == 0o600
    before = state.read_bytes()
    ran = run(site, Session(storage=state))
    assert ran.completed, ran.failed
    assert started(site, Session(storage=state), tmp_path / "taken").actions == 2
    assert state.read_bytes() == before
    for mode in (0o640, 0o604):
        state.chmod(mode)
        with pytest.raises(BadSession, match=f"chmod 600 {state}"):
            run(site, Session(storage=state))


@pytest.mark.full
def test_what_is_no_saved_state_is_said(site: Members, tmp_path: Path) -> None:
    """Before a browser starts."""
    state = tmp_path / "state.json"
    with pytest.raises(BadSession, match="could not read"):
        run(site, Session(storage=state))
    for content in ("", "[]", '{"cookies": 1}'):
        state.write_text(content)
        state.chmod(0o600)
        with pytest.raises(BadSession, match="is no saved state"):
            run(site, Session(storage=state))
    state.write_text('{"cookies": [{"name": "a"}], "origins": []}')
    with pytest.raises(BrowserFailed, match="could not use the saved state"):
        run(site, Session(storage=state))


class RunningBrowser:
    """A person's own browser, with a debugging port."""

    def __init__(self, program: str, data: Path) -> None:
        self.program, self.data = program, data

    def __enter__(self) -> str:
        command = [self.program, "--headless", "--no-sandbox", "--remote-debugging-port=0",
                   "--no-first-run", "--password-store=basic",
                   f"--user-data-dir={self.data}", "about:blank"]  # fmt: skip
        self.child = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.child.stderr is not None
        for line in self.child.stderr:
            if "DevTools listening on" in line:
                return line.rpartition(" ")[2].partition("/devtools")[0].replace("ws", "http", 1)
        raise AssertionError("the browser did not start")

    def __exit__(self, *_error: object) -> None:
        self.child.terminate()
        self.child.communicate(timeout=30)


@pytest.fixture
def running(chromium: str, site: Members, tmp_path: Path) -> Iterator[str]:
    """The debugging address of a browser in which Ada is signed in and has a page of her own."""
    from playwright.sync_api import sync_playwright

    with RunningBrowser(chromium, tmp_path / "own") as url:
        with sync_playwright() as playwright:
            browser = playwright.chromium.connect_over_cdp(url, no_defaults=True)
            page = browser.contexts[0].pages[0]
            page.goto(site.url("welcome?password=open+sesame"))
            page.get_by_label("User name").fill("half written")
            browser.close()
        yield url


def own_pages(url: str) -> list[tuple[str, str]]:
    """The addresses of a browser's pages, and what stands in their first field."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.connect_over_cdp(url, no_defaults=True)
        return [(page.url, page.get_by_label("User name").input_value())
                for page in browser.contexts[0].pages]  # fmt: skip


@pytest.mark.full
def test_a_browser_in_use_stays_as_it_is(site: Members, running: str, tmp_path: Path) -> None:
    """Recording and running have a page of their own there, and close that alone."""
    ran = run(site, Session(attach=running))
    assert ran.completed, ran.failed
    recorded = started(site, Session(attach=running), tmp_path)
    assert recorded.actions == 2
    about = json.loads((recorded.folder / "metadata.json").read_text())
    assert about["config"]["session"] == "attached"
    assert own_pages(running) == [(site.url("settings"), "half written")]
    assert site.done == ["order", "order"]


@pytest.mark.full
def test_what_a_person_does_in_other_pages_is_not_recorded(
    site: Members, running: str, tmp_path: Path
) -> None:
    """Neither their actions nor their addresses; a page that the recorded one opens is."""

    async def order(page: Page) -> None:
        (own,) = [each for each in page.context.pages if each is not page]
        await own.bring_to_front()
        await own.get_by_label("User name").fill("private")
        await own.get_by_role("button", name="Save").click()
        await page.bring_to_front()
        async with page.expect_popup() as popup:
            await page.evaluate("window.open('/orders')")
        opened = await popup.value
        await opened.wait_for_timeout(300)
        await opened.get_by_role("button", name="Order").click()

    wanted = Wanted(site.url("settings"), into=tmp_path, headless=True,
                    session=Session(attach=running))  # fmt: skip
    recorded = record(wanted, order)
    lines = lines_of(recorded.folder)
    assert [line["action_type"] for line in lines] == ["click", "end"]
    assert lines[0]["details"]["url"] == site.url("orders")
    assert "private" not in json.dumps(lines)
    assert own_pages(running) == [(site.url("settings"), "private")]


def test_nothing_that_answers_is_said(site: Members) -> None:
    """With the address that was tried."""
    with pytest.raises(BrowserFailed, match=r"attach to the browser at http://127\.0\.0\.1:9"):
        run(site, Session(attach="http://127.0.0.1:9"))
