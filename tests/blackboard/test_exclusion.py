"""Patterns of what is left out: which folders and projects they name."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.sources.exclusion import decision_keys, is_excluded, is_within

APP = "github.com/acme/app"


@pytest.mark.parametrize(
    ("pattern", "folder", "project"),
    [
        ("/work/clients", "/work/clients", None),
        ("/work/clients/", "/work/clients/acme/app/src", None),
        ("/work/*/app", "/work/acme/app/src", None),
        ("/work/**/secret", "/work/a/b/secret/x", None),
        ("/work/**", "/work", None),
        ("/", "/work", None),
        ("/Work/Clients", "/work/CLIENTS/app", None),
        ("github.com/acme", "/home/ada/app", APP),
        ("github.com/*/app", "/home/ada/x", APP),
        ("GitHub.com/Acme/*", None, APP),
        ("app", "/home/ada/x", APP),
        ("client-?", "/home/ada/client-7/src", None),
        ("*", "/home/ada", None),
        ("C:/clients", "c:\\clients\\app", None),
    ],
)
def test_a_pattern_names_a_folder_or_project_and_all_below(
    pattern: str, folder: str | None, project: str | None
) -> None:
    """By its beginning where the pattern has a slash, else by any name in it."""
    assert is_excluded(pattern, folder, project)


@pytest.mark.parametrize(
    ("pattern", "folder", "project"),
    [
        ("/work/clients", "/work/clients-old", None),
        ("/work/clients", "/home/work/clients", None),
        ("/work/*", "/work", None),
        ("work/clients", "/home/ada/work/clients", APP),
        ("github.com/acme", "/home/ada/github.com/acme", "github.com/acme-labs/app"),
        ("ap", "/home/ada/app", APP),
        ("app/*", "/home/ada/app/x", APP),
        ("clients", None, None),
    ],
)
def test_a_pattern_names_nothing_else(
    pattern: str, folder: str | None, project: str | None
) -> None:
    """Least of all by a part of a name."""
    assert not is_excluded(pattern, folder, project)


def test_links_are_followed_on_both_sides(tmp_path: Path) -> None:
    """An agent names the folder that a link leads to, a person often the link, or the reverse."""
    (tmp_path / "disk/acme").mkdir(parents=True)
    (tmp_path / "clients").symlink_to(tmp_path / "disk")
    assert is_excluded(f"{tmp_path}/clients/*", f"{tmp_path}/disk/acme", None)
    assert is_excluded(f"{tmp_path}/disk", f"{tmp_path}/clients/acme", None)


def test_the_home_folder_has_its_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a shell."""
    monkeypatch.setenv("HOME", "/home/ada")
    assert is_excluded("~/clients/*", "/home/ada/clients/acme", None)
    assert not is_excluded("~/clients/*", "/home/bob/clients/acme", None)


def test_a_repository_decides_about_itself_alone(tmp_path: Path) -> None:
    """Its patterns are counted from its top, and name nothing outside."""
    assert is_within("secret/*", "/kite/secret/plans", "/kite")
    assert is_within("plans", "/kite/secret/plans", "/kite")
    assert not is_within("kite", "/kite/src", "/kite")
    assert not is_within("*", "/kite", "/kite")


_PARTS = st.text(st.sampled_from("ab*?"), min_size=1, max_size=6)
_NAMES = st.text(st.sampled_from("ab"), min_size=1, max_size=6)


@given(_PARTS, _NAMES)
def test_wildcards_mean_what_they_mean_in_shells(pattern: str, name: str) -> None:
    """Within one name, against the standard library, which hooks are too quick for."""
    assert is_excluded(pattern, f"/{name}", None) == fnmatchcase(name, pattern)


@given(st.lists(_NAMES, min_size=2, max_size=6), st.integers(1, 6))
def test_what_excludes_a_folder_excludes_all_below(parts: list[str], length: int) -> None:
    """No work in a subfolder escapes a pattern."""
    folder = "/" + "/".join(parts)
    above = "/" + "/".join(parts[:length])
    assert is_excluded(above, folder, None)
    assert is_excluded(f"/**/{parts[-1]}", folder, None)


def test_no_pattern_takes_long() -> None:
    """A repository that one only looks at must not hold an import up."""
    assert not is_within("**/a/" * 40 + "b", "/kite/" + "a/" * 40, "/kite")


def test_a_subagent_is_part_of_its_session() -> None:
    """Who switches a session off means those too that it starts."""
    assert decision_keys("p", "s/a1") == ["project:p", "session:s/a1", "session:s"]
    assert decision_keys(None, "s") == ["session:s"]
    assert decision_keys(None, None) == []
