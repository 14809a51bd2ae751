"""`lessonboard recording login`, as processes."""

from __future__ import annotations

from pathlib import Path

import pytest

from lessonboard.parts.recordings.browser.profiles import Profile
from tests.command_line import Run


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Where the profiles of `run` are."""
    return tmp_path / "home" / ".local" / "share" / "lessonboard" / "browser-profiles"


def used(root: Path, name: str) -> Profile:
    """A profile that a browser has used."""
    profile = Profile(name, root)
    with profile.in_use():
        return profile


def test_profiles_are_listed_and_deleted(run: Run, root: Path) -> None:
    """Outside of the board; one that is in use is not deleted."""
    assert "recording login" in run("recording", "login", "--list").out
    assert run("recording", "login", "--list", "--json").json == []
    work, shop = used(root, "work"), used(root, "shop")
    told = run("recording", "login", "--list", "--json").json
    assert [(each["name"], each["folder"], each["in_use"]) for each in told] == [
        ("shop", str(shop.folder), False), ("work", str(work.folder), False),
    ]  # fmt: skip
    with work.in_use():
        assert ", in use" in run("recording", "login", "--list").out
        refused = run("recording", "login", "--delete", "work")
        assert (refused.code, "is in use by another" in refused.err) == (1, True)
    assert run("recording", "login", "--delete", "work", "--json").json["name"] == "work"
    assert [each.name for each in root.iterdir()] == ["shop"]
    gone = run("recording", "login", "--delete", "work")
    assert (gone.code, "there is no profile work" in gone.err) == (1, True)


def test_no_name_leads_out_of_the_folder(run: Run, root: Path) -> None:
    """It is refused wherever it is given."""
    for command in (["login", "--delete"], ["login", "http://127.0.0.1:9", "--profile"],
                    ["start", "--url", "http://127.0.0.1:9", "--profile"]):  # fmt: skip
        done = run("recording", *command, "../../lessonboard")
        assert (done.code, "cannot be the name of a profile" in done.err) == (1, True)
    assert not root.exists()


def test_login_says_what_it_needs(run: Run) -> None:
    """An address and the profile that keeps the session, or what else is wanted."""
    for words in ((), ("http://127.0.0.1:9",), ("--profile", "a")):
        done = run("recording", "login", *words)
        assert (done.code, "give a URL and --profile NAME" in done.err) == (2, True)


@pytest.mark.usefixtures("chromium")
def test_a_window_without_a_screen_is_said_in_a_line(run: Run) -> None:
    """And nothing is opened."""
    windowless = run("recording", "login", "http://127.0.0.1:9", "--profile", "a")
    assert (windowless.code, "could not open a window" in windowless.err) == (1, True)
    assert windowless.err.count("\n") == 1
