"""`lessonboard lesson account`: what became of a lesson, and what that proves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from blackboard.event import iso
from blackboard.plugins import contents
from blackboard.views.rows import ExposureRow, GuardRow, LessonRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.guard import refusals
from lessonboard.cli.lesson import place
from lessonboard.cli.output import counted, day, one_line, print_json
from lessonboard.naming import key_of
from lessonboard.present.as_json import row_json
from lessonboard.present.effects import effect_json
from lessonboard.present.exposures import became
from reflect.accounts.account import Account
from reflect.accounts.judge import judge
from reflect.accounts.ledger import accounts, worked
from reflect.accounts.words import INTERVAL, compared, why_not_measured
from reflect.curator.harm import why_harmful
from reflect.curator.insights import as_lesson
from reflect.curator.settings import CuratorSettings
from reflect.guards.follow_up import follow_up
from reflect.guards.switching import guard_of

_FEW = 5
"""Sessions that are shown to a person."""


@click.command("account")
@click.argument("lesson_id", metavar="ID")
@options.as_of
@options.as_json
@click.pass_obj
def account_(app: App, lesson_id: str, as_of: str | None, as_json: bool) -> None:
    """What became of a lesson in later sessions; the beginning of its ID is enough.

    Counted from signals alone: what was shown, what was run, and which errors came back. Whether it
    helps is said once sessions with it and without it were compared.
    """
    with options.reading(app, as_of) as board:
        if as_of is None and not board.read_only:
            judge(board)
            follow_up(board)
        row = board.row("lessons", key_of(board, "lessons", lesson_id))
        (found,) = accounts(board, [row], worked(board))
        guard = guard_of(board, row["id"])
        more = [about(board, row, found) for about in contents.part("about", "lesson account")]
    if as_json:
        fields = {name: value for _, each in more for name, value in each.items()}
        print_json({**_account_json(row, found, app.config.curator), **_refusals_json(guard),
                    **fields})  # fmt: skip
    else:
        _print_account(row, found, app.config.curator)
        for line in (line for lines, _ in more for line in lines):
            click.echo(f"  {line}")
        if guard and guard["refused"]:
            click.echo(f"  as a guard it refused {one_line(refusals(guard))}")


@click.command("account")
@click.argument("insight_id", metavar="ID")
@options.as_of
@options.as_json
@click.pass_obj
def insight(app: App, insight_id: str, as_of: str | None, as_json: bool) -> None:
    """What became of an insight in later sessions; the beginning of its ID is enough.

    Counted as for lessons: where it was shown, whether it was followed there, and where others did
    so without it. It has no failure of its own that could come back.
    """
    with options.reading(app, as_of) as board:
        if as_of is None and not board.read_only:
            judge(board)
        row = as_lesson(board.row("insights", key_of(board, "insights", insight_id)))
        (found,) = accounts(board, [row], worked(board))
    if as_json:
        told = _account_json(row, found, app.config.curator)
        named = {"insight": told.pop("lesson"), "statement": told.pop("constraint")}
        print_json({**named, **told})
    else:
        _print_account(row, found, app.config.curator)


def _refusals_json(guard: GuardRow | None) -> dict[str, int]:
    return {"refused": guard["refused"] if guard else 0,
            "refused_wrongly": guard["then_worked"] if guard else 0}  # fmt: skip


def _print_account(row: LessonRow, found: Account, settings: CuratorSettings) -> None:
    click.secho(one_line(row["constraint"]), bold=True)
    click.echo(f"  {one_line(row['id'])}  {row['status']}  {place(row)}")
    _print_counts(found)
    if found.disputed:
        click.echo(f"  disputed in {counted(found.disputed, 'session')}")
    _print_effect(row, found)
    why = why_harmful(found, settings)
    if why:
        click.secho(f"  harms: {why}", fg="red")
    _print_sessions(found.exposures)


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
    """What comparing sessions shows; the counts above show no effect, since nobody drew lots."""
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


def _account_json(row: LessonRow, found: Account, settings: CuratorSettings) -> dict[str, Any]:
    counts = {name: value for name, value in found._asdict().items() if isinstance(value, int)}
    return {
        "lesson": row["id"],
        "constraint": row["constraint"],
        "status": row["status"],
        **counts,
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
    """An exposure without the key that only the board needs."""
    told = row_json("exposures", row)
    return {name: value for name, value in told.items() if name not in ("id", "lesson")}
