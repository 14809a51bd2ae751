"""The first minute: at a terminal, until a session was read, one key reads and shows the history.

Without a history it shows the same of the sample sessions, in a board that is deleted afterwards.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import click

from lessonboard.bootstrap import App
from lessonboard.present.line import Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lessonboard.first_minute.offer import Offer

_NEXT = {
    "lessonboard init": "have your agents remember, and shown what worked",
    "lessonboard search WORDS": "find what was said, done or fixed",
    "lessonboard fix ERROR": "what was done about an error before",
    "lessonboard doctor": "how far the reading is, and whether all is well",
}
_NEXT_WITHOUT = {
    "lessonboard init": "have your agents remember from their next session on",
    "lessonboard session import PATH": "read transcripts that are elsewhere",
    "lessonboard --help": "all commands",
}


def is_due(app: App) -> bool:
    """Return whether a person is at a terminal, and no session was read yet."""
    at_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    if not at_terminal or os.environ.get("CI") or _has_sessions(app):
        return False
    from lessonboard.cli.who_decides import why_refused

    return not why_refused(app)  # an agent that has a terminal would wait at the question


def _has_sessions(app: App) -> bool:
    """Return whether there is a board with a session; a switch alone makes one without."""
    if not app.has_board:
        return False
    with app.existing() as board:
        return bool(board.view("sessions", limit=1))


def _known_to_init(commands: dict[str, str]) -> dict[str, str]:
    """Leave `init` out where no agent is here that it can register with."""
    from blackboard.errors import BoardError
    from lessonboard.install.agents import agents
    from lessonboard.install.where import is_here, places

    try:
        where = places()
        can = any(is_here(agent, where) for agent in agents().values())
    except BoardError:
        can = False
    return {name: what for name, what in commands.items() if can or name != "lessonboard init"}


def begin(app: App) -> None:
    """Ask for one key, read, and show; without a history show the samples."""
    from lessonboard.first_minute.offer import offer

    found = offer(app)
    if not found.files:
        _show_samples()
    elif _goes_on(app, found):
        _read(app, found)
    else:
        click.echo("Nothing was read. `lessonboard --help` lists the commands.")


def _goes_on(app: App, found: Offer) -> bool:
    """Ask; Enter goes on, q and the end of the input stop, as does Ctrl-C."""
    from lessonboard.present.first_minute import offer_line

    click.echo(offer_line(found, _short(app.path)))
    while True:
        click.echo("Enter goes on, q stops: ", nl=False)
        try:
            key = click.getchar()
        except EOFError:
            key = "q"
        click.echo()
        if key in ("\r", "\n"):
            return True
        if key in ("q", "Q", "\x1b"):
            return False


def _read(app: App, offered: Offer) -> None:
    from lessonboard.cli.output import print_lines, screen
    from lessonboard.first_minute.found import first_found
    from lessonboard.first_minute.reading import read_newest
    from lessonboard.hooks.background import start_worker
    from lessonboard.present.first_minute import first_lines, next_lines
    from lessonboard.unread import how_many

    with app.open() as board:
        with click.progressbar(length=offered.size, label="Reading", file=sys.stderr,
                               show_eta=False) as bar:  # fmt: skip
            swept = read_newest(app, board, bar.update)
        found = first_found(board)
        read = "" if swept.complete else how_many(app, board)
    start_worker(str(app.path))
    print_lines([*first_lines(found, screen()), *next_lines(_known_to_init(_NEXT))], paged=False)
    rest = f"{read}; a worker reads the rest" if read else "All is read; a worker looks for lessons"
    click.echo(f"\n{rest} in the background. `lessonboard stop` ends it.")


def _show_samples() -> None:
    from blackboard import Board
    from blackboard.importer import import_files
    from blackboard.transcript_files import find
    from lessonboard.cli.output import print_lines, screen
    from lessonboard.first_minute.found import first_found
    from lessonboard.first_minute.samples import samples
    from lessonboard.present.first_minute import first_lines, next_lines

    click.echo(
        "No history of a coding agent was found on this machine. These are ten sample sessions of "
        "three made-up projects; nothing of it is kept."
    )
    with tempfile.TemporaryDirectory() as folder, Board.open(Path(folder, "board.db")) as board:
        import_files(board, find([samples()]), trusted=True)
        found = first_found(board, search=False)
        lines = list(first_lines(found, screen()))
    print_lines([Line(""), *lines, *next_lines(_known_to_init(_NEXT_WITHOUT))], paged=False)


def _short(path: Path) -> str:
    """Return a path as people write it."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)
