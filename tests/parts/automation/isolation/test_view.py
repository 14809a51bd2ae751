"""What of the file system is seen: one list of mounts, and how each means carries it out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessonboard.parts.automation.isolation import bubblewrap, seatbelt
from lessonboard.parts.automation.isolation.places import CACHES, TOOLS
from lessonboard.parts.automation.isolation.view import (
    IsolatedView,
    Mount,
    Person,
    program_folders,
    view_of,
)

RUN = Path("/home/ada/.cache/lessonboard/runs/run-1")
ADA = Person(("/home/ada", "/mnt/ada"), ("/home/ada/.config", "/vault"), ("/vault/s", "/srv/s"),
             exists=lambda _path: True)  # fmt: skip


def seen(person: Person = ADA, run: Path = RUN, **more: object) -> IsolatedView:
    """What is seen in a run's worktree."""
    return view_of(person, run, run / "web", **more)  # type: ignore[arg-type]  # as there


def targets(view: IsolatedView, kind: str) -> list[str]:
    """The places of one kind."""
    return [each.target for each in view.mounts if each.kind == kind]


def test_homes_temporary_folders_and_services_are_replaced() -> None:
    """One in another is hidden with it."""
    view = seen()
    assert targets(view, "empty") == ["/run", "/mnt/ada", "/vault"]
    replaced = [each.target for each in view.mounts if each.source not in ("", each.target)]
    assert replaced == ["/tmp", "/var/tmp", "/srv/s", "/home/ada"]
    assert view.mounts.index(Mount("write", str(RUN / "web"), str(RUN / "web"))) > max(
        view.mounts.index(each) for each in view.mounts if each.target in (*replaced, "/mnt/ada")
    )


def test_what_is_kept_comes_after_what_may_be_written() -> None:
    """The last mount of a place is what is seen there."""
    view = seen(writable=["/repo/.git/objects"], kept=["/repo/.git/objects/info"])
    assert [each[::2] for each in view.mounts[-2:]] == [
        ("write", "/repo/.git/objects"), ("read", "/repo/.git/objects/info"),
    ]  # fmt: skip


def test_a_home_that_is_all_there_is_stays_and_the_run_has_another() -> None:
    """As in a container without an account."""
    view = seen(Person(("/",), exists=lambda _path: True))
    assert view.home == str(RUN / ".isolation" / "home")
    assert "/" not in [each.target for each in view.mounts]


def test_what_is_not_there_is_not_mounted() -> None:
    """But for the home itself."""
    view = seen(Person(("/home/ada",), ("/vault",), exists=lambda _path: False))
    assert [each.target for each in view.mounts] == ["/dev", "/home/ada"]


_places = st.lists(st.sampled_from(["a", "b", ".ssh", "bin", "tmp"]), min_size=1, max_size=4).map(
    lambda parts: "/" + "/".join(parts)
)


@given(_places, st.lists(_places), st.lists(_places), st.lists(_places))
def test_of_a_home_nothing_is_shown_but_what_is_named(
    home: str, hidden: list[str], readable: list[str], writable: list[str]
) -> None:
    """Tools, caches, the worktree, and what was asked for; only the last two may be written."""
    person = Person((home,), tuple(hidden), exists=lambda _path: True)
    view = seen(person, Path("/var/lib/run"), readable=readable, writable=writable)
    shown = {each.source for each in view.mounts if each.source == each.target}
    known = {f"{home}/{place}" for place in (*TOOLS, *CACHES)}
    assert shown <= {*known, *readable, *writable, "/var/lib/run/web"}
    written = {each.source for each in view.mounts if each.kind == "write" and each.source in shown}
    assert written == {*writable, "/var/lib/run/web"}


def test_no_place_that_is_shown_holds_a_login() -> None:
    """Nor is one of them a home or what many programs share."""
    logins = re.compile(r"credential|\.ssh|\.aws|\.gnupg|keyring|\.config|\.netrc|token")
    for place in (*TOOLS, *CACHES):
        assert not logins.search(place), place
        assert place not in (".local/share", ".cache", ".cargo", ".m2", ".gradle", "."), place
        assert not place.startswith("/"), place


def test_the_environment_of_a_program_is_seen_with_it(tmp_path: Path) -> None:
    """A Python of a virtual environment is nothing without its modules; the home is never added."""
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    (tmp_path / "venv" / "pyvenv.cfg").touch()
    folder = str(tmp_path / "venv" / "bin")
    mine = {"PATH": f"{folder}:relative::/usr/bin:/home/ada", "HOME": "/home/ada"}
    assert program_folders([], mine) == (str(tmp_path / "venv"), folder, "/usr/bin")
    assert program_folders([f"{folder}/pytest"], {}) == (str(tmp_path / "venv"), folder)


def test_bubblewrap_is_given_the_mounts_in_their_order() -> None:
    """All else is read only, and the network is of its own unless it is allowed."""
    view = IsolatedView((Mount("devices", "", "/dev"), Mount("empty", "", "/run"),
                 Mount("layer", "/c", "/c"), Mount("write", "/w", "/w"),
                 Mount("read", "/w/.git", "/w/.git")), "/w", "/h", "/tmp")  # fmt: skip
    line = " ".join(bubblewrap.command(view, ["make", "test"]))
    assert line.endswith(
        "--unshare-net --ro-bind / / --dev /dev --tmpfs /run --ro-bind-try /c /c "
        "--bind-try /w /w --ro-bind-try /w/.git /w/.git --chdir /w -- make test"
    )
    open_view = IsolatedView(view.mounts, "/w", "/h", "/tmp", network=True)
    assert "--unshare-net" not in bubblewrap.command(open_view, ["make"])


@pytest.mark.parametrize("network", [False, True])
def test_seatbelt_refuses_what_the_others_hide(network: bool) -> None:
    """Of the rules that match the last counts: hidden first, then shown, then what is kept."""
    profile = seatbelt.profile(seen(kept=[str(RUN / "web" / ".git")], network=network))
    lines = profile.splitlines()
    assert lines[:3] == ["(version 1)", "(allow default)", "(deny file-write*)"]
    assert lines[3].startswith("(deny file-read-data file-write*")
    assert '(subpath "/home/ada")' in lines[3]
    assert f'(subpath "{RUN}/web")' in lines[4]
    assert '(subpath "/home/ada/.cargo/registry")' in lines[4]
    assert '(subpath "/home/ada/.cargo/registry")' not in lines[5]
    assert f'(subpath "{RUN}/web/.git")' in lines[6]
    assert lines[6].startswith("(deny file-write*")
    assert ("(deny network*)" in lines) == (not network)


def test_no_path_breaks_out_of_its_quotes_in_a_profile() -> None:
    """A folder may have any name."""
    odd = IsolatedView(
        (Mount("write", '/w") (allow default', '/w") (allow default'),), "/w", "/h", "/tmp"
    )
    assert '(subpath "/w\\") (allow default")' in seatbelt.profile(odd)
