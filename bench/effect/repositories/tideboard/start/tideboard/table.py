"""High and low waters, and the table of them that hangs in the harbour office."""
from collections import namedtuple
from datetime import timedelta

Turn = namedtuple("Turn", "kind when height")
STEP = timedelta(minutes=10)


def turns(harbour, start, hours=24):
    """Every high and low water from `start` on, in order of time."""
    found = []
    end = start + timedelta(hours=hours)
    before, here = harbour.height(start - STEP), harbour.height(start)
    when = start
    while when < end:
        after = harbour.height(when + STEP)
        if before < here >= after:
            found.append(_refine(harbour, when, 1, "high"))
        elif before > here <= after:
            found.append(_refine(harbour, when, -1, "low"))
        before, here, when = here, after, when + STEP
    return found


def _refine(harbour, when, sign, kind):
    """The minute of the turn, within one step on either side."""
    minutes = range(-10, 11)
    best = max(minutes, key=lambda m: sign * harbour.height(when + timedelta(minutes=m)))
    at = when + timedelta(minutes=best)
    return Turn(kind, at, harbour.height(at))


def day_table(harbour, day):
    """The lines of one day: a heading, then a line for each turn of the tide."""
    lines = [f"{harbour.name}  {day:%Y-%m-%d}  (UTC, metres)"]
    for turn in turns(harbour, day):
        lines.append(f"  {turn.when:%H:%M}  {turn.kind:<4}  {turn.height:5.2f} m")
    return lines
