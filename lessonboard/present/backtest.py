"""The figures of a backtest in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lessonboard.present.text import counted

_NOTHING_TO_REPLAY = (
    "There is no session to replay; `lessonboard session import` reads the history."
)


def headline(figures: Mapping[str, Any]) -> str:
    """Return the main figure: which failures that came back would have met their lesson."""
    if not figures["sessions"]:
        return _NOTHING_TO_REPLAY
    replayed = f"Replayed {counted(figures['sessions'], 'session')}{_span(figures)}"
    back = figures["came_back"]
    if not back:
        return f"{replayed}: no failure of one session came back in a later one."
    low, high = figures["met_in_time_interval"]
    met = figures["met_in_time"]
    return (
        f"{replayed}: {counted(back, 'failure')} came back in a later session, and {met} would "
        f"have met {'its' if met == 1 else 'their'} lesson in time "
        f"({met / back:.0%}, 95% interval {low:.0%} to {high:.0%})."
    )


def lines(figures: Mapping[str, Any]) -> Iterator[str]:
    """Yield the headline, what became of the rest, and what was shown for it."""
    yield headline(figures)
    if figures["came_back"]:
        yield (
            f"Of the others {figures['met_beside_the_call']} met it only beside the call that "
            f"failed, {figures['known_but_not_told']} had a lesson that was not shown, and for "
            f"{figures['not_learnt']} nothing had been learnt."
        )
    if figures["told"]:
        yield (
            f"Lessons shown: {figures['told']} ({figures['tokens']} tokens). What came after it "
            f"in the same session: the failure itself {figures['told_and_the_failure_followed']}, "
            f"only its command or file {figures['told_and_its_subject_came_up']}, "
            f"nothing of it {figures['told_and_nothing_followed']}; "
            f"{figures['told_and_no_call_shows']} are rules that no call shows."
        )
    elif figures["sessions"]:
        yield "No lesson would have been shown."


def _span(figures: Mapping[str, Any]) -> str:
    first, last = figures["from"][:10], figures["until"][:10]
    return f" of {first}" if first == last else f" of {first} to {last}"
