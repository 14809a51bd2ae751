"""`lessonboard recording start`: what is done in a real browser is recorded."""

from __future__ import annotations

from pathlib import Path

import click

from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.parts.recordings.cli.session import browser, session_of, signed_in, web_address

_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command()
@click.option("--url", required=True, help="Where the task begins.")
@click.option("--name", default="", help="What the task is called; default: the host.")
@click.option("--description", default="", help="What the task is for, in a sentence.")
@click.option(
    "--to",
    type=_FOLDER,
    default=Path("recordings"),
    show_default=True,
    help="In which folder that of the recording is made.",
)
@click.option("--headless", is_flag=True, help="Open no window; for programs that drive it.")
@click.option(
    "--stop-key", default="", help="A key or chord that ends it, such as F9 or CTRL+ALT+S."
)
@browser
@signed_in
@options.as_json
def start(
    url: str,
    name: str,
    description: str,
    to: Path,
    headless: bool,
    stop_key: str,
    browser: str | None,
    profile: str | None,
    storage: Path | None,
    attach: str,
    as_json: bool,
) -> None:
    """Open a browser and record what you do in it, until you close its window or press Ctrl-C.

    What you type into fields for passwords, codes and cards is not written, and not shown.
    """
    from lessonboard.parts.recordings.browser.record_task import Recorded, Wanted, record

    def tell(said: str) -> None:
        click.echo(one_line(_ready(stop_key) if said == "ready" else said), err=True)

    session = session_of(profile, storage, attach)
    wanted = Wanted(web_address(url), name, description, to, headless, browser, stop_key, session)
    recorded: Recorded = record(wanted, tell=tell)
    if as_json:
        print_json({
            "session_id": recorded.session_id,
            "folder": str(recorded.folder),
            "actions": recorded.actions,
            "seconds": round(recorded.seconds, 3),
        })  # fmt: skip
        return
    click.echo(
        f"Recorded {counted(recorded.actions, 'action')} in {one_line(str(recorded.folder))}"
    )
    if not recorded.actions:
        click.echo("Nothing was done in the window, so there is nothing to import.")
        return
    click.echo(f"Next: lessonboard recording import {one_line(str(recorded.folder))}")
    click.echo(f"      lessonboard session reflect --session {recorded.session_id}")


def _ready(stop_key: str) -> str:
    key = f", press {stop_key}" if stop_key else ""
    return f"Recording. Do the task in the window; then close it{key} or press Ctrl-C here."
