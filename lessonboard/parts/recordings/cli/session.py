"""`lessonboard recording login`: browser profiles in which one is signed in."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from blackboard import BoardError
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.places import profiles_folder

if TYPE_CHECKING:
    from lessonboard.parts.recordings.browser.profiles import Profile

profile_option = click.option(
    "--profile", metavar="NAME", help="A browser profile that is kept, signed in."
)


def profile_of(name: str | None) -> Profile | None:
    """The browser profile of a name, which may not exist yet.

    Raises:
        BadProfile: the name is not one of a profile.
    """
    if name is None:
        return None
    from lessonboard.parts.recordings.browser.profiles import Profile

    return Profile(name, profiles_folder())


def ensure_kept(profile: Profile | None) -> None:
    """Refuse a profile without a sign-in: a run would be signed out.

    Raises:
        BadProfile: there is none of this name.
    """
    if profile is not None and not profile.exists():
        from lessonboard.parts.recordings.browser.profiles import BadProfile

        raise BadProfile(
            f"there is no profile {profile.name}; make it with `lessonboard recording login URL "
            f"--profile {profile.name}`, or see `lessonboard recording login --list`"
        )


def web_address(url: str) -> str:
    """An address that a browser may be sent to.

    Raises:
        BoardError: it is none of the web's.
    """
    if not url.lower().startswith(("http://", "https://")):
        raise BoardError(f"could not open {url!r}: give an address that begins with http(s)://")
    return url


@click.command()
@click.argument("url", required=False)
@profile_option
@click.option("--list", "lists", is_flag=True, help="List the browser profiles.")
@click.option("--delete", metavar="NAME", help="Delete a browser profile with its sessions.")
@options.as_json
def login(
    url: str | None, profile: str | None, lists: bool, delete: str | None, as_json: bool
) -> None:
    """Open a window at URL in which you sign in, and keep the session in a browser profile.

    Close the window when you are done; nothing is recorded. `recording start` and `run` are
    signed in with the same --profile.
    """
    if delete is not None:
        _delete(delete, as_json)
    elif lists:
        _list(as_json)
    elif url is None or profile is None:
        raise click.UsageError("give a URL and --profile NAME, or --list, or --delete NAME")
    else:
        _sign_in(url, profile, as_json)


def _sign_in(url: str, name: str, as_json: bool) -> None:
    from lessonboard.parts.recordings.browser.signing_in import Login, sign_in

    kept = profile_of(name)
    assert kept is not None
    cookies = sign_in(Login(web_address(url), kept), ready=lambda: click.echo(
        "Sign in in the window; then close it or press Ctrl-C here.", err=True
    ), until_signal=True)  # fmt: skip
    if as_json:
        print_json({"profile": name, "cookies": cookies})
        return
    click.echo(f"Kept {counted(cookies, 'cookie')}; run with --profile {one_line(name)}")


def _list(as_json: bool) -> None:
    from lessonboard.parts.recordings.browser.profiles import profiles

    found = profiles(profiles_folder())
    if as_json:
        print_json([
            {"name": each.name, "folder": str(each.folder), "in_use": each.is_in_use(),
             "used_at": _used_at(each)} for each in found
        ])  # fmt: skip
        return
    if not found:
        click.echo("No profiles; `lessonboard recording login URL --profile NAME` makes one.")
    for each in found:
        state = ", in use" if each.is_in_use() else ""
        click.echo(f"{each.name}  used {_used_at(each)[:10]}{state}  {one_line(str(each.folder))}")


def _delete(name: str, as_json: bool) -> None:
    found = profile_of(name)
    assert found is not None
    found.delete()
    if as_json:
        print_json({"name": found.name, "folder": str(found.folder)})
        return
    click.echo(f"Deleted the profile {found.name}; sign out in the applications themselves, too.")


def _used_at(profile: Profile) -> str:
    """When a browser last began to use it."""
    changed = (profile.folder / "lock").stat().st_mtime
    return datetime.fromtimestamp(changed, UTC).isoformat(timespec="seconds")
