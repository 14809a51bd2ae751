"""`lessonboard doctor --secrets`: secrets that an older version has written down."""

from __future__ import annotations

from collections.abc import Sequence

import click

from blackboard.redaction.breadth import finder, is_installed
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, one_line, print_json, progress
from lessonboard.secret_scan import Leak, leaks

_MOST = 20


def look_for_secrets(app: App, *, as_json: bool) -> None:
    """Print the events that hold secrets, and the command that erases them."""
    with app.existing() as board:
        head = board.log.head()
        with progress("Looking for secrets", head) as report:
            found = list(leaks(board, finder(), report))
    if as_json:
        print_json([leak._asdict() for leak in found])
    else:
        for line in lines(found, head, more=is_installed()):
            click.echo(line)
    if found:
        raise SystemExit(1)


def lines(found: Sequence[Leak], events: int, *, more: bool) -> list[str]:
    """Return what a person reads of it; never a secret itself."""
    rules = "our rules and those of the extra `secrets`" if more else "our rules"
    looked = f"{counted(events, 'event')} were scanned with {rules}."
    if not found:
        return [f"ok    {looked} No secret was found; no redactor is complete."]
    listed = found[:_MOST]
    rows = [f"      {leak.event}  {leak.type}  {one_line(leak.stream)}" for leak in listed]
    rest = [f"      and {len(found) - _MOST} more"] if len(found) > _MOST else []
    ids = " ".join(leak.event for leak in listed)
    again = ", then look again" if rest else ""
    return [
        f"BAD   {looked} {counted(len(found), 'event')} hold what is cut today:",
        *rows,
        *rest,
        f"      Change these secrets where they are used, and erase them here{again}:",
        f"      lessonboard forget {ids} --reason secrets",
    ]
