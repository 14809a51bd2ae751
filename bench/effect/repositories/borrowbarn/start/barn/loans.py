"""Who has what, until when, and what being late comes to."""

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Dict, Iterable, List, NamedTuple

from barn.catalogue import Item
from barn.ledger import Entry

WEDNESDAY, SATURDAY = 2, 5
OPEN = (WEDNESDAY, SATURDAY)


class Loan(NamedTuple):
    item: Item
    who: str
    since: date
    due: date


def is_open(day: date) -> bool:
    """Whether somebody stands at the counter that day."""
    return day.weekday() in OPEN


def next_open(day: date) -> date:
    """That day if the barn is open, or else the first open one after it."""
    while not is_open(day):
        day += timedelta(days=1)
    return day


def due_day(item: Item, since: date) -> date:
    return next_open(since + timedelta(days=item.days))


def open_loans(entries: Iterable[Entry], items: Dict[str, Item]) -> List[Loan]:
    """The loans that no return has answered yet, oldest first."""
    out = {}
    for entry in entries:
        if entry.verb == "out":
            out[entry.tag] = entry
        else:
            out.pop(entry.tag, None)
    return [
        Loan(items[e.tag], e.who, e.day, due_day(items[e.tag], e.day))
        for e in sorted(out.values(), key=lambda e: e.day)
    ]


def days_late(due: date, today: date) -> int:
    return max(0, (today - due).days)


def load_prices(home, season: str) -> Dict[str, int]:
    """Cents for each day late, by shelf."""
    path = Path(home) / ("prices-%s.json" % season)
    return json.loads(path.read_text(encoding="utf-8"))


def season_of(day: date) -> str:
    return "summer" if 4 <= day.month <= 9 else "winter"


def fee_cents(item: Item, late: int, prices: Dict[str, int]) -> int:
    """So much a day, and never more than a tenth of what the thing is worth."""
    return min(late * prices[item.shelf], item.value_cents // 10)
