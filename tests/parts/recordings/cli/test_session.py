"""`lessonboard recording login` and `profile`, and the options for a session, as processes."""

from __future__ import annotations

import json
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
    assert "recording login" in run("recording", "profile", "list").out
    assert run("recording", "profile", "list", "--json").json == []
    work, shop = used(root, "work"), used(root, "shop")
    told = run("recording", "profile", "list", "--json").json
    assert [(each["name"], each["folder"], each["in_use"]) for each in told] == [
        ("shop", str(shop.folder), False), ("work", str(work.folder), False),
    ]  # fmt: skip
    with work.in_use():
        assert ", in use" in run("recording", "profile", "list").out
        refused = run("recording", "profile", "delete", "work")
        assert (refused.code, "is in use by another" in refused.err) == (1, True)
    assert run("recording", "profile", "delete", "work", "--json").json["name"] == "work"
    assert [each.name for each in root.iterdir()] == ["shop"]
    gone = run("recording", "profile", "delete", "work")
    assert (gone.code, "there is no profile work" in gone.err) == (1, True)


def test_no_name_leads_out_of_the_folder(run: Run, root: Path) -> None:
    """It is refused wherever it is given."""
    for command in (["profile", "delete"], ["login", "http://127.0.0.1:9", "--profile"],
                    ["start", "--url", "http://127.0.0.1:9", "--profile"]):  # fmt: skip
        done = run("recording", *command, "../../lessonboard")
        assert (done.code, "cannot be the name of a profile" in done.err) == (1, True)
    assert not root.exists()


def test_a_session_is_one_of_three(run: Run, tmp_path: Path) -> None:
    """Given twice, or with an address that is not of this machine, nothing is opened."""
    start = ["recording", "start", "--url", "http://127.0.0.1:9", "--headless"]
    several = run(*start, "--profile", "a", "--attach", "http://127.0.0.1:9222")
    assert (several.code, "give one of --profile, --storage and --attach" in several.err) == (
        1,
        True,
    )
    state = tmp_path / "state.json"
    state.write_text(json.dumps({"cookies": [], "origins": []}))
    state.chmod(0o644)
    neither = run("recording", "login", "http://127.0.0.1:9")
    assert (neither.code, "give --profile NAME or --storage FILE" in neither.err) == (1, True)


@pytest.mark.usefixtures("chromium")
def test_what_cannot_be_used_is_said_in_a_line(run: Run, tmp_path: Path) -> None:
    """A state that others may read, an address elsewhere, and a window without a screen."""
    start = ["recording", "start", "--url", "http://127.0.0.1:9", "--headless"]
    state = tmp_path / "state.json"
    state.write_text(json.dumps({"cookies": [], "origins": []}))
    state.chmod(0o644)
    readable = run(*start, "--storage", str(state))
    assert (readable.code, f"chmod 600 {state}" in readable.err) == (1, True)
    elsewhere = run(*start, "--attach", "http://10.0.0.1:9222")
    assert (elsewhere.code, "on this machine" in elsewhere.err) == (1, True)
    windowless = run("recording", "login", "http://127.0.0.1:9", "--profile", "a")
    assert (windowless.code, "could not open a window" in windowless.err) == (1, True)
    for done in (readable, elsewhere, windowless):
        assert done.err.count("\n") == 1
    assert not (tmp_path / "home" / "recordings").exists()
