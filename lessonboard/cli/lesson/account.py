"""What became of a lesson or insight in later sessions, and what that proves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from blackboard.event import iso
from blackboard.views.rows import ExposureRow, GuardRow, LessonRow
from lessonboard.cli.lesson.guards import refusals
from lessonboard.cli.output import counted, day, one_line
from lessonboard.present.as_json import row_json
from lessonboard.present.effects import effect_json
from lessonboard.present.exposures import became
from reflect.accounts.account import Account
from reflect.accounts.words import INTERVAL, compared, why_not_measured
from reflect.curator.harm import why_harmful
from reflect.curator.settings import CuratorSettings

_FEW = 5
"""Sessions that are shown to a person."""


def print_account(
    row: LessonRow, found: Account, guard: GuardRow | None, settings: CuratorSettings
) -> None:
    """Print the account of a lesson, for a person."""
    _print_counts(found)
    if found.disputed:
        click.echo(f"  disputed in {counted(found.disputed, 'session')}")
    _print_effect(row, found)
    why = why_harmful(found, settings)
    if why:
        click.secho(f"  harms: {why}", fg="red")
    _print_sessions(found.exposures)
    if guard and guard["refused"]:
        click.echo(f"  as a guard it refused {one_line(refusals(guard))}")


def _print_counts(found: Account) -> None:
    last = found.last_injected_at
    if last is None:
        click.echo("  never shown to an agent")
    else:
        sessions = counted(found.injected, "session")
        click.echo(f"  shown in {sessions}, last on {day(last)}: {found.tokens} tokens")
        click.echo(f"    followed in {found.obeyed}, its failure came back in {found.recurred}")
    if found.withheld:
        click.echo(f"  held back in {counted(found.withheld, 'session')}, to see what it is worth")
    if found.obeyed_without or found.recurred_without:
        click.echo(
            f"  without it: done right in {counted(found.obeyed_without, 'session')}, "
            f"its failure came back in {found.recurred_without}"
        )


def _print_effect(row: LessonRow, found: Account) -> None:
    """Print the effect measured by comparing sessions; the counts above are not randomised."""
    why = why_not_measured(row, found)
    if why:
        click.echo(f"  effect: {why}")
        return
    words = _VERDICTS.get(found.verdict or "", "")
    click.echo(f"  effect: {words}{compared(found.pairs)}")
    if found.compared_since is not None:
        click.echo(f"    since {day(found.compared_since)}; {INTERVAL}")


_VERDICTS = {"helps": "it helps: ", "harms": "it harms: "}


def _print_sessions(rows: Sequence[ExposureRow]) -> None:
    if rows:
        click.echo("  last sessions:")
    for row in rows[:_FEW]:
        reason = f": {one_line(row['reason'])}" if row["reason"] else ""
        click.echo(f"    {day(row['at'])}  {one_line(row['session'])}  {became(row)}{reason}")


def account_json(
    row: LessonRow, found: Account, guard: GuardRow | None, settings: CuratorSettings
) -> dict[str, Any]:
    """Return the account of a lesson, for other programs."""
    counts = {name: value for name, value in found._asdict().items() if isinstance(value, int)}
    return {
        **counts,
        "refused": guard["refused"] if guard else 0,
        "refused_wrongly": guard["then_worked"] if guard else 0,
        "last_injected_at": _time(found.last_injected_at),
        "effect": effect_json(found.pairs),
        "verdict": found.verdict,
        "compared_since": _time(found.compared_since),
        "not_measured": why_not_measured(row, found),
        "harm": why_harmful(found, settings),
        "sessions": [_session_json(each) for each in found.exposures],
    }


def _time(at: int | None) -> str | None:
    return None if at is None else iso(at)


def _session_json(row: ExposureRow) -> dict[str, Any]:
    """Return an exposure without the key that only the board needs."""
    told = row_json("exposures", row)
    return {name: value for name, value in told.items() if name not in ("id", "lesson")}
