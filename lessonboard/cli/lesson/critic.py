"""`lessonboard lesson report --critic`: what the critic accepted and refused, week by week."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any, get_args

import click

from blackboard import Board
from blackboard.event import Event, iso
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, day, print_json
from reflect.critic.rates import TYPES, Rates, by_week, monday, rates, reviews
from reflect.critic.recommendation import Outcome

_OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
_HEADS = ("week of", "judged", *(name.replace("_", " ") for name in _OUTCOMES), "opinions", "mean")
_DATE = len("2026-03-02")


def show_rates(app: App, since: int, project: str | None, *, as_json: bool) -> None:
    """Print what the critic accepted, refined, vetoed and discarded, week by week.

    Weeks begin on Monday in UTC. Each count is of the recommendations that were judged in that
    week: lessons, insights and what `lesson critique` was given.
    """
    until = time.time_ns() // 1000
    with options.reading(app) as board:
        first = monday(since)
        found = reviews(_of_project(board, project))
        judged = [review for review in found if first <= review.at <= until]
    weeks, whole = by_week(judged, until), rates(first, judged)
    if as_json:
        print_json(_as_json(weeks, whole, until))
    else:
        _print(weeks, whole, until)


def _of_project(board: Board, project: str | None) -> Iterator[Event]:
    """Yield the critic's events, perhaps of all projects that a name may mean alone."""
    projects = [] if project is None else board.projects(project)
    names = {name for each in projects for name in board.names_of(each)}
    for event in board.read(types=TYPES):
        if project is None or event.project in names:
            yield event


def _as_json(weeks: Sequence[Rates], whole: Rates, until: int) -> dict[str, Any]:
    return {
        "since": iso(whole.begins),
        "until": iso(until),
        "weeks": [{"week": day(week.begins), **_counts(week)} for week in weeks],
        "total": _counts(whole),
    }


def _counts(part: Rates) -> dict[str, Any]:
    return {
        "judged": part.judged,
        **{name: part.outcomes.get(name, 0) for name in _OUTCOMES},
        "opinions": part.opinions,
        "vetoes": dict(part.vetoes),
        "mean_score": part.mean_score,
    }


def _print(weeks: Sequence[Rates], whole: Rates, until: int) -> None:
    click.secho(
        f"From {day(whole.begins)} to {day(until)}: "
        f"{counted(whole.judged, 'recommendation')} judged",
        bold=True,
    )
    if not whole.judged:
        return
    click.echo(_cells(_HEADS))
    for week in weeks:
        click.echo(_row(day(week.begins), week))
    click.echo(_row("all", whole))
    for name in _OUTCOMES:
        click.echo(f"{name.replace('_', ' ')}: {_share(whole.outcomes.get(name, 0), whole)}"
                   + (_vetoes(whole) if name == "vetoed" else ""))  # fmt: skip


def _row(name: str, part: Rates) -> str:
    counts = (part.judged, *(part.outcomes.get(each, 0) for each in _OUTCOMES), part.opinions)
    mean = "-" if part.mean_score is None else f"{part.mean_score:.2f}"
    return _cells((name, *map(str, counts), mean))


def _cells(cells: Sequence[str]) -> str:
    name, *counts = cells
    heads = _HEADS[1:]
    aligned = [cell.rjust(len(head)) for cell, head in zip(counts, heads, strict=True)]
    return "  ".join((name.ljust(_DATE), *aligned))


def _share(number: int, whole: Rates) -> str:
    return f"{number} of {whole.judged} ({number / whole.judged:.0%})"


def _vetoes(whole: Rates) -> str:
    kinds = ", ".join(f"{name} {count}" for name, count in sorted(whole.vetoes.items()))
    return f": {kinds}" if kinds else ""
