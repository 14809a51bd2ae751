"""`lessonboard recording login`: browser profiles in which one is signed in."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.parts.recordings.browser.profiles import Profile, profiles
from lessonboard.parts.recordings.cli.profile import profile_of, profile_option, web_address
from lessonboard.places import profiles_folder


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
    kept = profile_of(delete or profile)
    if delete is not None and kept is not None:
        kept.delete()
        told: object = {"name": kept.name, "folder": str(kept.folder)}
        said = f"Deleted the profile {kept.name}; sign out in the applications themselves, too."
    elif lists:
        found = profiles(profiles_folder())
        told = [{"name": each.name, "folder": str(each.folder), "in_use": each.is_in_use(),
                 "used_at": _used_at(each)} for each in found]  # fmt: skip
        said = "\n".join(map(_line, found)) or (
            "No profiles; `lessonboard recording login URL --profile NAME` makes one.")  # fmt: skip
    elif url is None or kept is None:
        raise click.UsageError("give a URL and --profile NAME, or --list, or --delete NAME")
    else:
        cookies = _sign_in(url, kept)
        told = {"profile": kept.name, "cookies": cookies}
        said = f"Kept {counted(cookies, 'cookie')}; run with --profile {kept.name}"
    if as_json:
        print_json(told)
    else:
        click.echo(said)


def _sign_in(url: str, kept: Profile) -> int:
    from lessonboard.parts.recordings.browser.signing_in import Login, sign_in

    said = "Sign in in the window; then close it or press Ctrl-C here."
    return sign_in(Login(web_address(url), kept), ready=lambda: click.echo(said, err=True),
                   until_signal=True)  # fmt: skip


def _line(profile: Profile) -> str:
    state = ", in use" if profile.is_in_use() else ""
    folder = one_line(str(profile.folder))
    return f"{profile.name}  used {_used_at(profile)[:10]}{state}  {folder}"


def _used_at(profile: Profile) -> str:
    """When a browser last began to use it."""
    changed = (profile.folder / "lock").stat().st_mtime
    return datetime.fromtimestamp(changed, UTC).isoformat(timespec="seconds")
