"""The report in five sentences: learnt, shown, came back, waiting, next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from blackboard.views.rows import GuardRow, LessonRow
from lessonboard.present.text import counted, day, one_line
from reflect.accounts.digest import Digest, Span
from reflect.accounts.verdict import verdict
from reflect.accounts.words import progress
from reflect.guards.next_steps import NextStep

_LONGEST = 80
_EVERYTHING = "every lesson and figure: `lessonboard lesson report --all`"


class Week(NamedTuple):
    """All that a report says.

    `said` are the person's sentences that they were not shown yet, `which` how `lesson review` is
    asked for what waits, `ever` whether any agent was ever shown a lesson. `model` is empty where
    it is not asked for.
    """

    span: Span
    found: Digest
    waiting: int
    said: Sequence[LessonRow]
    steps: Sequence[NextStep]
    spoke: Sequence[GuardRow]
    backtest: Mapping[str, Any]
    model: dict[str, Any]
    which: str
    ever: bool


def sentences(week: Week) -> Iterator[str]:
    """Yield the sentences, at most five."""
    yield _learnt(week)
    yield _shown(week)
    came_back = _came_back(week)
    if came_back:
        yield came_back
    yield _waiting(week)
    yield _next(week)


def _learnt(week: Week) -> str:
    since, found = f"Since {day(week.span.since)}", week.found
    if not found.learnt:
        return f"{since} nothing was learnt."
    first, number = _quoted(found.learnt[0].rule), len(found.learnt)
    if number == 1:
        return f"{since} one lesson was learnt: {first}."
    return f"{since} {number} lessons were learnt, in most sessions {first}."


def _shown(week: Week) -> str:
    found, guards = week.found, _guards(week.spoke)
    silent, sessions = found.silent
    if not week.ever:
        return "No agent was ever shown a lesson; `lessonboard doctor` says whether yours can be."
    if not found.injections:
        return f"No agent was shown a lesson in that time{guards}."
    often = counted(found.injections, "time")
    return (
        f"Agents were shown lessons {often}, in {sessions - silent} of "
        f"{counted(sessions, 'session')}{guards}; {_effect(found)}."
    )


def _guards(spoke: Sequence[GuardRow]) -> str:
    number = sum(row["refused"] + row["asked"] for row in spoke)
    return f", and guards stepped in {counted(number, 'time')}" if number else ""


def _effect(found: Digest) -> str:
    """What the comparison of sessions with and without lessons says."""
    if not found.pools:
        return "whether that helps is not known yet, since nothing was compared so far"
    everything = found.pools[0]
    result = everything.difference
    shown, other = f"{result.shown:.0%}", f"{result.other:.0%}"
    rates = f"failures came back in {shown} of sessions with them and in {other} without"
    match verdict(everything.pairs):
        case "helps":
            return f"they help: {rates}"
        case "harms":
            return f"they harm: {rates}"
        case _:
            return f"whether that helps is not known yet ({progress(everything.pairs)} compared)"


def _came_back(week: Week) -> str:
    """What came back although it was shown, and what the history says; empty where nothing did."""
    recurred, past = week.found.recurred, week.backtest
    parts = []
    if recurred:
        of = "one lesson" if not recurred[1:] else f"{len(recurred)} lessons"
        first = _quoted(recurred[0].rule)
        parts.append(f"the failure of {of} came back although it was shown, such as {first}")
    if past["came_back"]:
        span = f"{past['from'][:10]} to {past['until'][:10]}"
        parts.append(
            f"in your history ({span}) {counted(past['came_back'], 'thing')} came back in a "
            f"later session, and for {past['met_in_time']} of them the lesson would have been "
            "shown in time (`lessonboard lesson report --backtest`)"
        )
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _waiting(week: Week) -> str:
    if not week.waiting:
        return "Nothing waits for your decision."
    waits = "waits" if week.waiting == 1 else "wait"
    said = f", {len(week.said)} of them in your own words" if week.said else ""
    review = f"`lessonboard lesson review {one_line(week.which)}`"
    return f"{counted(week.waiting, 'lesson')} {waits} for your yes or no{said}: {review}."


def _next(week: Week) -> str:
    """The most urgent decision with its command; else what harms, else where all of it is."""
    steps = [step for step in week.steps if step.step != "lesson compile"]
    if steps:
        rule, why, command = steps[0].rule, one_line(steps[0].why), one_line(steps[0].command)
        return f"Next: {_quoted(rule)}, {why}: `{command}`; {_EVERYTHING}."
    if week.found.harmed:
        worst = week.found.harmed[0]
        return (
            f"Next: look at {_quoted(worst.rule)}, which may harm "
            f"(`lessonboard lesson {one_line(worst.lesson)}`); {_EVERYTHING}."
        )
    return f"{_EVERYTHING[0].upper()}{_EVERYTHING[1:]}."


def _quoted(rule: str) -> str:
    return f"\u201c{one_line(rule, _LONGEST).rstrip('.')}\u201d"
