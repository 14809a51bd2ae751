"""`lessonboard status-line`; the quick way to it is in `lessonboard/start.py`."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App


@click.command()
@click.pass_obj
def status_line(app: App) -> None:
    """Print a line on this session: what it was shown, and what waits for you.

    Agents call it with their session as JSON on standard input, and show the line. For Claude Code
    it is in `settings.json`: {"statusLine": {"type": "command", "command": "lessonboard
    status-line"}}.
    """
    from lessonboard.hooks.status_line import main
    from lessonboard.places import user_file

    main(str(app.path), str(user_file()))
