"""Kept browser profiles in a real Chromium."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lessonboard.parts.recordings.browser.hosts import host
from lessonboard.parts.recordings.browser.outcome import Rerun
from lessonboard.parts.recordings.browser.profiles import (
    BadProfile,
    Profile,
    ProfileInUse,
    profiles,
)
from lessonboard.parts.recordings.browser.record_task import Recorded, Wanted, record
from lessonboard.parts.recordings.browser.rerun import Options, rerun
from lessonboard.parts.recordings.browser.signing_in import Login, sign_in
from lessonboard.parts.recordings.workflow.plan import Plan, PlanStep
from tests.parts.recordings.browser.members import Members, members

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
    ), first["place"], hosts=frozenset({host(first["place"])}))  # fmt: skip


def run(site: Members, profile: Profile | None = None, **more: float) -> Rerun:
    """Make the order."""
    return rerun(orders(site), {}, Options(timeout=more.get("timeout", 5.0), profile=profile))


def started(site: Members, profile: Profile, folder: Path) -> Recorded:
    """Record an order, headless."""

    async def order(page: Page) -> None:
        await page.get_by_role("link", name="Orders").click()
        await page.get_by_role("button", name="Order").click()

    wanted = Wanted(site.url("settings"), into=folder, headless=True, profile=profile)
    return record(wanted, order)


@pytest.mark.full
def test_who_signed_in_once_is_signed_in_from_then_on(
    site: Members, profile: Profile, tmp_path: Path
) -> None:
    """In recordings and runs, although the site's cookie ends with the browser."""
    assert sign_in(Login(site.url("login"), profile, headless=True), as_ada) == 1
    recorded = started(site, profile, tmp_path)
    assert recorded.actions == 2
    about = json.loads((recorded.folder / "metadata.json").read_text())
    assert about["config"]["session"] == "profile"
    ran = run(site, profile)
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
        run(site, profile)
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
    run(site, profile, timeout=0.5)
    with (
        RunningBrowser(chromium, profile.browser_data),
        pytest.raises(ProfileInUse, match="close that"),
    ):
        run(site, profile)


class RunningBrowser:
    """Another browser that has a profile open."""

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
