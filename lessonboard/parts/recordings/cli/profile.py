"""The option `--profile`, and what an address must be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from blackboard import BoardError

if TYPE_CHECKING:
    from lessonboard.parts.recordings.browser.profiles import Profile

profile_option = click.option(
    "--profile", metavar="NAME", help="A browser profile that is kept, signed in."
)


def profile_of(name: str | None, *, must_exist: bool = False) -> Profile | None:
    """The browser profile of a name.

    Raises:
        BadProfile: the name is not one of a profile, or there is none of it where one must be: a
            run would be signed out.
    """
    if name is None:
        return None
    from lessonboard.parts.recordings.browser.profiles import BadProfile, Profile
    from lessonboard.places import profiles_folder

    found = Profile(name, profiles_folder())
    if must_exist and not found.exists():
        raise BadProfile(
            f"there is no profile {name}; make it with `lessonboard recording login URL "
            f"--profile {name}`, or see `lessonboard recording login --list`"
        )
    return found


def web_address(url: str) -> str:
    """An address that a browser may be sent to.

    Raises:
        BoardError: it is none of the web's.
    """
    if not url.lower().startswith(("http://", "https://")):
        raise BoardError(f"could not open {url!r}: give an address that begins with http(s)://")
    return url
