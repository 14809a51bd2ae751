"""The figures of a backtest in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lessonboard.present.screen import Screen
from lessonboard.present.text import counted

_NOTHING = "There is no session to look at; `lessonboard session import` reads the history."
_KINDS = (
    ("failures", "failure", "failures"),
    ("said_again", "thing you had to say again", "things you had to say again"),
    ("broken", "thing you had forbidden", "things you had forbidden"),
)
_HOW = {
    "in time": "shown before it happened",
    "beside": "shown only beside the call",
    "not shown": "not shown",
}
_UNKNOWN = (
    "This says when a lesson would have been shown, not what it would have changed: an agent may "
    "ignore it. Whether lessons help is measured by comparison: `lessonboard lesson report`."
)


def headline(figures: Mapping[str, Any]) -> str:
    """Return the main figure: how much of what came back would have met its lesson in time."""
    if not figures["sessions"]:
        return "No session is counted yet." if figures["still_to_come"] else _NOTHING
    sessions = f"In {counted(figures['sessions'], 'session')}{_span(figures)}"
    back = figures["came_back"]
    if not back:
        return f"{sessions} nothing of one session came back in a later one."
    met = figures["met_in_time"]
    lesson = "Its lesson" if back == 1 else "The lesson about it"
    return (
        f"{sessions}, {_kinds(figures)} came back. {lesson} would have been shown in time for "
        f"{met} of {back}{_percent(figures)}."
    )


def lines(figures: Mapping[str, Any], screen: Screen) -> Iterator[str]:
    """Yield the headline, what became of the rest, examples, and what is not known."""
    yield headline(figures)
    if figures["came_back"]:
        yield (
            f"For {figures['not_learnt']} nothing had been learnt, for "
            f"{figures['known_but_not_shown']} the lesson was not shown, and for "
            f"{figures['met_beside_the_call']} only beside the call that failed."
        )
    for each in figures["examples"]:
        yield from _example(each, screen)
    if figures["came_back"]:
        yield _UNKNOWN
    yield from holds(figures)


def holds(figures: Mapping[str, Any]) -> Iterator[str]:
    """Yield up to when the figures hold, where sessions are still to be looked at."""
    number = figures["still_to_come"]
    if number:
        yield (
            f"{counted(number, 'session')} since {figures['holds_until'][:10]} "
            f"{'is' if number == 1 else 'are'} not counted yet: the worker does it in the "
            "background, the next import at the latest."
        )


def _example(each: Mapping[str, Any], screen: Screen) -> Iterator[str]:
    since = f", known since {each['known_at'][:10]}" if each["known_at"] else ""
    what = f"{each['at'][:10]}  {screen.id(each['session'])}  {each['words']}"
    rule = f"{screen.id(each['lesson'])}{since}, {_HOW[each['met']]}: {each['rule']}"
    yield f"  {screen.cut(what, used=2, most=200)}"
    yield f"    {screen.cut(rule, used=4, most=200)}"


def _kinds(figures: Mapping[str, Any]) -> str:
    """Return what came back, by kind."""
    numbers = [(figures[name]["came_back"], one, many) for name, one, many in _KINDS]
    named = [f"{number} {one if number == 1 else many}" for number, one, many in numbers if number]
    return " and ".join([", ".join(named[:-1]), named[-1]] if named[1:] else named)


def _percent(figures: Mapping[str, Any]) -> str:
    interval = figures["met_in_time_interval"]
    if interval is None:
        return ""
    low, high = interval
    share = figures["met_in_time"] / figures["came_back"]
    return f" ({share:.0%}, 95% interval {low:.0%} to {high:.0%})"


def _span(figures: Mapping[str, Any]) -> str:
    first, last = figures["from"][:10], figures["until"][:10]
    return f" of {first}" if first == last else f" of {first} to {last}"
