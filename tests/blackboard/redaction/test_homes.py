"""Home folders: what is hidden of words that leave a machine, and what stays."""

from __future__ import annotations

import pytest

from blackboard.redaction.homes import without_homes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/home/ada", "~"),
        ("--prefix=/home/ada/kite", "--prefix=~/kite"),
        ("/var/home/ada/x /export/home/ada/x /nfs/a/home/ada/x", "~/x ~/x ~/x"),
        ("/Users/ada/kite", "~/kite"),
        ("/Users/Ada King/kite", "~/kite"),
        ("/System/Volumes/Data/Users/ada/x", "~/x"),
        (r"C:\\Users\\ada\\kite", r"~\\kite"),
        ("c:/users/ada/kite /mnt/c/Users/ada/kite /c/users/ada/kite", "~/kite ~/kite ~/kite"),
        ("/root/kite, in /root.", "~/kite, in ~."),
        ("~/.claude/projects/-home-ada-kite and C--Users-ada-kite",
         "~/.claude/projects/~-kite and C-~-kite"),
        ("file:///home/ada/x", "file://~/x"),
        ("/home//ada/x and /home/./ada/x", "~/x and ~/x"),
        (r"\Users\ada\x", r"~\x"),
        (r"\\wsl$\Ubuntu\home\ada\x", r"~\x"),
        ("file=%2Fhome%2Fada%2Fx&y", "file=~%2Fx&y"),
    ],
)  # fmt: skip
def test_the_name_of_a_user_does_not_leave(text: str, expected: str) -> None:
    """Wherever his home may be, and in the names that agents make of it."""
    assert without_homes(text, "/home/bo") == expected


@pytest.mark.parametrize(
    "text",
    ["src/home/page.tsx", "GET /users/7", "example.org/home/7", "/rootfs", "at-home-page",
     "cp a/b /srv/c", "/home", "x/root"],
)  # fmt: skip
def test_what_is_no_home_stays(text: str) -> None:
    """A path in a repository, a route, and a longer word."""
    assert without_homes(text, "/home/bo") == text


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("/srv/bo", "in ~/x, /srv/bob, or ~."),
        ("/", "in /srv/bo/x, /srv/bob, or /srv/bo."),
    ],
)
def test_ones_own_home_may_be_anywhere(own: str, expected: str) -> None:
    """Its name is no part of a longer one, and the root of all files is none."""
    assert without_homes("in /srv/bo/x, /srv/bob, or /srv/bo.", own) == expected
