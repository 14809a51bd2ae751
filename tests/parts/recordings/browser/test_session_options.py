"""What may name a profile, and what is kept in one, without a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.errors import BoardError
from lessonboard.parts.recordings.browser import cookies
from lessonboard.parts.recordings.browser.profiles import BadProfile, Profile, profiles


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../x", "a/b", "a\\b", "/etc", "~", "-x", ".x", "x.", "a b", "a\n", "a\0b", "é",
     "x" * 65],
)  # fmt: skip
def test_a_name_that_could_lead_out_of_the_folder_is_refused(name: str, tmp_path: Path) -> None:
    """So is one that a command line or another system would read differently."""
    with pytest.raises(BadProfile, match="cannot be the name of a profile"):
        Profile(name, tmp_path)


@given(st.text(max_size=70))
def test_a_profile_is_always_a_folder_of_its_own(name: str) -> None:
    """Whatever its name is."""
    root = Path("/data/profiles")
    try:
        profile = Profile(name, root)
    except BadProfile:
        return
    assert profile.folder.resolve().parent == root
    assert profile.folder.name == name


@pytest.mark.parametrize("name", ["a", "work", "Ada.Work_2-b", "x" * 64])
def test_plain_names_are_fine(name: str, tmp_path: Path) -> None:
    """One character at least, 64 at most."""
    assert Profile(name, tmp_path).folder == tmp_path / name


def test_a_link_is_no_profile(tmp_path: Path) -> None:
    """Nothing is kept, made private or deleted behind it."""
    (tmp_path / "elsewhere" / "chromium").mkdir(parents=True)
    (tmp_path / "work").symlink_to(tmp_path / "elsewhere")
    profile = Profile("work", tmp_path)
    with pytest.raises(BadProfile, match="is a link"), profile.in_use():
        pass
    with pytest.raises(BadProfile, match="is a link"):
        profile.delete()
    assert (tmp_path / "elsewhere" / "chromium").is_dir()


def test_only_folders_of_a_browser_are_listed(tmp_path: Path) -> None:
    """By name, without regard to capitals."""
    for name in ("b", "A", "not-used"):
        (tmp_path / name).mkdir()
    for name in ("b", "A"):
        with Profile(name, tmp_path).in_use():
            assert Profile(name, tmp_path).is_in_use()
    assert [each.name for each in profiles(tmp_path)] == ["A", "b"]
    assert not any(each.is_in_use() for each in profiles(tmp_path))
    assert profiles(tmp_path / "none") == []


def test_only_cookies_that_the_browser_forgets_are_kept_beside_it(tmp_path: Path) -> None:
    """The others are in its own folder; a damaged file is said."""
    path = tmp_path / "cookies.json"
    assert cookies.load(path) == []
    stays = {"name": "a", "value": "1", "domain": "x", "path": "/", "expires": 1.0}
    ends = {**stays, "name": "b", "expires": -1, "partitionKey": None, "_internal": True}
    cookies.save(path, [stays, ends])
    assert cookies.load(path) == [
        {"name": "b", "value": "1", "domain": "x", "path": "/", "expires": -1}
    ]
    for content in ("{", '"text"', '{"a": 1}', "[1]", '[{"name": "a"}]'):
        path.write_text(content)
        with pytest.raises(BoardError, match="sign in"):
            cookies.load(path)
