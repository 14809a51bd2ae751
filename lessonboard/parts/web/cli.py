"""`lessonboard web`: the page, served to a browser on this machine, or exported to files."""

from __future__ import annotations

import sys
import webbrowser
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import click

from blackboard import BoardError, atomic_file
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.cli.who_decides import decides, without

if TYPE_CHECKING:
    from lessonboard.parts.web.export_sessions import Conversations

_PORT = 8484


@click.command()
@decides(lambda ctx: ctx.params["sessions"] or without("folder", "read_only")(ctx))
@click.option("--port", type=click.IntRange(0, 65_535), default=_PORT, show_default=True,
              help="Where to listen; the next free one is taken, 0 takes any.")  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Only print the link.")
@click.option("--read-only", is_flag=True, help="Let nothing be changed on the page.")
@click.option(
    "--export", "folder", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
    help="Write the approved lessons as static pages instead.",
)  # fmt: skip
@click.option("--project", help="With --export: only of this project.")
@click.option(
    "--evidence", is_flag=True,
    help="With --export: also symptoms, causes and quotations, which may be private.",
)  # fmt: skip
@click.option(
    "--sessions", is_flag=True,
    help="With --export: also candidates and whole conversations, after a list of what leaves.",
)  # fmt: skip
@click.option("--yes", is_flag=True, help="With --sessions: do not ask.")
@options.as_json
@click.pass_obj
def web(
    app: App,
    port: int,
    no_browser: bool,
    read_only: bool,
    folder: Path | None,
    project: str | None,
    evidence: bool,
    sessions: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Open the page: look at what is remembered, correct it, and delete it.

    It listens on this machine alone, and only the link that is printed opens it. Ctrl-C ends it.
    """
    if folder is None and (project is not None or evidence or sessions):
        raise click.UsageError("--project, --evidence and --sessions go with --export")
    if folder is not None:
        pages = _export(app, folder, project, evidence=evidence, sessions=sessions, yes=yes)
        if as_json:
            print_json({"folder": str(folder), "pages": pages})
        else:
            click.echo(f"Wrote {counted(pages, 'page')} to {folder}; begin with index.html.")
        return
    from lessonboard.parts.web.server import serve

    def opened(link: str, taken: int) -> None:
        if as_json:
            print_json({"url": link, "port": taken})
        else:
            if port and taken != port:
                click.echo(f"Port {port} is in use; {taken} is taken.", err=True)
            click.echo(f"{link}\nOpen this link; it is for you alone. Ctrl-C ends it.")
            if ".localhost:" in link:
                click.echo("If your browser finds no such host, put 127.0.0.1 in its place.")
        if not no_browser:
            _open(link, _link_file(app))

    try:
        serve(app, port, opened, read_only=read_only)
    finally:
        if not no_browser:
            _link_file(app).unlink(missing_ok=True)


def _export(
    app: App, folder: Path, project: str | None, *, evidence: bool, sessions: bool, yes: bool
) -> int:
    """Write the pages; returns how many."""
    from lessonboard.parts.web.export import export
    from lessonboard.parts.web.export_sessions import chosen

    if not (app.address or app.path.exists()):
        raise BoardError(f"there is no board at {app.path}; `lessonboard session import` makes one")
    with app.open() as board:
        projects = None if project is None else board.projects(project)
        conversations = chosen(board, projects) if sessions else None
        if conversations:
            _ask(conversations, yes=yes)
        return export(app, board, folder, projects, command=["lessonboard", *sys.argv[1:]],
                      evidence=evidence, conversations=conversations)  # fmt: skip


def _ask(found: Conversations, *, yes: bool) -> None:
    """Show what leaves, and have it confirmed."""
    from lessonboard.parts.web.export_sessions import summary

    for line in summary(found):
        click.echo(one_line(line), err=True)
    if yes:
        return
    if not sys.stdin.isatty():
        raise click.UsageError("nothing was written: --yes is needed where no one can be asked")
    click.confirm("Write these conversations to files?", abort=True, err=True)


def _link_file(app: App) -> Path:
    """Where the link is for the browser, while the page is served."""
    return app.path.with_name(f".{app.path.name}.page.html")


def _open(link: str, file: Path) -> None:
    """Open a link in the browser by a file that only its owner may read.

    Other users can read the arguments of every program, and the link is the key to the page.
    """
    page = f'<meta http-equiv="refresh" content="0; url={escape(link)}">'
    atomic_file.write(file, page.encode())
    webbrowser.open(file.resolve().as_uri())
