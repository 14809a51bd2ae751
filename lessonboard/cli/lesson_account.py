"""`lessonboard lesson account`: what became of a lesson, and what that proves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from blackboard.event import iso
from blackboard.views.rows import ExposureRow, LessonRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.lesson import place
from lessonboard.cli.output import counted, day, one_line, print_json
from lessonboard.naming import key_of
from lessonboard.present.as_json import row_json
from reflect.accounts.account import INTERVAL, METHODS, Account, Effect
from reflect.accounts.judge import judge
from reflect.accounts.ledger import accounts, worked
from reflect.curator.harm import why_harmful
from reflect.curator.settings import CuratorSettings

_FEW = 5
"""Sessions that are shown to a person."""


@click.command("account")
@click.argument("lesson_id", metavar="ID")
@options.as_of
@options.as_json
@click.pass_obj
def account_(app: App, lesson_id: str, as_of: str | None, as_json: bool) -> None:
    """What became of a lesson in later sessions; the beginning of its ID is enough.

    Counted from signals alone: what was shown, what was run, and which errors came back.
    """
    with options.reading(app, as_of) as board:
        if as_of is None and not board.read_only:
            judge(board)
        row = board.row("lessons", key_of(board, "lessons", lesson_id))
        (found,) = accounts(board, [row], worked(board))
    if as_json:
        print_json(_account_json(row, found, app.config.curator))
    else:
        _print_account(row, found, app.config.curator)


def _print_account(row: LessonRow, found: Account, settings: CuratorSettings) -> None:
    click.secho(one_line(row["constraint"]), bold=True)
    click.echo(f"  {one_line(row['id'])}  {row['status']}  {place(row)}")
    _print_counts(found)
    if found.disputed:
        click.echo(f"  disputed in {counted(found.disputed, 'session')}")
    _print_effects(found, settings.evidence_sessions)
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
        click.echo(f"    obeyed in {found.obeyed}, its failure came back in {found.recurred}")
    if found.withheld:
        click.echo(f"  held back in {counted(found.withheld, 'session')}, to see what it is worth")
    if found.obeyed_without or found.recurred_without:
        click.echo(
            f"  without it: done right in {counted(found.obeyed_without, 'session')}, "
            f"its failure came back in {found.recurred_without}"
        )


def _print_effects(found: Account, least: int) -> None:
    """The proof, or that there is none; and before and after, which proves nothing alone."""
    proof = found.proof(least)
    if proof is None:
        needed = counted(least, "session")
        click.echo(f"  effect: not enough evidence; it takes {needed} with it and as many without")
    for effect in found.effects if found.injected else ():
        if effect is proof:
            click.echo(f"  effect: {_verdict(effect)}")
        if effect is proof or (effect.method == "before and after" and effect.has(least)):
            _print_effect(effect)
        elif effect.shown.total and effect.other.total:
            click.echo(f"    {effect.method}: {_counts(effect)}; too few to tell")


def _print_effect(effect: Effect) -> None:
    found = effect.interval
    click.echo(f"    {effect.method}: {_counts(effect)}")
    click.echo(
        f"      difference {_points(found.estimate)}, between {_points(found.low)} and "
        f"{_points(found.high)} percentage points"
    )
    click.echo(f"      {METHODS[effect.method]}; {INTERVAL}")


def _counts(effect: Effect) -> str:
    shown_, other = effect.shown, effect.other
    return (
        f"its failure came back in {shown_.part} of {shown_.total} with it, "
        f"in {other.part} of {other.total} without"
    )


def _points(share: float) -> str:
    return f"{share * 100:+.0f}"


def _verdict(effect: Effect) -> str:
    if effect.helps:
        return "it helps"
    return "it harms" if effect.harms else "no difference is proved"


def _print_sessions(rows: Sequence[ExposureRow]) -> None:
    if rows:
        click.echo("  last sessions:")
    for row in rows[:_FEW]:
        reason = f": {one_line(row['reason'])}" if row["reason"] else ""
        click.echo(f"    {day(row['at'])}  {one_line(row['session'])}  {_became(row)}{reason}")


def _became(row: ExposureRow) -> str:
    """What happened with a lesson in a session, in words."""
    became = (
        (row["injected_at"], "shown"),
        (row["withheld_at"], "held back"),
        (row["obeyed_at"], "obeyed" if row["injected_at"] is not None else "done right without it"),
        (row["recurred_at"], "its failure came back"),
        (row["disputed_at"], "disputed"),
    )
    return ", ".join(words for at, words in became if at is not None)


def _account_json(row: LessonRow, found: Account, settings: CuratorSettings) -> dict[str, Any]:
    proof = found.proof(settings.evidence_sessions)
    counts = {name: value for name, value in found._asdict().items() if isinstance(value, int)}
    return {
        "lesson": row["id"],
        "constraint": row["constraint"],
        "status": row["status"],
        **counts,
        "last_injected_at": None if found.last_injected_at is None else iso(found.last_injected_at),
        "effect": None if proof is None else _effect_json(proof),
        "enough_evidence": proof is not None,
        "needed_sessions": settings.evidence_sessions,
        "comparisons": [_effect_json(each) for each in found.effects],
        "harm": why_harmful(found, settings),
        "sessions": [_session_json(each) for each in found.exposures],
    }


def _effect_json(effect: Effect) -> dict[str, Any]:
    return {
        "method": effect.method,
        "explanation": f"{METHODS[effect.method]}; {INTERVAL}",
        "with": effect.shown._asdict(),
        "without": effect.other._asdict(),
        **effect.interval._asdict(),
    }


def _session_json(row: ExposureRow) -> dict[str, Any]:
    """An exposure without the key that only the board needs."""
    told = row_json("exposures", row)
    return {name: value for name, value in told.items() if name not in ("id", "lesson")}
