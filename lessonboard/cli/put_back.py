"""Say that lessons were put back to candidates, where a person sees it immediately."""

from __future__ import annotations

from collections.abc import Sequence

import click

from lessonboard.cli.output import counted
from reflect.reconsider import Reconsidered


def print_put_back(done: Sequence[Reconsidered], *, err: bool) -> None:
    """Print one line on what waits for a person again; on standard error beside JSON."""
    number = sum(each.put_back for each in done)
    if number:
        click.echo(
            f"Put back {counted(number, 'rule')} without proof of their author: "
            "`lessonboard doctor` lists them, `lessonboard lesson keep` keeps one.",
            err=err,
        )
