"""`lessonboard recording login` and `profile`, and the options by which one is signed in."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from blackboard import BoardError
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.places import profiles_folder

if TYPE_CHECKING:
    from lessonboard.parts.recordings.browser.profiles import Profile
    from lessonboard.parts.recordings.browser.session import Session

Command = TypeVar("Command", bound=Callable[..., Any])

_FILE = click.Path(path_type=Path, dir_okay=False)
browser = click.option(
    "--browser", metavar="PATH", help="The browser's program; LESSONBOARD_BROWSER does the same."
)
_SESSION = (
    click.option("--profile", metavar="NAME", help="A browser profile that is kept, signed in."),
    click.option("--storage", type=_FILE, help="A file with a saved state of Playwright."),
    click.option(
        "--attach", metavar="URL", default="",
        help="The debugging address of a running browser, such as http://127.0.0.1:9222.",
    ),
)  # fmt: skip


def signed_in(command: Command) -> Command:
    """Add the options for the session of a recording or run."""
    for option in reversed(_SESSION):
        command = option(command)
    return command


def session_of(profile: str | None, storage: Path | None, attach: str) -> Session:
    """The session that these options ask for.

    Raises:
        BadSession: several were given.
        BadProfile: the name is not one of a profile.
    """
    from lessonboard.parts.recordings.browser.session import Session

    return Session(_profile(profile) if profile is not None else None, storage, attach)


def ensure_kept(session: Session) -> None:
    """Refuse a profile that nobody has signed in with: a run would go on as nobody.

    Raises:
        BadProfile: there is none of this name.
    """
    from lessonboard.parts.recordings.browser.profiles import BadProfile

    kept = session.profile
    if kept is not None and not kept.exists():
        raise BadProfile(
            f"there is no profile {kept.name}; make it with `lessonboard recording login URL "
            f"--profile {kept.name}`, or see `lessonboard recording profile list`"
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
@click.argument("url")
@click.option("--profile", metavar="NAME", help="The browser profile in which it is kept.")
@click.option("--storage", type=_FILE, help="The file in which it is kept, for one application.")
@browser
@options.as_json
def login(
    url: str, profile: str | None, storage: Path | None, browser: str | None, as_json: bool
) -> None:
    """Open a window at URL in which you sign in, and keep the session; close it when you are done.

    Nothing is recorded. `recording start` and `run` are signed in with the same option.
    """
    from lessonboard.parts.recordings.browser.signing_in import Login, sign_in

    if (profile is None) == (storage is None):
        raise BoardError("give --profile NAME or --storage FILE: where to keep the session")
    known = _profile(profile) if profile is not None else None
    wanted = Login(web_address(url), known, storage, browser)
    cookies = sign_in(wanted, ready=lambda: click.echo(
        "Sign in in the window; then close it or press Ctrl-C here.", err=True
    ))  # fmt: skip
    option = f"--profile {profile}" if profile else f"--storage {storage}"
    if as_json:
        print_json({"profile": profile, "storage": storage and str(storage), "cookies": cookies})
        return
    click.echo(f"Kept {counted(cookies, 'cookie')}; run with {one_line(option)}")


@click.command("list")
@options.as_json
def list_(as_json: bool) -> None:
    """List the browser profiles, by name."""
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


@click.command()
@click.argument("name")
@options.as_json
def delete(name: str, as_json: bool) -> None:
    """Delete the browser profile NAME with all sessions in it; applications are not signed out."""
    found = _profile(name)
    found.delete()
    if as_json:
        print_json({"name": found.name, "folder": str(found.folder)})
        return
    click.echo(f"Deleted the profile {found.name}; sign out in the applications themselves, too.")


def _profile(name: str) -> Profile:
    from lessonboard.parts.recordings.browser.profiles import Profile

    return Profile(name, profiles_folder())


def _used_at(profile: Profile) -> str:
    """When a browser last began to use it."""
    changed = (profile.folder / "lock").stat().st_mtime
    return datetime.fromtimestamp(changed, UTC).isoformat(timespec="seconds")
