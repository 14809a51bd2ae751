"""`lessonboard recording start`: what is done in a real browser is recorded."""

from __future__ import annotations

from pathlib import Path

import click

from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.parts.recordings.cli.profile import profile_of, profile_option, web_address

_READY = "Recording. Do the task in the window; then close it or press Ctrl-C here."
_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command()
@click.option("--url", required=True, help="Where the task begins.")
@click.option("--name", default="", help="What the task is called; default: the host.")
@click.option("--to", type=_FOLDER, default=Path("recordings"), show_default=True,
              help="In which folder that of the recording is made.")  # fmt: skip
@click.option("--headless", is_flag=True, help="Open no window; for programs that drive it.")
@profile_option
@options.as_json
def start(
    url: str, name: str, to: Path, headless: bool, profile: str | None, as_json: bool
) -> None:
    """Open a browser and record what you do in it, until you close its window or press Ctrl-C.

    What you type into fields for passwords, codes and cards is not written, and not shown.
    """
    from lessonboard.parts.recordings.browser.record_task import Wanted, record

    def tell(said: str) -> None:
        click.echo(one_line(_READY if said == "ready" else said), err=True)

    wanted = Wanted(web_address(url), name, "", to, headless, profile_of(profile))
    done = record(wanted, tell=tell, until_signal=True)
    folder = one_line(str(done.folder))
    if as_json:
        print_json({"session_id": done.session_id, "folder": str(done.folder),
                    "actions": done.actions, "seconds": round(done.seconds, 3)})  # fmt: skip
        return
    click.echo(f"Recorded {counted(done.actions, 'action')} in {folder}")
    if not done.actions:
        click.echo("Nothing was done in the window, so there is nothing to import.")
        return
    click.echo(f"Next: lessonboard recording import {folder}")
    click.echo(f"      lessonboard session reflect --session {done.session_id}")
