"""Plays the sample year through the rules and checks its sum against the paper book."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from barn.catalogue import load_catalogue
from barn.ledger import Ledger
from barn.loans import days_late, due_day, fee_cents, load_prices

PAPER_BOOK_CENTS = 2660


def total(prices) -> int:
    items = load_catalogue(ROOT / "data/items.csv")
    since, cents = {}, 0
    for entry in Ledger(ROOT / "data/sample-year.txt").entries():
        item = items[entry.tag]
        if entry.verb == "out":
            since[entry.tag] = entry.day
            continue
        due = due_day(item, since.pop(entry.tag))
        cents += fee_cents(item, days_late(due, entry.day), prices)
    return cents


def main() -> int:
    try:
        prices = load_prices(ROOT / "data", os.environ.get("BARN_SEASON", ""))
    except FileNotFoundError:
        print("replay: cannot replay, no prices", file=sys.stderr)
        return 2
    cents = total(prices)
    if cents != PAPER_BOOK_CENTS:
        print(
            "replay: the rules make it %d cents, the paper book says %d"
            % (cents, PAPER_BOOK_CENTS),
            file=sys.stderr,
        )
        return 1
    print("replay: %d cents, as in the paper book" % cents)
    return 0


if __name__ == "__main__":
    sys.exit(main())
